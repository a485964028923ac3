import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { components } from './documents.ts';
import { eventually } from '#test/support/eventually';
import { createTestShop, type TestShop } from '#test/support/shop';
import { call, get, post } from './call.ts';
import { responsesOf, undocumentedFields, violationsOf } from './document.ts';
import { payoutBody, toPhone } from './payout-body.ts';
import { createHarness, type Harness } from './harness.ts';

type Operation = components['schemas']['Operation'];
type OperationState = components['schemas']['OperationState'];
type Changes = Readonly<Record<string, unknown>>;

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness?.strike());

const always = [
  'operation_id',
  'merchant_operation_id',
  'type',
  'status',
  'created_at',
  'updated_at',
  'method',
  'expected_amount',
  'actual_amount',
  'currency',
  'settlement_amount',
  'settlement_currency',
  'commission_amount',
  'external_confirmation',
  'number',
  'name',
];
const bank = ['bankname', 'bankname_details'];
const conversion = ['fx_source', 'fx_rate'];

const kinds = {
  'to a card': { changes: {}, shopOf: () => harness.shop, present: [] },
  'to a phone': { changes: toPhone, shopOf: () => harness.shop, present: bank },
  'to a card, settled in another currency': { changes: {}, shopOf: () => harness.convertingShop, present: conversion },
  'to a phone, settled in another currency': {
    changes: toPhone,
    shopOf: () => harness.convertingShop,
    present: [...bank, ...conversion],
  },
} as const;

const states = {
  pending: { amount: '1000.58', present: [], evidence: 'not_ready' },
  completed: {
    amount: '1000.00',
    present: ['recorded_currency', 'recorded_amount', 'terminal_at'],
    evidence: 'complete',
  },
  cancelled: { amount: '1000.51', present: ['cancel_reason', 'terminal_at'], evidence: 'complete' },
} as const;

const create = async (shop: TestShop, changes: Changes): Promise<Operation> => {
  const { status, body } = await call(harness.url, post('/v1/payout', payoutBody(changes)), shop.apiKey);
  expect(status).toBe(200);
  return body as Operation;
};

const stateSchema = responsesOf('getOperationState').get(200)!.content!['application/json']!.schema;

const read = async (shop: TestShop, { operation_id }: Operation): Promise<OperationState> => {
  const { status, body } = await call(harness.url, post('/v1/get_operation_state', { operation_id }), shop.apiKey);
  expect([status, violationsOf(stateSchema, body), undocumentedFields(stateSchema, body)]).toEqual([200, [], []]);
  return body as OperationState;
};

/** The sandbox brings every payout where its kopecks say. */
const reach = (shop: TestShop, created: Operation, wanted: OperationState['status']): Promise<OperationState> =>
  eventually(async () => {
    const seen = await read(shop, created);
    return seen.status === wanted && seen;
  }, `a payout that is ${wanted}`);

describe.each(Object.entries(kinds))('a payout %s', (_name, { changes, shopOf, present }) => {
  it.each(Object.entries(states))(
    'has exactly its fields while it is %s',
    async (status, { amount, present: ofState, evidence }) => {
      const created = await create(shopOf(), { ...changes, amount });
      expect(Object.keys(created).sort()).toEqual([...always, ...present].sort());
      const seen = await reach(shopOf(), created, status as OperationState['status']);
      const fields = [...always, ...present, ...ofState, 'receipt_evidence_status', 'receipts'];
      expect(Object.keys(seen).sort()).toEqual(fields.sort());
      expect(seen).toMatchObject({ type: 'payout', expected_amount: amount, receipt_evidence_status: evidence });
      expect(seen.external_confirmation).toEqual({ required: false, methods: [] });
      expect(seen.receipts).toHaveLength(status === 'completed' ? 1 : 0);
      const { number, name } = created;
      expect(seen).toMatchObject({ number, name });
    },
  );
});

describe('the figures of a payout', () => {
  it('follow what was really paid, which may be less than was asked for', async () => {
    const created = await create(harness.shop, { amount: '3000.57' });
    expect(created).toMatchObject({ actual_amount: '0.00', settlement_amount: '3060.58', commission_amount: '60.01' });
    const seen = await reach(harness.shop, created, 'completed');
    expect(seen).toMatchObject({
      expected_amount: '3000.57',
      actual_amount: '2000.38',
      recorded_amount: '2000.38',
      recorded_currency: 'RUB',
      settlement_amount: '2040.39',
      commission_amount: '40.01',
    });
    expect(seen.receipts.map(({ amount }) => amount)).toEqual([1000.19, 1000.19]);
  });

  it('convert what was paid at the rate that was quoted', async () => {
    const created = await create(harness.convertingShop, { amount: '3000.57' });
    // 3000.57 × 0.0125 = 37.507125, and 2 % of it are 0.7501425.
    expect(created).toMatchObject({
      fx_rate: '0.012500',
      settlement_amount: '38.257268',
      commission_amount: '0.750143',
    });
    expect(await reach(harness.convertingShop, created, 'completed')).toMatchObject({
      actual_amount: '2000.38',
      fx_rate: '0.012500',
      recorded_amount: '25.004750',
      recorded_currency: 'USDT',
      settlement_amount: '25.504845',
      commission_amount: '0.500095',
    });
  });

  it('are zero when it was cancelled', async () => {
    const created = await create(harness.shop, { amount: '1000.51' });
    expect(await reach(harness.shop, created, 'cancelled')).toMatchObject({
      cancel_reason: 'declined',
      actual_amount: '0.00',
      settlement_amount: '0.00',
      commission_amount: '0.00',
    });
  });
});

describe('the balance', () => {
  const balanceOf = async ({ apiKey }: TestShop): Promise<unknown> =>
    (await call(harness.url, get('/v1/balances'), apiKey)).body;
  const inRub = (available: string, reserved: string, total: string) => ({
    balances: [{ currency: 'RUB', available, reserved, total }],
  });

  it('holds amount and commission of a payout in flight, and keeps what was not paid', async () => {
    const shop = await createTestShop(harness.testDatabase.database, { balance: '10000.00' });
    await create(shop, { amount: '1000.58' });
    expect(await balanceOf(shop)).toEqual(inRub('8979.41', '1020.59', '10000.00'));
    const partial = await create(shop, { amount: '3000.57' });
    await reach(shop, partial, 'completed');
    expect(await balanceOf(shop)).toEqual(inRub('6939.02', '1020.59', '7959.61'));
    const declined = await create(shop, { amount: '1000.51' });
    await reach(shop, declined, 'cancelled');
    expect(await balanceOf(shop)).toEqual(inRub('6939.02', '1020.59', '7959.61'));
  });
});
