import { createHash } from 'node:crypto';
import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import type { SettlementLine } from './settlement-line.ts';

export type SettlementFile = {
  readonly file_id: string;
  readonly provider_id: string;
  readonly name: string;
  readonly mapping_digest: Buffer;
  readonly lines: number;
  readonly last_line: number;
  readonly written_to: number;
  readonly period_from: Date | null;
  readonly period_to: Date | null;
  readonly scopes: readonly string[];
  readonly created_at: Date;
  readonly matched_at: Date | null;
};

export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export const listProviderIds = async (database: Database): Promise<string[]> =>
  (await database('providers').orderBy('provider_id').select<{ provider_id: string }[]>('provider_id')).map(
    ({ provider_id: id }) => id,
  );

/** Whether it is new. */
export const insertFile = async (
  tx: Database,
  file: Omit<SettlementFile, 'created_at' | 'matched_at' | 'written_to'> & { readonly digest: Buffer },
): Promise<boolean> => {
  const inserted = await tx('settlement_files')
    .insert({ ...file, scopes: [...file.scopes] })
    .onConflict(['provider_id', 'digest'])
    .ignore()
    .returning('file_id');
  return inserted.length > 0;
};

export const findFileByDigest = async (
  database: Database,
  providerId: string,
  digest: Buffer,
): Promise<SettlementFile | null> =>
  (await database('settlement_files').where({ provider_id: providerId, digest }).first<SettlementFile>('*')) ?? null;

export const findFile = async (database: Database, fileId: string): Promise<SettlementFile | null> =>
  (await database('settlement_files').where({ file_id: fileId }).first<SettlementFile>('*')) ?? null;

/** Newest first. */
export const listFiles = (
  database: Database,
  providerId: string | null,
  limit: number,
): Promise<readonly SettlementFile[]> => {
  const query = database('settlement_files').orderBy('file_id', 'desc').limit(limit);
  if (providerId !== null) void query.where({ provider_id: providerId });
  return query.select<SettlementFile[]>('*');
};

export const markMatched = async (database: Database, fileId: string): Promise<void> => {
  await database('settlement_files')
    .where({ file_id: fileId, matched_at: null })
    .update({ matched_at: database.fn.now() });
};

// The file's row says how far the lines are written, so no line is written twice, and two imports notice each other.
const writeLines: Statement = {
  name: 'write_settlement_lines',
  text: `with moved as (
      update settlement_files set written_to = $3 where file_id = $1 and written_to = $2 returning file_id
    ), written as (
      insert into settlement_lines
        (file_id, line, part, parts, reference, attempt_id, direction, currency, amount, fee, settled_on)
      select moved.file_id, given.* from moved cross join unnest($4::integer[], $5::smallint[], $6::smallint[], $7::text[],
        $8::uuid[], $9::text[], $10::text[], $11::numeric[], $12::numeric[], $13::timestamptz[]) as given
    )
    select count(*)::integer as moved from moved`,
};

type Row = readonly [
  line: number,
  part: number,
  parts: number,
  reference: string,
  attemptId: string | null,
  direction: string,
  currency: string,
  amount: string,
  fee: string,
  settledOn: Date | null,
];

const rowsOf = (settled: SettlementLine): Row[] => {
  const { line, reference, attemptIds, direction, currency, amount, fee, settledOn } = settled;
  const named = attemptIds.length === 0 ? [null] : attemptIds;
  return named.map((attemptId, index) => [
    line,
    index + 1,
    named.length,
    reference,
    attemptId,
    direction,
    currency,
    amount,
    fee,
    settledOn,
  ]);
};

const columnCount = 10;

/** False when another import of the file has moved on from `writtenTo` meanwhile; nothing is written then. */
export const writeSettlementLines = async (
  database: Database,
  { fileId, writtenTo }: { readonly fileId: string; readonly writtenTo: number },
  lines: readonly SettlementLine[],
): Promise<boolean> => {
  const rows = lines.flatMap(rowsOf);
  const columns = Array.from({ length: columnCount }, (_, column) => rows.map((row) => row[column] ?? null));
  const values = [fileId, writtenTo, lines.at(-1)?.line ?? writtenTo, ...columns];
  return (await runForRow<{ moved: number }>(database, writeLines, values)).moved === 1;
};

// The ends of an index, as no version of Postgres before 18 has a least of ids.
const findBounds: Statement = {
  name: 'find_settlement_bounds',
  text: `select
      (select attempt_id from settlement_lines where file_id = $1 and attempt_id is not null
        order by attempt_id limit 1) as first,
      (select attempt_id from settlement_lines where file_id = $1 and attempt_id is not null
        order by attempt_id desc limit 1) as last`,
};

/** The first and the last of the attempts that a file names. */
export const readBounds = async (
  database: Database,
  fileId: string,
): Promise<{ readonly first: string; readonly last: string } | null> => {
  const { first, last } = await runForRow<{ first: string | null; last: string | null }>(database, findBounds, [
    fileId,
  ]);
  return first === null || last === null ? null : { first, last };
};

// Across shops and without a lock: what no shop knows is written afterwards. By settlement_matches_by_file.
const findStrays: Statement = {
  name: 'find_settlement_strays',
  text: `select l.line from settlement_lines l
    where l.file_id = $1 and l.part = 1 and l.line > $2
      and not exists (select from settlement_matches m where m.file_id = l.file_id and m.line = l.line)
    order by l.line limit $3`,
};

const writeStrays: Statement = {
  name: 'write_settlement_strays',
  text: `insert into settlement_strays (file_id, line) select $1, unnest($2::integer[])
    on conflict (file_id, line) do nothing`,
};

/** Up to which line it has looked; null when there is nothing behind it. */
export const noteStrays = async (
  database: Database,
  fileId: string,
  after: number,
  limit: number,
): Promise<number | null> => {
  const found = await runStatement<{ line: number }>(database, findStrays, [fileId, after, limit]);
  const lines = found.map(({ line }) => line);
  if (lines.length > 0) await runStatement(database, writeStrays, [fileId, lines]);
  return lines.length < limit ? null : lines.at(-1)!;
};
