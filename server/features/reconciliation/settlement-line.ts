import { decimal, scaleOf, type Currency } from '#platform/money';
import type { OneOf, SettlementLineFaults } from '#platform/refusals';

export type Direction = 'payment' | 'payout';

/** One line of a provider's settlement file. */
export type SettlementLine = {
  readonly line: number;
  /** As the file has it. */
  readonly reference: string;
  /** Those that the reference names; none where it is no attempt's. */
  readonly attemptIds: readonly string[];
  readonly direction: Direction;
  readonly currency: Currency;
  /** Before the provider's fee; below zero for what it takes back. */
  readonly amount: string;
  readonly fee: string;
  readonly settledOn: Date | null;
};

export type LineFault = OneOf<SettlementLineFaults>;

/** A line that cannot be read is told with the others that cannot. */
export type ReadLine =
  | { readonly line: number; readonly settled: SettlementLine }
  | { readonly line: number; readonly fault: LineFault };

/** What a line is refused for, on the way out of whatever is reading it. */
export class LineFaulty extends Error {
  readonly fault: LineFault;

  constructor(fault: LineFault) {
    super(fault.code);
    this.fault = fault;
  }
}

const mostReferenceCharacters = 4_000;
export const mostAttempts = 100;
const attemptForm = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

const withHyphens = (id: string): string =>
  id
    .replaceAll('-', '')
    .toLowerCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** An attempt's id, or several; one that names anything else names no attempt of ours. */
export const readReference = (text: string): Pick<SettlementLine, 'reference' | 'attemptIds'> => {
  const reference = text.trim();
  if (reference.length > mostReferenceCharacters) {
    throw new LineFaulty({ code: 'reference_too_long', details: { limit: mostReferenceCharacters } });
  }
  if (attemptForm.test(reference)) return { reference, attemptIds: [withHyphens(reference)] };
  const names = reference.split(/[\s,;|]+/).filter(Boolean);
  if (names.length === 0 || !names.every((name) => attemptForm.test(name))) return { reference, attemptIds: [] };
  const attemptIds = [...new Set(names.map(withHyphens))];
  if (attemptIds.length > mostAttempts) {
    throw new LineFaulty({ code: 'reference_too_long', details: { limit: mostAttempts } });
  }
  return { reference, attemptIds };
};

const amountForm = /^-?\d{1,15}(\.(\d{1,10}))?$/;

/** Digits and at most one point: what a spreadsheet makes of numbers (1e3, 1,000.00) is refused and not guessed at. */
export const readAmount = (text: string, currency: Currency): string => {
  const amount = text.trim();
  const form = amountForm.exec(amount);
  if (form === null) throw new LineFaulty({ code: 'amount_malformed', details: { amount: amount.slice(0, 40) } });
  const decimals = scaleOf(currency);
  // Zeros behind the last decimal change nothing.
  if ((form[2] ?? '').replace(/0+$/, '').length > decimals) {
    throw new LineFaulty({ code: 'amount_too_fine', details: { amount, currency, decimals } });
  }
  return amount;
};

export const isNothing = (amount: string): boolean => !/[1-9]/.test(amount);

/** What was charged on top of it, or kept of it, is put back. */
export const grossOf = (net: string, fee: string, direction: Direction): string =>
  (direction === 'payment' ? decimal(net).plus(decimal(fee)) : decimal(net).minus(decimal(fee))).toFixed();

export const readCurrency = (text: string): Currency => {
  const currency = text.trim().toUpperCase();
  if (/^[A-Z]{3,5}$/.test(currency)) return currency;
  throw new LineFaulty({ code: 'currency_malformed', details: { currency: currency.slice(0, 40) } });
};

const dayMs = 86_400_000;

/** Zone as `+03:00`; a time of its own is cut off, as a period has whole days. */
export const readDay = (text: string, form: 'YYYY-MM-DD' | 'DD.MM.YYYY', zone: string): Date => {
  const day = text.trim();
  const parts =
    form === 'YYYY-MM-DD'
      ? /^(\d{4})-(\d{2})-(\d{2})(?=$|[T ])/.exec(day)
      : /^(\d{2})\.(\d{2})\.(\d{4})(?=$| )/.exec(day);
  const [year, month, date] =
    form === 'YYYY-MM-DD' ? [parts?.[1], parts?.[2], parts?.[3]] : [parts?.[3], parts?.[2], parts?.[1]];
  const begun = new Date(`${year}-${month}-${date}T00:00:00.000${zone}`);
  // 31.02. would be taken for a day of March.
  const isReal =
    Number.isFinite(begun.getTime()) &&
    new Date(`${year}-${month}-${date}T00:00:00.000Z`).toISOString().startsWith(`${year}-${month}-${date}`);
  if (!isReal) throw new LineFaulty({ code: 'day_malformed', details: { day: day.slice(0, 40), form } });
  return begun;
};

export const dayAfter = (day: Date): Date => new Date(day.getTime() + dayMs);
