import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMerchant, createShop, type Shop } from '#features/merchants';
import { newId } from '#platform/ids';
import { decimal, formatAmount, type Money } from '#platform/money';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { refused } from '#test/support/refused';
import { tester } from '#test/support/operators';
import { deposit, listBalances, withdraw, type FundingOrder } from './index.ts';

const actor = tester;
let db: TestDatabase;
let shops = 0;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const newShop = async (settlementCurrency = 'RUB'): Promise<Shop> => {
  const name = `shop ${(shops += 1)}`;
  const merchant = await createMerchant(db, `merchant of ${name}`, actor);
  return createShop(db, { merchant, name, mode: 'test', settlementCurrency }, actor);
};

const order = ({ shopId }: Shop, amount: string, more: Partial<FundingOrder> = {}): FundingOrder => ({
  shopId,
  amount: { amount: decimal(amount), currency: 'RUB' },
  actor,
  ...more,
});

const text = ({ amount, currency }: Money): string => `${formatAmount(amount, currency)} ${currency}`;

const balancesOf = async (shop: Shop): Promise<string[]> =>
  (await listBalances(db, shop)).map(({ available, reserved }) => `${text(available)}, ${text(reserved)}`);

describe('balances', () => {
  it('of a new shop are zero in its settlement currency', async () => {
    expect(await balancesOf(await newShop('USDT'))).toEqual(['0.000000 USDT, 0.000000 USDT']);
  });

  it('come one per currency, in order, whatever moved first', async () => {
    const shop = await newShop('RUB');
    await deposit(db, order(shop, '1', { amount: { amount: decimal('2.5'), currency: 'USDT' } }));
    await deposit(db, order(shop, '1', { amount: { amount: decimal('3'), currency: 'AZN' } }));
    expect(await balancesOf(shop)).toEqual([
      '3.00 AZN, 0.00 AZN',
      '0.00 RUB, 0.00 RUB',
      '2.500000 USDT, 0.000000 USDT',
    ]);
  });
});

describe('depositing and withdrawing', () => {
  it('move money between funding and available, with an entry in the audit log', async () => {
    const shop = await newShop();
    await deposit(db, order(shop, '1000.00'));
    const { transactionId } = await withdraw(db, order(shop, '250.50'));
    expect(await balancesOf(shop)).toEqual(['749.50 RUB, 0.00 RUB']);
    const postings = await db.database('ledger_postings').where({ transaction_id: transactionId }).orderBy('account');
    expect(postings.map((line) => `${line.account} ${line.amount}`)).toEqual([
      'available -250.500000',
      'funding 250.500000',
    ]);
    const [entry] = await db.database('audit_log').where({ subject: transactionId });
    expect(entry).toMatchObject({
      actor: actor.name,
      action: 'balance.withdrawal',
      after: { amount: '250.50', currency: 'RUB' },
    });
  });

  it('refuse to withdraw more than there is', async () => {
    const shop = await newShop();
    await deposit(db, order(shop, '10.00'));
    await expect(withdraw(db, order(shop, '10.01'))).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await balancesOf(shop)).toEqual(['10.00 RUB, 0.00 RUB']);
    expect(await db.database('audit_log').where({ shop_id: shop.shopId, action: 'balance.withdrawal' })).toEqual([]);
  });

  it.each([
    ['0', refused('amount_not_positive')],
    ['-1.00', refused('amount_not_positive')],
    ['0.001', refused('amount_too_fine', { currency: 'RUB', decimals: 2 })],
  ])('refuse the amount %s', async (amount, refusal) => {
    await expect(deposit(db, order(await newShop(), amount))).rejects.toThrow(refusal);
  });

  it('move the money of one reference once, also when it is sent five times at once', async () => {
    const shop = await newShop();
    const repeats = Array.from({ length: 5 }, () => deposit(db, order(shop, '100.00', { reference: 'wire 7' })));
    const results = await Promise.all(repeats);
    expect(results.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
    expect(new Set(results.map(({ transactionId }) => transactionId)).size).toBe(1);
    expect(await balancesOf(shop)).toEqual(['100.00 RUB, 0.00 RUB']);
  });

  it('refuse a reference that already names another movement', async () => {
    const shop = await newShop();
    await deposit(db, order(shop, '100.00', { reference: 'wire 8' }));
    const refused = { code: 'identifier_reused' };
    await expect(deposit(db, order(shop, '100.01', { reference: 'wire 8' }))).rejects.toMatchObject(refused);
    await expect(withdraw(db, order(shop, '100.00', { reference: 'wire 8' }))).rejects.toMatchObject(refused);
  });

  it('keep the references of two shops apart', async () => {
    const [one, other] = [await newShop(), await newShop()];
    await deposit(db, order(one, '1.00', { reference: 'wire 9' }));
    expect(await deposit(db, order(other, '2.00', { reference: 'wire 9' }))).toMatchObject({
      isRepeated: false,
    });
    expect(await db.database('ledger_transactions').where({ shop_id: newId() })).toEqual([]);
  });
});
