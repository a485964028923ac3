import { runStatement, type Database, type Statement } from '#platform/database';
import type { AttemptId, OperationId, ShopId } from '#platform/ids';
import type { Direction } from './settlement-line.ts';

export type MismatchKind = 'missing_here' | 'missing_there' | 'amount' | 'duplicate';

export type MismatchRow = {
  readonly shop_id: ShopId;
  readonly shop: string;
  readonly attempt_id: AttemptId;
  readonly operation_id: OperationId;
  readonly provider_id: string;
  readonly direction: Direction;
  readonly currency: string;
  readonly kind: Exclude<MismatchKind, 'missing_here'>;
  readonly told: string;
  readonly due: string;
  readonly lines: readonly { readonly fileId: string; readonly line: number }[];
};

export type MismatchFilter = {
  readonly shopId: ShopId | null;
  readonly providerId: string | null;
  readonly fileId: string | null;
};

export const mostListed = 1_000;

// Across shops unless one is named; by settlement_matches_open.
const findMismatches = (name: string, condition: string): Statement => ({
  name,
  text: `select found.*, s.name as shop, (
      case when o.status = 'completed' then a.booked_amount else 0 end + a.suspense_amount - a.suspense_returned
        - coalesce((select sum(c.cleared_amount) from settlement_matches c
          where c.shop_id = found.shop_id and c.attempt_id = found.attempt_id), 0))::text as due
    from (
      select m.shop_id, m.attempt_id, m.operation_id, m.provider_id, m.direction, m.currency, min(m.outcome) as kind,
        sum(m.amount)::text as told,
        jsonb_agg(jsonb_build_object('fileId', m.file_id, 'line', m.line) order by m.file_id, m.line) as lines
      from settlement_matches m
      where m.outcome <> 'matched' and m.resolution is null and ${condition}
      group by m.shop_id, m.attempt_id, m.operation_id, m.provider_id, m.direction, m.currency
      order by m.attempt_id desc limit ${mostListed}
    ) as found
      join attempts a on a.shop_id = found.shop_id and a.attempt_id = found.attempt_id
      join operations o on o.shop_id = found.shop_id and o.operation_id = found.operation_id
      join shops s on s.shop_id = found.shop_id
    order by found.attempt_id desc`,
});

const listMismatches = findMismatches(
  'list_settlement_mismatches',
  `($1::uuid is null or m.shop_id = $1) and ($2::text is null or m.provider_id = $2) and ($3::uuid is null or m.file_id = $3)`,
);
const findMismatch = findMismatches('find_settlement_mismatch', 'm.attempt_id = $1');

export const listMismatchRows = (
  database: Database,
  { shopId, providerId, fileId }: MismatchFilter,
): Promise<MismatchRow[]> => runStatement<MismatchRow>(database, listMismatches, [shopId, providerId, fileId]);

export const findMismatchRow = async (database: Database, attemptId: string): Promise<MismatchRow | null> =>
  (await runStatement<MismatchRow>(database, findMismatch, [attemptId]))[0] ?? null;

export type StrayRow = {
  readonly file_id: string;
  readonly line: number;
  readonly provider_id: string;
  readonly reference: string;
  readonly direction: Direction;
  readonly currency: string;
  readonly amount: string;
  readonly fee: string;
};

const findStrays = (name: string, condition: string): Statement => ({
  name,
  text: `select y.file_id, y.line, f.provider_id, l.reference, l.direction, l.currency, l.amount::text, l.fee::text
    from settlement_strays y join settlement_files f on f.file_id = y.file_id
      join settlement_lines l on l.file_id = y.file_id and l.line = y.line and l.part = 1
    where y.resolution is null and ${condition}
    order by y.file_id desc, y.line limit ${mostListed}`,
});

const listStrays = findStrays(
  'list_settlement_strays',
  `($1::text is null or f.provider_id = $1) and ($2::uuid is null or y.file_id = $2)`,
);
const findStray = findStrays('find_settlement_stray', 'y.file_id = $1 and y.line = $2');

export const listStrayRows = (
  database: Database,
  { providerId, fileId }: Pick<MismatchFilter, 'providerId' | 'fileId'>,
): Promise<StrayRow[]> => runStatement<StrayRow>(database, listStrays, [providerId, fileId]);

export const findStrayRow = async (database: Database, fileId: string, line: number): Promise<StrayRow | null> =>
  (await runStatement<StrayRow>(database, findStray, [fileId, line]))[0] ?? null;

export type FileTotals = {
  readonly outcome: string;
  readonly resolution: string | null;
  readonly direction: Direction;
  readonly currency: string;
  readonly lines: number;
  readonly amount: string;
  readonly fee: string;
  readonly cleared: string;
};

const totalFile: Statement = {
  name: 'total_settlement_file',
  text: `select m.outcome, m.resolution, m.direction, m.currency, count(*)::integer as lines, sum(m.amount)::text as amount,
      sum(m.fee)::text as fee, sum(m.cleared_amount)::text as cleared
    from settlement_matches m where m.file_id = $1 and m.outcome is not null
    group by m.outcome, m.resolution, m.direction, m.currency
    order by m.direction, m.currency, m.outcome, m.resolution`,
};

const totalStrays: Statement = {
  name: 'total_settlement_strays',
  text: `select 'missing_here' as outcome, y.resolution, l.direction, l.currency, count(*)::integer as lines,
      sum(l.amount)::text as amount, sum(l.fee)::text as fee, '0' as cleared
    from settlement_strays y join settlement_lines l on l.file_id = y.file_id and l.line = y.line and l.part = 1
    where y.file_id = $1 group by y.resolution, l.direction, l.currency order by l.direction, l.currency`,
};

/** What became of the lines of a file. */
export const totalsOfFile = async (database: Database, fileId: string): Promise<FileTotals[]> => [
  ...(await runStatement<FileTotals>(database, totalFile, [fileId])),
  ...(await runStatement<FileTotals>(database, totalStrays, [fileId])),
];

export type DueRow = {
  readonly shop: string;
  readonly attempt_id: AttemptId;
  readonly operation_id: OperationId;
  readonly provider_id: string;
  readonly direction: Direction;
  readonly currency: string;
  readonly due: string;
  readonly finished_at: Date | null;
};

// A report: it reads all attempts at the provider.
const findDue: Statement = {
  name: 'list_due_settlements',
  text: `select s.name as shop, due.*
    from (
      select a.shop_id, a.attempt_id, a.operation_id, a.provider_id, a.type as direction, o.currency, o.finished_at, (
        case when o.status = 'completed' then a.booked_amount else 0 end + a.suspense_amount - a.suspense_returned
          - coalesce((select sum(c.cleared_amount) from settlement_matches c
            where c.shop_id = a.shop_id and c.attempt_id = a.attempt_id), 0))::text as due
      from attempts a join operations o on o.shop_id = a.shop_id and o.operation_id = a.operation_id
      where a.paid_amount > 0 and ($1::text is null or a.provider_id = $1) and ($2::uuid is null or a.shop_id = $2)
    ) as due join shops s on s.shop_id = due.shop_id
    where due.due::numeric <> 0 order by due.attempt_id desc limit ${mostListed}`,
};

/** Newest first, at most `mostListed`. */
export const listDueRows = (
  database: Database,
  { providerId, shopId }: Pick<MismatchFilter, 'providerId' | 'shopId'>,
): Promise<DueRow[]> => runStatement<DueRow>(database, findDue, [providerId, shopId]);
