import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import { newId } from '#platform/ids';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { connectFake } from '#test/support/fake-provider';
import { createTestShop, type TestShop } from '#test/support/shop';
import { createRouting } from './index.ts';

let db: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
});
afterAll(() => db.drop());

/** A new one each time: routes are remembered for a second. */
const routesFor = async (amount: string, shopId: string = shop.shopId): Promise<string[]> => {
  const routing = createRouting(db.database, (_kind, providerId) => connectFake(providerId));
  const routes = await routing.routesFor(shopId, 'payment', 'WT_RUB_C2C', decimal(amount));
  return routes.map(({ provider }) => provider.providerId);
};
const change = (table: 'routes' | 'providers', providerId: string, values: Readonly<Record<string, unknown>>) =>
  db.database(table).where({ provider_id: providerId }).update(values);

describe('the routes of a payment', () => {
  it('come in the order of priority, and are the shop own ones', async () => {
    expect(await routesFor('100.00')).toEqual(['sandbox-1', 'sandbox-2']);
    await change('routes', 'sandbox-1', { priority: 3 });
    expect(await routesFor('100.00')).toEqual(['sandbox-2', 'sandbox-1']);
    await change('routes', 'sandbox-1', { priority: 1 });
    expect(await routesFor('100.00', newId())).toEqual([]);
  });

  it('carry amounts within their limits, the limits included', async () => {
    await change('routes', 'sandbox-1', { min_amount: '10.00', max_amount: '20.00' });
    expect(await routesFor('9.99')).toEqual(['sandbox-2']);
    expect(await routesFor('10.00')).toEqual(['sandbox-1', 'sandbox-2']);
    expect(await routesFor('20.00')).toEqual(['sandbox-1', 'sandbox-2']);
    expect(await routesFor('20.01')).toEqual(['sandbox-2']);
    await change('routes', 'sandbox-1', { min_amount: '0.01', max_amount: '999999999.99' });
  });

  it.each([
    ['all of it', { direction: null, method: null }, ['sandbox-2']],
    ['its payments', { direction: 'payment', method: null }, ['sandbox-2']],
    ['this method', { direction: null, method: 'WT_RUB_C2C' }, ['sandbox-2']],
    ['its payouts', { direction: 'payout', method: null }, ['sandbox-1', 'sandbox-2']],
    ['another method', { direction: null, method: 'toCard' }, ['sandbox-1', 'sandbox-2']],
  ])('leave out a provider in maintenance of %s, from its beginning to its end', async (_what, of, expected) => {
    const at = (minutes: number) => db.database.raw(`now() + ? * interval '1 minute'`, [minutes]);
    const windows = db.database('maintenance_windows');
    const window = { window_id: newId(), provider_id: 'sandbox-1', ...of, reason: 'release' };
    await windows.clone().insert({ ...window, starts_at: at(-1), ends_at: at(1) });
    expect(await routesFor('100.00')).toEqual(expected);
    await windows.clone().update({ starts_at: at(1), ends_at: at(2) });
    expect(await routesFor('100.00')).toEqual(['sandbox-1', 'sandbox-2']);
    await windows.clone().update({ starts_at: at(-2), ends_at: at(-1) });
    expect(await routesFor('100.00')).toEqual(['sandbox-1', 'sandbox-2']);
    await windows.clone().del();
  });

  it('leave out a route and a provider that are switched off, though the provider is still found for old attempts', async () => {
    await change('routes', 'sandbox-1', { is_active: false });
    expect(await routesFor('100.00')).toEqual(['sandbox-2']);
    await change('providers', 'sandbox-2', { is_active: false });
    expect(await routesFor('100.00')).toEqual([]);
    const routing = createRouting(db.database, (_kind, providerId) => connectFake(providerId));
    expect((await routing.provider('sandbox-2')).providerId).toBe('sandbox-2');
  });
});

describe('the routes over a connector', () => {
  const served = { method: 'WT_RUB_C2C', min_amount: '50.00', max_amount: '90.00' };
  const tell = (values: Readonly<Record<string, unknown>>) =>
    db.database('connectors').where({ provider_id: 'sandbox-1' }).update(values);
  const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

  it('are narrowed by what it has told of itself, as long as that holds', async () => {
    await db.database('connectors').insert({ provider_id: 'sandbox-1', url: 'https://bank.example' });
    const all = ['sandbox-1', 'sandbox-2'];
    const { shopId } = await createTestShop(db.database);
    await db.database('providers').update({ is_active: true });
    expect(await routesFor('100.00', shopId)).toEqual(all);
    await tell({ capabilities: JSON.stringify({ payments: [served], payouts: [] }) });
    expect(await routesFor('100.00', shopId)).toEqual(['sandbox-2']);
    expect(await routesFor('90.00', shopId)).toEqual(all);
    await tell({ health: JSON.stringify({ status: 'down', methods: [] }), told_at: minutesAgo(1) });
    expect(await routesFor('90.00', shopId)).toEqual(['sandbox-2']);
    await tell({ told_at: minutesAgo(6) });
    expect(await routesFor('90.00', shopId)).toEqual(all);
  });
});
