import { advisoryLocks } from '#platform/advisory-locks';
import { runStatement, type Database, type Statement } from '#platform/database';
import { decimal, type Currency } from '#platform/money';

export type Rate = {
  readonly from: Currency;
  readonly to: Currency;
  readonly source: string;
  /** How much of `to` one unit of `from` is worth; decimal text without trailing zeros. */
  readonly rate: string;
  readonly validFrom: Date;
  /** Null: until it is succeeded. */
  readonly validUntil: Date | null;
};

export type ListedRate = Rate & {
  readonly state: 'in force' | 'scheduled' | 'past';
  readonly createdAt: Date;
};

export type RateFilter = {
  readonly from?: Currency;
  readonly to?: Currency;
  readonly source?: string;
  /** Also what is over and what has not begun. */
  readonly isHistory?: boolean;
  readonly limit?: number;
};

type Row = {
  base: string;
  quote: string;
  source: string;
  rate: string;
  valid_from: Date;
  valid_until: Date | null;
};

const toRate = (row: Row): Rate => ({
  from: row.base,
  to: row.quote,
  source: row.source,
  rate: decimal(row.rate).toFixed(),
  validFrom: row.valid_from,
  validUntil: row.valid_until,
});

/** Held to the end of the transaction, so that two writers of rates follow one another. */
export const lockRates = async (tx: Database): Promise<void> => {
  await tx.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.rates]);
};

// The new rate begins at $5, or now: after the lock, and after any rate of the same millisecond. Those it meets end
// where it begins; it ends at the latest where the next one begins, so a source has one rate at a time.
const addRate: Statement = {
  name: 'add_rate',
  text: `with point as (
      select coalesce($5::timestamptz, greatest(date_trunc('milliseconds', clock_timestamp()), (
        select max(valid_from) + interval '1 millisecond' from fx_rates
        where base = $1 and quote = $2 and source = $3 and valid_from <= clock_timestamp()))) as begins
    ), ended as (
      update fx_rates r set valid_until = point.begins from point, fx_rates old
      where r.base = $1 and r.quote = $2 and r.source = $3 and r.valid_from < point.begins
        and (r.valid_until is null or r.valid_until > point.begins)
        and (old.base, old.quote, old.source, old.valid_from) = (r.base, r.quote, r.source, r.valid_from)
      returning old.*
    ), added as (
      insert into fx_rates (base, quote, source, rate, valid_from, valid_until)
      select $1, $2, $3, $4::numeric, begins, least($6::timestamptz, (
        select min(valid_from) from fx_rates
        where base = $1 and quote = $2 and source = $3 and valid_from > begins))
      from point
      on conflict do nothing
      returning *
    )
    (select false as is_new, base, quote, source, rate, valid_from, valid_until from ended
      order by valid_from desc limit 1)
    union all
    select true, base, quote, source, rate, valid_from, valid_until from added`,
};

export type NewRate = Omit<Rate, 'validFrom'> & {
  /** Null: from now on. */
  readonly validFrom: Date | null;
};

/** Null where the source has a rate from that very moment on; then the transaction must not commit. */
export const insertRate = async (
  tx: Database,
  { from, to, source, rate, validFrom, validUntil }: NewRate,
): Promise<{ readonly before: Rate | null; readonly after: Rate } | null> => {
  const values = [from, to, source, rate, validFrom, validUntil];
  const rows = await runStatement<Row & { is_new: boolean }>(tx, addRate, values);
  const [before, after] = [rows.find(({ is_new }) => !is_new), rows.find(({ is_new }) => is_new)];
  if (after === undefined) return null;
  return { before: before === undefined ? null : toRate(before), after: toRate(after) };
};

const columns = ['base', 'quote', 'source', 'rate', 'valid_from', 'valid_until', 'created_at'] as const;
const state = `case when valid_from > now() then 'scheduled' when valid_until <= now() then 'past'
  else 'in force' end as state`;

/** Of each pair and source the rate in force, or its history, newest first. */
export const listRates = async (database: Database, filter: RateFilter = {}): Promise<ListedRate[]> => {
  const { from, to, source, isHistory = false, limit } = filter;
  const query = database('fx_rates')
    .select(...columns, database.raw(state))
    .orderBy(['base', 'quote', 'source', { column: 'valid_from', order: 'desc' }]);
  if (from !== undefined) void query.where({ base: from });
  if (to !== undefined) void query.where({ quote: to });
  if (source !== undefined) void query.where({ source });
  if (limit !== undefined) void query.limit(limit);
  if (!isHistory) {
    void query
      .distinctOn('base', 'quote', 'source')
      .whereRaw('valid_from <= now() and (valid_until is null or valid_until > now())');
  }
  const rows = (await query) as (Row & { created_at: Date; state: ListedRate['state'] })[];
  return rows.map((row) => ({ ...toRate(row), state: row.state, createdAt: row.created_at }));
};

/** The rate that begins last of each pair of these sources, whether it has begun or not. */
export const findLatestRates = async (database: Database, sources: readonly string[]): Promise<Rate[]> => {
  const rows = (await database('fx_rates')
    .distinctOn('base', 'quote', 'source')
    .select(...columns)
    .whereIn('source', [...sources])
    .orderBy(['base', 'quote', 'source', { column: 'valid_from', order: 'desc' }])) as Row[];
  return rows.map(toRate);
};
