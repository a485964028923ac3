import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop, type TestShop } from '#test/support/shop';
import { createPricingStore, quoteOperation, rememberPricing } from './index.ts';

let db: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database, { settlementCurrency: 'USDT' });
});
beforeEach(async () => {
  await db.database('fx_rates').del();
  await choose(null);
});
afterAll(() => db.drop());

const choose = (source: string | null) =>
  db.database('shops').where({ shop_id: shop.shopId }).update({ rate_source: source });

/** `begins` and `ends` are what Postgres adds to the present moment, such as `-1 hour`. */
const rate = (source: string, value: string, begins: string, ends: string | null = null) =>
  db.database.raw(
    `insert into fx_rates (base, quote, source, rate, valid_from, valid_until)
     values ('RUB', 'USDT', ?, ?, now() + ?::interval, now() + ?::interval)`,
    [source, value, begins, ends],
  );

const quote = async (): Promise<string> => {
  const { quote: quoted } = await quoteOperation(createPricingStore(db.database), {
    shopId: shop.shopId,
    api: 'v1',
    direction: 'payment',
    method: 'WT_RUB_C2C',
    amount: { amount: decimal('1000.00'), currency: 'RUB' },
    settlementCurrency: 'USDT',
    bankTier: 'interbank',
  });
  return `${quoted.fxRate.toFixed()} by ${quoted.fxSource}`;
};

describe('a quote', () => {
  it('takes the rate of any source that began last', async () => {
    await rate('bank', '0.011', '-2 hours');
    await rate('treasury', '0.012', '-1 hour');
    expect(await quote()).toBe('0.012 by treasury');
  });

  it('takes only rates of the source that its shop chose', async () => {
    await rate('bank', '0.011', '-2 hours');
    await rate('treasury', '0.012', '-1 hour');
    await choose('bank');
    expect(await quote()).toBe('0.011 by bank');
    await choose('nobody');
    await expect(quote()).rejects.toThrow('no exchange rate from RUB to USDT');
  });

  it('takes of a source the rate that began last, though others are valid as well', async () => {
    await rate('bank', '0.010', '-3 hours');
    await rate('bank', '0.011', '-2 hours', '1 hour');
    await rate('bank', '0.012', '-1 hour', '2 hours');
    expect(await quote()).toBe('0.012 by bank');
  });

  it('takes none that is over or has not begun', async () => {
    await rate('bank', '0.011', '-2 hours', '-1 hour');
    await rate('bank', '0.012', '1 hour');
    await expect(quote()).rejects.toThrow('no exchange rate from RUB to USDT');
    await rate('treasury', '0.013', '-5 hours');
    expect(await quote()).toBe('0.013 by treasury');
  });

  it('uses the decimals of the pair, however fine the rate is', async () => {
    await rate('bank', '0.0124610592', '-1 hour');
    expect(await quote()).toBe('0.012461 by bank');
  });
});

it('remembers the rate of each shop for itself', async () => {
  const other = await createTestShop(db.database, { settlementCurrency: 'USDT' });
  await db.database('fx_rates').del();
  await rate('bank', '0.011', '-2 hours');
  await rate('treasury', '0.012', '-1 hour');
  await choose('bank');
  const pricing = rememberPricing(db.database);
  const sources = [shop, other].map(async ({ shopId }) => (await pricing.rate(shopId, 'RUB', 'USDT'))?.source);
  expect(await Promise.all(sources)).toEqual(['bank', 'treasury']);
});

it('counts a rate from the moment it begins, and no longer at the one when it ends', async () => {
  await db.database.transaction(async (tx) => {
    // Within a transaction now() stands still, so a validity can be given to the millisecond.
    const at = async (begins: string, ends: string): Promise<string | undefined> => {
      await tx('fx_rates').del();
      await tx.raw(
        `insert into fx_rates (base, quote, source, rate, valid_from, valid_until) values ('RUB', 'USDT', 'bank', 0.01,
          date_trunc('milliseconds', now()) + ?::interval, date_trunc('milliseconds', now()) + ?::interval)`,
        [begins, ends],
      );
      return (await createPricingStore(tx).rate(shop.shopId, 'RUB', 'USDT'))?.source;
    };
    expect(await at('0', '1 ms')).toBe('bank');
    expect(await at('1 ms', '2 ms')).toBeUndefined();
    expect(await at('-2 ms', '1 ms')).toBe('bank');
    expect(await at('-2 ms', '0')).toBeUndefined();
  });
});
