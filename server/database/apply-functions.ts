import type { Database, Transaction } from '#platform/database';
import type { SqlFunction } from './sql-functions.ts';

type Applied = { readonly name: string; readonly hash: string };

// As numbers, so that 0.10.0 comes after 0.9.0.
const inOrder = (version: string): string => `string_to_array(split_part(${version}, '-', 1), '.')::integer[]`;

const isOfLaterVersion = async (tx: Transaction, version: string): Promise<boolean> => {
  const later = `is_current and ${inOrder('version')} > ${inOrder('?::text')}`;
  return (await tx('sql_functions').whereRaw(later, [version]).first('name')) !== undefined;
};

/**
 * Makes or replaces the functions whose text is not the one they have in the database; answers their names. None where a
 * later `version` of the program has been here: its functions answer this one too, and not the other way round.
 */
export const applyFunctions = async (
  tx: Transaction,
  functions: readonly SqlFunction[],
  version: string,
): Promise<string[]> => {
  if (await isOfLaterVersion(tx, version)) return [];
  const current = await tx<Applied>('sql_functions').where('is_current', true).select('name', 'hash');
  const present = new Map(current.map(({ name, hash }) => [name, hash]));
  const changed = functions.filter(({ name, hash }) => present.get(name) !== hash);
  for (const { name, text, hash } of changed) {
    // A question mark is an operator of jsonb, not a place for a value.
    await tx.raw(text.replaceAll('?', '\\?'));
    await tx('sql_functions').where({ name, is_current: true }).update({ is_current: false });
    await tx('sql_functions')
      .insert({ name, hash, version, is_current: true })
      .onConflict(['name', 'hash'])
      .merge({ version, is_current: true, applied_at: tx.fn.now() });
  }
  return changed.map(({ name }) => name);
};

/**
 * Those whose text was never applied. One that was replaced since is not missing: the next version has migrated, and its
 * functions answer this one too.
 */
export const missingFunctions = async (
  database: Database,
  functions: readonly SqlFunction[],
): Promise<readonly string[]> => {
  const applied = await database<Applied>('sql_functions').select('name', 'hash');
  const known = new Set(applied.map(({ name, hash }) => `${name} ${hash}`));
  return functions.filter(({ name, hash }) => !known.has(`${name} ${hash}`)).map(({ name }) => name);
};
