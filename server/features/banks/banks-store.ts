import { runStatement, type Database, type Statement } from '#platform/database';
import { createRecentCache } from '#platform/recent-cache';
import { createBankList, type Bank, type BankList } from './bank-list.ts';

// By its primary key: one row, once a second at most.
const findVersion: Statement = {
  name: 'find_bank_list_version',
  text: `select version from bank_lists where list = $1`,
};

// Banks and aliases of one snapshot: an import that is committed meanwhile is seen as a whole or not at all.
const findBanks: Statement = {
  name: 'find_banks',
  text: `select code, name, bank_tier, array(
      select alias from bank_aliases a where a.list = b.list and a.code = b.code order by a.folded_alias collate "C") as aliases
    from banks b where list = $1 and left_at is null order by code collate "C"`,
};

/**
 * The lists of banks as they are now. A process asks at most once a second whether one has changed, and reads it only then.
 */
export const createBanksStore = (database: Database) => {
  const held = new Map<string, { readonly rowVersion: string | undefined; readonly bankList: BankList }>();
  const load = async (list: string): Promise<BankList> => {
    // Read before the banks: what changes in between is found the next time.
    const [row] = await runStatement<{ version: string }>(database, findVersion, [list]);
    const known = held.get(list);
    if (known !== undefined && known.rowVersion === row?.version) return known.bankList;
    const bankList = createBankList(await runStatement<Bank>(database, findBanks, [list]));
    held.set(list, { rowVersion: row?.version, bankList });
    return bankList;
  };
  return { banksOf: createRecentCache<BankList>({ maxAgeMs: 1_000, maxEntries: 100, load }) };
};

export type BanksStore = ReturnType<typeof createBanksStore>;
