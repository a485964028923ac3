import { advisoryLocks } from '#platform/advisory-locks';
import { runStatement, type Database, type Statement, type Transaction } from '#platform/database';

export type CanaryRow = {
  readonly key_id: string;
  readonly canary: Buffer;
  /** Something that must be read again may hang on the key. */
  readonly is_in_use: boolean;
};

const reading: Statement = {
  name: 'key_ring_canaries_read',
  text: `select key_id, canary, is_in_use from key_ring_canaries order by key_id`,
};

export const readCanaries = (database: Database): Promise<CanaryRow[]> => runStatement(database, reading, []);

// One at a time over all processes: of two that begin with different rings, the second must see what the first has done,
// however long that looks through the data of before.
export const lockCanaries = async (transaction: Transaction): Promise<void> => {
  await transaction.raw('set local lock_timeout = 0');
  await transaction.raw('set local statement_timeout = 0');
  await transaction.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.keyRing]);
};

const insertion: Statement = {
  name: 'key_ring_canaries_insert',
  text: `insert into key_ring_canaries (key_id, canary, is_in_use)
    select * from unnest($1::text[], $2::bytea[], $3::boolean[]) on conflict (key_id) do nothing`,
};

export const insertCanaries = async (database: Database, rows: readonly CanaryRow[]): Promise<void> => {
  const columns = [rows.map((row) => row.key_id), rows.map((row) => row.canary), rows.map((row) => row.is_in_use)];
  await runStatement(database, insertion, columns);
};

const using: Statement = {
  name: 'key_ring_canaries_use',
  text: `update key_ring_canaries set is_in_use = true where key_id = $1 and not is_in_use`,
};

export const markInUse = async (database: Database, keyId: string): Promise<void> => {
  await runStatement(database, using, [keyId]);
};

const release: Statement = {
  name: 'key_ring_canaries_release',
  text: `update key_ring_canaries set is_in_use = false where is_in_use and key_id <> all($1::text[])`,
};

/** Nothing that must be read hangs on any other key than these. */
export const releaseOthers = async (database: Database, needed: readonly string[]): Promise<void> => {
  await runStatement(database, release, [needed]);
};
