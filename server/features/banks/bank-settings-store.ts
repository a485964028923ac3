import { randomUUID } from 'node:crypto';
import type { Database } from '#platform/database';
import { foldName } from '#platform/fold-name';
import type { BankPlan, KnownAlias, KnownBank } from './plan-import.ts';

export type SetBank = KnownBank & {
  readonly bank_tier: string;
  readonly left_at: Date | null;
  readonly aliases: readonly string[];
};

/** One writes a list at a time. */
export const lockBankList = async (tx: Database, list: string): Promise<void> => {
  await tx('bank_lists').where({ list }).forUpdate().select('list');
};

/** Those that left, too. */
export const readBankSettings = async (database: Database, list: string): Promise<readonly SetBank[]> => {
  const banks = await database('banks')
    .where({ list })
    .orderBy('code')
    .select<Omit<SetBank, 'aliases' | 'has_left'>[]>('code', 'name', 'bank_tier', 'left_at');
  const aliases = await readAliases(database, list);
  return banks.map((bank) => ({
    ...bank,
    has_left: bank.left_at !== null,
    aliases: aliases.filter(({ code }) => code === bank.code).map(({ alias }) => alias),
  }));
};

export const readAliases = (database: Database, list: string): Promise<KnownAlias[]> =>
  database('bank_aliases').where({ list }).orderBy('folded_alias').select<KnownAlias[]>('alias', 'code');

/**
 * Writes a plan. A bank that was renamed keeps its former name as an alias, unless that is the name of another bank by then. The
 * tier of a new member is that of the bank whose name it has, as after a merger.
 */
export const writeBankPlan = async (tx: Database, list: string, plan: BankPlan): Promise<void> => {
  const { joining, returning, renamed, leaving, aliasesLost } = plan;
  const tiers = new Map(
    (await tx('banks').where({ list }).select<{ name: string; bank_tier: string }[]>('name', 'bank_tier')).map(
      (bank) => [bank.name, bank.bank_tier],
    ),
  );
  const rows = joining.map((bank) => ({ list, ...bank, bank_tier: tiers.get(bank.name) ?? 'interbank' }));
  if (rows.length > 0) await tx('banks').insert(rows);
  for (const { code, after } of renamed) await tx('banks').where({ list, code }).update({ name: after });
  const codesOf = (banks: readonly { readonly code: string }[]): string[] => banks.map(({ code }) => code);
  await tx('banks').where({ list }).whereIn('code', codesOf(returning)).update({ left_at: null });
  await tx('banks').where({ list }).whereIn('code', codesOf(leaving)).update({ left_at: tx.fn.now() });
  const lost = aliasesLost.map(({ alias }) => foldName(alias));
  await tx('bank_aliases').where({ list }).whereIn('folded_alias', lost).del();
  await keepFormerNames(tx, list, renamed);
  await tx('bank_lists').where({ list }).update({ version: randomUUID(), updated_at: tx.fn.now() });
};

const keepFormerNames = async (tx: Database, list: string, renamed: BankPlan['renamed']): Promise<void> => {
  const names = await tx('banks').where({ list }).select<{ code: string; name: string }[]>('code', 'name');
  const owners = new Map(names.map(({ code, name }) => [foldName(name), code]));
  const day = new Date().toISOString().slice(0, 10);
  const former = renamed
    .filter(({ code, before }) => (owners.get(foldName(before)) ?? code) === code)
    .map(({ code, before, after }) => ({
      list,
      folded_alias: foldName(before),
      alias: before,
      code,
      source: `its name in the dictionary before ${after}, until ${day}`,
    }));
  if (former.length > 0) await tx('bank_aliases').insert(former).onConflict(['list', 'folded_alias']).ignore();
};
