import { deposit } from '#features/balances';
import { checkInvariants } from '#features/reports';
import { decimal } from '#platform/money';
import type { AttemptRef } from '#providers';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { seeder } from '#test/support/operators';
import { createTestShop, type TestShop } from '#test/support/shop';
import { createTellings, quotes, type Tellings } from '../suspense/suspense-fixture.ts';
import { listMismatches } from './list-mismatches.ts';
import { addProvider, csvOf, importText, type Told } from './reconciliation-fixture.ts';

const accounts = ['clearing:acquirer', 'funding', 'provider_fee', 'write_off', 'suspense'];

/** Two shops whose attempts at one provider end as a test says, and what becomes of its files. */
export type SettlementStories = {
  readonly db: TestDatabase;
  readonly shops: readonly TestShop[];
  readonly tellings: readonly Tellings[];
  readonly paid: (amount: string, shop?: number) => Promise<AttemptRef>;
  readonly sent: (amounts: readonly string[], shop?: number) => Promise<readonly AttemptRef[]>;
  readonly importLines: (...lines: readonly Told[]) => ReturnType<typeof importText>;
  /** What of these attempts waits, as `kind told due`. */
  readonly openOf: (...attempts: readonly AttemptRef[]) => Promise<string[]>;
  /** What has moved on the accounts of a shop while something was done. */
  readonly moved: (work: () => Promise<unknown>, shop?: number) => Promise<Readonly<Record<string, string>>>;
  /** The names of the invariants that do not hold. */
  readonly broken: () => Promise<string[]>;
};

export const line = ({ attemptId }: Pick<AttemptRef, 'attemptId'>, amount: string, rest: Partial<Told> = {}): Told => ({
  id: attemptId,
  amount,
  ...rest,
});

export const createSettlementStories = async (): Promise<SettlementStories> => {
  const db = await createTestDatabase();
  const shops = [await createTestShop(db.database), await createTestShop(db.database)];
  for (const { shopId } of shops) {
    await deposit(db, { shopId, amount: { amount: decimal('1000000'), currency: 'RUB' }, actor: seeder });
  }
  const tellings = shops.map(({ shopId }) => createTellings(db.database, shopId));
  await addProvider(db.database);
  const balancesOf = async (shop: number): Promise<readonly string[]> => {
    const { rows } = await db.database.raw<{ rows: { account: string; sum: string }[] }>(
      'select account, sum(amount) as sum from ledger_postings where shop_id = ? group by account',
      [shops[shop]!.shopId],
    );
    return accounts.map((account) => rows.find((row) => row.account === account)?.sum ?? '0');
  };
  return {
    db,
    shops,
    tellings,
    paid: async (amount, shop = 0) => {
      const { attempts } = await tellings[shop]!.startPayment(amount, quotes.RUB);
      await tellings[shop]!.tellPayment(attempts[0]!, { state: 'paid', paid: amount });
      return attempts[0]!;
    },
    sent: async (amounts, shop = 0) => {
      const { attempts } = await tellings[shop]!.startPayout(amounts, quotes.RUB);
      for (const [index, attempt] of attempts.entries()) {
        await tellings[shop]!.tellPayout(attempt, { state: 'paid', paid: amounts[index]! });
      }
      return attempts;
    },
    importLines: (...lines) => importText(db.database, csvOf(lines)),
    openOf: async (...attempts) => {
      const items = await listMismatches(db, { shopId: null, providerId: null, fileId: null });
      return items
        .filter(({ attemptId }) => attempts.some((one) => one.attemptId === attemptId))
        .map(({ kind, told, due }) => `${kind} ${told.toFixed(2)} ${due.toFixed(2)}`);
    },
    moved: async (work, shop = 0) => {
      const before = await balancesOf(shop);
      await work();
      const after = await balancesOf(shop);
      return Object.fromEntries(
        accounts
          .map((account, at) => [account, decimal(after[at]!).minus(decimal(before[at]!)).toFixed(2)] as const)
          .filter(([, amount]) => amount !== '0.00'),
      );
    },
    broken: async () =>
      (await checkInvariants(db))
        // No server is here that would dispatch them.
        .filter(({ name, violations }) => violations > 0 && name !== 'events_are_dispatched')
        .map(({ name }) => name),
  };
};
