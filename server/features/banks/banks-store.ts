import { runStatement, type Database, type Statement } from '#platform/database';
import { createRecentCache } from '#platform/recent-cache';
import type { BankTier } from './bank-rule.ts';

export type Bank = {
  readonly code: string;
  readonly name: string;
  /** Other names that are in use, in lower case. */
  readonly aliases: readonly string[];
  readonly bank_tier: BankTier;
};

const findBanks: Statement = {
  name: 'find_banks',
  text: `select code, name, aliases, bank_tier from banks where list = $1 order by code`,
};

/** The banks of a list, asking the database at most once a second. */
export const createBanksStore = (database: Database) => ({
  banksOf: createRecentCache<readonly Bank[]>({
    maxAgeMs: 1_000,
    maxEntries: 100,
    load: (list) => runStatement<Bank>(database, findBanks, [list]),
  }),
});

export type BanksStore = ReturnType<typeof createBanksStore>;
