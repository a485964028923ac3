import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import type { Database } from '#platform/database';
import { newId } from '#platform/ids';
import { decimal, formatAmount, type Money } from '#platform/money';
import { isBalanceRefused, readBalances, toPostingColumns, type Posting } from '#ledger';

const money = (amount: string, currency = 'RUB'): Money => ({ amount: decimal(amount), currency });

const funding = (amount: string, currency = 'RUB'): Posting[] => [
  { account: 'funding', amount: money(amount.startsWith('-') ? amount.slice(1) : `-${amount}`, currency) },
  { account: 'available', amount: money(amount, currency) },
];

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const deposit = async (
  shopId: string,
  postings: readonly Posting[],
  database: Database = db.database,
): Promise<void> => {
  const { accounts, currencies, amounts } = toPostingColumns(postings);
  const values = [shopId, newId(), 'deposit', null, accounts, currencies, amounts];
  await database.raw('select ledger_post(?, ?, ?, ?, ?, ?, ?)', values as string[]);
};

const balancesOf = async (shopId: string): Promise<string[]> =>
  (await readBalances(db.database, shopId)).map(
    ({ account, balance }) => `${account} ${formatAmount(balance.amount, balance.currency)} ${balance.currency}`,
  );

describe('posting a transaction', () => {
  it('changes the stored balances by exactly what the lines say', async () => {
    const shopId = newId();
    await deposit(shopId, funding('100.10'));
    await deposit(shopId, funding('0.05'));
    await deposit(shopId, funding('-50.00'));
    await deposit(shopId, funding('1.000001', 'USDT'));
    expect(await balancesOf(shopId)).toEqual(['available 50.15 RUB', 'available 1.000001 USDT']);
  });

  it('refuses lines that do not balance within one currency, before they reach the database', async () => {
    const lines: Posting[] = [
      { account: 'exchange', amount: money('-1.00', 'RUB') },
      { account: 'available', amount: money('1.00', 'USDT') },
    ];
    await expect(deposit(newId(), lines)).rejects.toThrow('Postings balance within one currency.');
  });

  it('refuses them in the database as well', async () => {
    const lines = [newId(), newId(), 'deposit', null, ['funding', 'available'], ['RUB', 'RUB'], ['-1', '2']];
    const raw = db.database.raw('select ledger_post(?, ?, ?, ?, ?, ?, ?)', lines as string[]);
    await expect(raw).rejects.toThrow('Postings balance within one currency.');
  });

  it('refuses to take a balance below zero and leaves nothing behind', async () => {
    const shopId = newId();
    await deposit(shopId, funding('10.00'));
    const error: unknown = await deposit(shopId, funding('-10.01')).catch((refused: unknown) => refused);
    expect(isBalanceRefused(error)).toBe(true);
    // What the version before, which serves beside this one, knows it by.
    expect(error).toMatchObject({ constraint: 'ledger_accounts_not_negative' });
    expect(await balancesOf(shopId)).toEqual(['available 10.00 RUB']);
    expect(await db.database('ledger_transactions').where({ shop_id: shopId })).toHaveLength(1);
  });

  it('works inside a transaction and disappears with it', async () => {
    const shopId = newId();
    const failed = db.database.transaction(async (tx) => {
      await deposit(shopId, funding('5.00'), tx);
      throw new Error('the rest failed');
    });
    await expect(failed).rejects.toThrow('the rest failed');
    expect(await balancesOf(shopId)).toEqual([]);
  });
});

describe('posting columns', () => {
  it('leave out lines that move nothing', () => {
    const lines: Posting[] = [...funding('2.50'), { account: 'commission', amount: money('0') }];
    expect(toPostingColumns(lines)).toEqual({
      accounts: ['funding', 'available'],
      currencies: ['RUB', 'RUB'],
      amounts: ['-2.50', '2.50'],
    });
  });
});

describe('an amount finer than its currency', () => {
  it('is refused, because storing it would round it', () => {
    expect(() => toPostingColumns(funding('0.001'))).toThrow('Postings are of whole minor units.');
    expect(toPostingColumns(funding('0.001', 'USDT')).amounts).toEqual(['-0.001000', '0.001000']);
  });
});

describe('a refused balance', () => {
  it('is not confused with any other error', () => {
    expect(isBalanceRefused(new Error('check'))).toBe(false);
    // The name of a constraint has a number behind it where tables are distributed, or is missing.
    expect(isBalanceRefused(Object.assign(new Error(), { constraint: 'ledger_accounts_not_negative' }))).toBe(false);
  });
});
