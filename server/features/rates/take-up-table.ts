import type { Actor } from '#features/access';
import type { Database } from '#platform/database';
import { OperatorRefusal } from '#platform/refusals';
import { decimal } from '#platform/money';
import { deriveRates, type DerivedRate, type Wishes } from './derive-rates.ts';
import { findLatestRates, lockRates, type Rate } from './rates-store.ts';
import type { RateTable } from './rate-table.ts';
import { succeedRate } from './set-rate.ts';

export type TableToTakeUp = {
  readonly source: string;
  readonly table: RateTable;
  readonly wishes: Wishes;
};

export type TablePlan = {
  /** What the table says and is not on record yet. */
  readonly fresh: readonly DerivedRate[];
  /** How many are on record already, or newer ones of their source. */
  readonly known: number;
  /** On record for the same moment with another figure, as `USD to RUB`. They stay: no rate changes in place. */
  readonly disputed: readonly string[];
  /** Too small for the decimals of their pair. */
  readonly lost: readonly string[];
};

const mostDaysAhead = 7;
const dayMs = 86_400_000;

const keyOf = ({ from, to, source }: Pick<Rate, 'from' | 'to' | 'source'>): string => `${from} ${to} ${source}`;

/** What taking up the table would write now. */
export const planTable = async (database: Database, { source, table, wishes }: TableToTakeUp): Promise<TablePlan> => {
  // A rate of a far day would stand above every table until then.
  if (table.validFrom.getTime() > Date.now() + mostDaysAhead * dayMs) {
    throw new OperatorRefusal('table_too_early', { day: table.day, mostDaysAhead });
  }
  const { rates, lost } = deriveRates(source, table, wishes);
  const sources = [...new Set(rates.map((rate) => rate.source))];
  const latest = new Map((await findLatestRates(database, sources)).map((rate) => [keyOf(rate), rate]));
  const isFresh = (rate: DerivedRate): boolean => {
    const known = latest.get(keyOf(rate));
    return known === undefined || known.validFrom < table.validFrom;
  };
  const isDisputed = (rate: DerivedRate): boolean => {
    const known = latest.get(keyOf(rate));
    return known?.validFrom.getTime() === table.validFrom.getTime() && !decimal(known.rate).eq(rate.rate);
  };
  const fresh = rates.filter(isFresh);
  const disputed = rates.filter(isDisputed).map(({ from, to }) => `${from} to ${to}`);
  return { fresh, known: rates.length - fresh.length - disputed.length, disputed, lost };
};

/** Writes what the table says, all of it or nothing. Doing it again, or an older table, changes nothing. */
export const takeUpTable = (
  { database }: { readonly database: Database },
  taken: TableToTakeUp,
  actor: Actor,
): Promise<TablePlan> =>
  database.transaction(async (tx) => {
    await lockRates(tx);
    const plan = await planTable(tx, taken);
    const { validFrom } = taken.table;
    for (const { rate, ...pair } of plan.fresh) {
      await succeedRate(tx, { ...pair, rate: rate.toFixed(), validFrom, validUntil: null }, actor);
    }
    return plan;
  });
