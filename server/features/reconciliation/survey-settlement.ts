import { createHash, type Hash } from 'node:crypto';
import { decimal, zero, type Currency, type Decimal } from '#platform/money';
import { OperatorRefusal, type SettlementProblem } from '#platform/refusals';
import { readCamt } from './read-camt.ts';
import { readSettlementCsv } from './read-settlement-csv.ts';
import { dayAfter, type Direction, type ReadLine, type SettlementLine } from './settlement-line.ts';
import type { SettlementMapping } from './settlement-mapping.ts';

/** A file that can be read from its beginning as often as it is needed. */
export type SettlementSource = {
  readonly name: string;
  readonly open: () => AsyncIterable<Uint8Array>;
};

/** What a file tells of one direction and currency. */
export type Scope = {
  readonly direction: Direction;
  readonly currency: Currency;
  readonly lines: number;
  readonly amount: Decimal;
  readonly fee: Decimal;
};

/** What is known of a file once it was read through. */
export type SettlementSurvey = {
  readonly digest: Buffer;
  readonly lines: number;
  readonly lastLine: number;
  readonly scopes: readonly Scope[];
  /** Whole days, half-open; null where the file does not say what it is complete for. */
  readonly period: { readonly from: Date; readonly to: Date } | null;
};

const mostProblems = 20;

async function* hashing(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** The lines of a file, and when they are all read the digest of its bytes. */
export const readSettlement = (
  source: SettlementSource,
  mapping: SettlementMapping,
): { readonly lines: AsyncGenerator<ReadLine>; readonly digest: () => Buffer } => {
  const hash = createHash('sha256');
  const chunks = hashing(source.open(), hash);
  const lines = mapping.format === 'csv' ? readSettlementCsv(chunks, mapping) : readCamt(chunks, mapping);
  return { lines, digest: () => hash.digest() };
};

type Days = { readonly from: Date; readonly last: Date };

const stretch = (days: Days | null, day: Date): Days => ({
  from: days === null || day < days.from ? day : days.from,
  last: days === null || day > days.last ? day : days.last,
});

const createTally = () => {
  const scopes = new Map<string, Scope>();
  const count = { lines: 0, lastLine: 0 };
  let period = null as Days | null;
  return {
    add: ({ line, direction, currency, amount, fee, settledOn }: SettlementLine): void => {
      count.lines += 1;
      count.lastLine = line;
      const key = `${direction} ${currency}`;
      const so = scopes.get(key) ?? { direction, currency, lines: 0, amount: zero, fee: zero };
      const sums = { amount: so.amount.plus(decimal(amount)), fee: so.fee.plus(decimal(fee)) };
      scopes.set(key, { ...so, lines: so.lines + 1, ...sums });
      if (settledOn !== null) period = stretch(period, settledOn);
    },
    result: (isComplete: boolean) => ({
      ...count,
      scopes: [...scopes.values()],
      period: isComplete && period !== null ? { from: period.from, to: dayAfter(period.last) } : null,
    }),
  };
};

/**
 * Reads a file through and writes nothing: a file with a line that cannot be read is refused as a whole.
 * @throws OperatorRefusal settlement_file_wrong
 */
export const surveySettlement = async (
  source: SettlementSource,
  mapping: SettlementMapping,
): Promise<SettlementSurvey> => {
  const { lines, digest } = readSettlement(source, mapping);
  const problems: SettlementProblem[] = [];
  const tally = createTally();
  for await (const read of lines) {
    if ('settled' in read) tally.add(read.settled);
    else problems.push({ ...read.fault, line: read.line });
    if (problems.length === mostProblems) break;
  }
  if (problems.length > 0) throw new OperatorRefusal('settlement_file_wrong', { file: source.name, problems });
  return { digest: digest(), ...tally.result(mapping.complete) };
};
