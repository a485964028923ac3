import type { Database } from '#platform/database';
import { OperatorRefusal } from '#platform/refusals';
import { decimal, type Currency, type Decimal } from '#platform/money';
import {
  findMismatchRow,
  findStrayRow,
  listDueRows,
  listMismatchRows,
  listStrayRows,
  totalsOfFile,
  type DueRow,
  type FileTotals,
  type MismatchFilter,
  type MismatchKind,
  type MismatchRow,
  type StrayRow,
} from './mismatches-store.ts';
import { findFile, listFiles, type SettlementFile } from './settlement-files-store.ts';
import type { Direction } from './settlement-line.ts';

/** What of an attempt the files and the ledger disagree about; or a line that names no attempt. */
export type Mismatch = {
  readonly kind: MismatchKind;
  /** Null: no attempt of ours, so no shop's. */
  readonly shop: string | null;
  readonly operationId: string | null;
  readonly attemptId: string | null;
  readonly providerId: string;
  readonly reference: string | null;
  readonly direction: Direction;
  readonly currency: Currency;
  /** By the open lines, together. */
  readonly told: Decimal;
  /** Of the attempt, and not settled yet. */
  readonly due: Decimal;
  /** Line 0: the file lacks the attempt. */
  readonly lines: readonly { readonly fileId: string; readonly line: number }[];
};

type Needs = { readonly database: Database };

const ofAttempt = (row: MismatchRow): Mismatch => ({
  kind: row.kind,
  shop: row.shop,
  operationId: row.operation_id,
  attemptId: row.attempt_id,
  providerId: row.provider_id,
  reference: null,
  direction: row.direction,
  currency: row.currency,
  told: decimal(row.told),
  due: decimal(row.due),
  lines: row.lines,
});

const ofStray = (row: StrayRow): Mismatch => ({
  kind: 'missing_here',
  shop: null,
  operationId: null,
  attemptId: null,
  providerId: row.provider_id,
  reference: row.reference,
  direction: row.direction,
  currency: row.currency,
  told: decimal(row.amount),
  due: decimal('0'),
  lines: [{ fileId: row.file_id, line: row.line }],
});

/** What waits for a decision, lines without a shop last; at most a thousand of either. */
export const listMismatches = async ({ database }: Needs, filter: MismatchFilter): Promise<Mismatch[]> => {
  const ofShops = (await listMismatchRows(database, filter)).map(ofAttempt);
  const strays = filter.shopId === null ? (await listStrayRows(database, filter)).map(ofStray) : [];
  return [...ofShops, ...strays];
};

/** A mismatch as it is decided about, with the row that the decision is compared with. */
export type OpenMismatch = { readonly shown: Mismatch } & (
  | { readonly attempt: MismatchRow }
  | { readonly stray: StrayRow }
);

/**
 * By an attempt's id, or `<file>:<line>` of a line that names none.
 * @throws OperatorRefusal mismatch_not_found
 */
export const requireMismatch = async ({ database }: Needs, name: string): Promise<OpenMismatch> => {
  const [, fileId, line] = /^([0-9a-f-]{36}):(\d{1,9})$/i.exec(name) ?? [];
  if (fileId !== undefined) {
    const stray = await findStrayRow(database, fileId, Number(line));
    if (stray !== null) return { shown: ofStray(stray), stray };
  } else {
    const attempt = await findMismatchRow(database, name);
    if (attempt !== null) return { shown: ofAttempt(attempt), attempt };
  }
  throw new OperatorRefusal('mismatch_not_found', { mismatch: name });
};

const mostFiles = 100;

/** Newest first, at most a hundred. */
export const listSettlementFiles = (
  { database }: Needs,
  providerId: string | null,
): Promise<readonly SettlementFile[]> => listFiles(database, providerId, mostFiles);

/** @throws OperatorRefusal settlement_file_not_found */
export const showSettlementFile = async (
  { database }: Needs,
  fileId: string,
): Promise<{ readonly file: SettlementFile; readonly totals: readonly FileTotals[] }> => {
  const file = await findFile(database, fileId);
  if (file === null) throw new OperatorRefusal('settlement_file_not_found', { fileId });
  return { file, totals: await totalsOfFile(database, fileId) };
};

/** What clearing accounts wait for: what attempts moved on them, and no file has settled. */
export const listDue = (
  { database }: Needs,
  filter: Pick<MismatchFilter, 'providerId' | 'shopId'>,
): Promise<DueRow[]> => listDueRows(database, filter);
