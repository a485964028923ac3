import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Api } from '#platform/apis';
import { createPricingStore } from '#features/pricing';
import { createRouting } from '#providers';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { connectFake } from '#test/support/fake-provider';
import { createTestShop, type TestShop } from '#test/support/shop';
import { listMethods } from './index.ts';

let db: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  shop = await createTestShop(db.database);
});
afterAll(() => db.drop());

const list = async ({ api = 'v1', settlementCurrency = 'RUB' }: { api?: Api; settlementCurrency?: string } = {}) => {
  const routing = createRouting(db.database, (_kind, providerId) => connectFake(providerId, {}));
  const needs = { pricing: createPricingStore(db.database), routing };
  const methods = await listMethods(needs, { shopId: shop.shopId, api, settlementCurrency });
  return methods.map(({ code, direction, currency, minAmount, maxAmount }) =>
    [code, direction, minAmount.toFixed(2), maxAmount.toFixed(2), currency].join(' '),
  );
};

const whole = '0.01 999999999.99 RUB';
const card = { method: 'WT_RUB_C2C', direction: 'payment' };
const of = (table: string, where: object) => db.database(table).where({ shop_id: shop.shopId, ...where });

describe('the methods of a shop', () => {
  it('are those with a route and a tariff, by code and direction, within the limits of all', async () => {
    expect(await list()).toEqual([
      `WT_RUB_C2C payment ${whole}`,
      `WT_RUB_C2C payout ${whole}`,
      `WT_RUB_PHONE payment ${whole}`,
      `WT_RUB_PHONE payout ${whole}`,
    ]);
    expect(await list({ api: 'h2h' })).toEqual([]);
  });

  it('are none without a route that is active, an active provider, or a tariff', async () => {
    await of('routes', card).update({ is_active: false });
    await of('routes', { ...card, direction: 'payout' }).del();
    await of('tariffs', { method: 'WT_RUB_PHONE', direction: 'payment' }).del();
    expect(await list()).toEqual([`WT_RUB_PHONE payout ${whole}`]);
    await db.database('providers').update({ is_active: false });
    expect(await list()).toEqual([]);
    await db.database('providers').update({ is_active: true });
  });

  it('need an exchange rate into another currency of the balance', async () => {
    expect(await list({ settlementCurrency: 'USDT' })).toHaveLength(4);
    expect(await list({ settlementCurrency: 'KZT' })).toEqual([]);
  });

  it('reach from the smallest to the largest amount that a tariff and a route both allow', async () => {
    await of('tariffs', card).update({ min_amount: '50', max_amount: '5000' });
    await of('routes', { ...card, provider_id: 'sandbox-1' }).update({ min_amount: '100', max_amount: '1000' });
    await of('routes', { ...card, provider_id: 'sandbox-2' }).update({ min_amount: '900', max_amount: '8000' });
    expect(await list()).toContain('WT_RUB_C2C payment 100.00 5000.00 RUB');
    await of('routes', { ...card, provider_id: 'sandbox-1' }).update({ min_amount: '1', max_amount: '49' });
    expect(await list()).toContain('WT_RUB_C2C payment 900.00 5000.00 RUB');
    await of('routes', { ...card, provider_id: 'sandbox-2' }).update({ min_amount: '5000.01' });
    expect((await list()).filter((line) => line.startsWith('WT_RUB_C2C payment'))).toEqual([]);
  });

  it('count no tariff for transfers within a bank for payments, whose bank is not known beforehand', async () => {
    await of('tariffs', { method: 'WT_RUB_C2C' }).update({ bank_tier: 'intrabank' });
    expect((await list()).filter((line) => line.startsWith('WT_RUB_C2C'))).toEqual([`WT_RUB_C2C payout ${whole}`]);
  });

  it('let a payout be as large as its routes carry together', async () => {
    const out = { ...card, direction: 'payout' };
    await of('routes', { ...out, provider_id: 'sandbox-1' }).update({ min_amount: '10', max_amount: '100' });
    await of('routes', { ...out, provider_id: 'sandbox-2' }).update({ min_amount: '20', max_amount: '300' });
    // Twenty transfers at most, in turns.
    expect(await list()).toContain('WT_RUB_C2C payout 10.00 4000.00 RUB');
  });
});
