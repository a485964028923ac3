import { expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import { narrowRoute, type ToldOfConnector } from './narrow-route.ts';

const limits = { minAmount: decimal('10.00'), maxAmount: decimal('5000.00'), lifetimeSeconds: 1_800 };
const served = { method: 'WT_RUB_C2C', min_amount: '1.00', max_amount: '3000.00' };
const up = { status: 'up', methods: [] } as const;
const told = (payouts: readonly object[], health: ToldOfConnector['health'] = up): ToldOfConnector =>
  ({
    capabilities: { payments: [{ ...served, confirmation: 'none', lifetime_seconds: 900 }], payouts },
    health,
  }) as ToldOfConnector;
const narrowed = (of: ToldOfConnector, direction: 'payment' | 'payout' = 'payout', method = 'WT_RUB_C2C') => {
  const route = narrowRoute(limits, of, direction, method);
  return route && [route.minAmount.toFixed(2), route.maxAmount.toFixed(2), route.lifetimeSeconds];
};

it('a route is as its operator has it while its connector has told nothing', () => {
  expect(narrowed({ capabilities: null, health: null })).toEqual(['10.00', '5000.00', 1_800]);
});

it('a route becomes narrower by what its connector serves, and never wider', () => {
  expect(narrowed(told([served]))).toEqual(['10.00', '3000.00', 1_800]);
  expect(narrowed(told([{ ...served, min_amount: '20.00', max_amount: '9000.00' }]))).toEqual([
    '20.00',
    '5000.00',
    1_800,
  ]);
  expect(narrowed(told([]), 'payment')).toEqual(['10.00', '3000.00', 900]);
});

it('there is no route for what its connector does not serve, or asks of payers what we do not know', () => {
  expect(narrowed(told([]))).toBeNull();
  expect(narrowed(told([served]), 'payout', 'WT_RUB_PHONE')).toBeNull();
  const dance = { ...served, confirmation: 'dance', lifetime_seconds: 900 };
  expect(narrowed({ capabilities: { payments: [dance], payouts: [] }, health: null }, 'payment')).toBeNull();
});

it('there is no route to a connector that is down, or whose method is', () => {
  expect(narrowed(told([served], { status: 'down', methods: [] }))).toBeNull();
  const down = { status: 'up', methods: [{ method: 'WT_RUB_C2C', direction: 'payout' }] } as const;
  expect(narrowed(told([served], down))).toBeNull();
  expect(narrowed(told([served], down), 'payment')).not.toBeNull();
});
