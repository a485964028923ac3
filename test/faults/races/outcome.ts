import { profileOf } from '#features/operations';
import type { Way } from './orderings.ts';
import { absentFrom, isOpen, shown, shownAnew, sweep, type Payment } from './payment-model.ts';
import type { StepName } from './step-names.ts';

/** What the tables hold of a payment. */
export type Standing = {
  readonly status: string;
  readonly actual: string;
  readonly suspense: string;
  /** What the payment brought its shop, at 3 %. */
  readonly balance: string;
  readonly events: string;
  readonly order: string;
  /** How many receipts are on record, each with its content. */
  readonly files: string;
};

export type Outcome = Standing & {
  /** What each step was answered, where it is a request; else empty. */
  readonly answers: readonly string[];
  /** What a read by the merchant's identifier answers in the end: in h2h all that ever had it, newest first. */
  readonly read: string;
  /** The payment that has its identifier since. */
  readonly anew: Standing | null;
  /** By how many ids the merchant was told of them. */
  readonly ids: number;
};

const settledAt3Percent: Readonly<Record<string, string>> = { '0.00': '0.00', '40.00': '38.80', '100.00': '97.00' };

const isVisible = (payment: Payment): boolean =>
  isOpen(payment) || payment.status === 'completed' || payment.status === 'cancelled';

const readOf = (payment: Payment): string => {
  const own = isVisible(payment) ? [shown(payment)] : [];
  const all = payment.anew === null ? own : [shownAnew(payment), ...own];
  return payment.api === 'v1' ? (all[0] ?? '404') : all.join('; ') || 'none';
};

const standingOf = ({ status, actual, suspense, events, order, files }: Payment): Standing => ({
  status,
  actual,
  suspense,
  balance: settledAt3Percent[actual]!,
  events: events.join(', '),
  order,
  files: String(files.length),
});

const standingAnew = ({ api }: Payment): Standing => {
  const events = profileOf(api).tellsAcceptance ? (['accepted'] as const) : [];
  return standingOf({ ...absentFrom(api), status: 'pending', order: 'live', events });
};

/** How a way ends, once the sweeps have been there. */
export const outcomeOf = (way: Way, names: readonly StepName[]): Outcome => {
  const payment = sweep(way.payment);
  const isTold = payment.status !== 'rejected' && payment.status !== 'absent';
  return {
    answers: names.map((_, position) => payment.answers[position] ?? ''),
    read: readOf(payment),
    ...standingOf(payment),
    anew: payment.anew === null ? null : standingAnew(payment),
    ids: (isTold ? 1 : 0) + (payment.anew === null ? 0 : 1),
  };
};
