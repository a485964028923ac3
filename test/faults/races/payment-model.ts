import type { Api } from '#platform/apis';
import { decimal, largest, zero } from '#platform/money';

/** The files that a payer sends: one that can be read, one that cannot, and another one. */
export type FileName = 'good' | 'bad' | 'other';

/** What is true of one payment, its provider's books included, once the steps so far are through. */
export type Payment = {
  /** By which it is created. */
  readonly api: Api;
  /** `absent`: the identifier was not used yet; else as in the table of operations. */
  readonly status:
    | 'absent'
    | 'tombstone'
    | 'creating'
    | 'rejecting'
    | 'rejected'
    | 'pending'
    | 'awaiting_confirmation'
    | 'manual_check'
    | 'completed'
    | 'cancelled';
  readonly cancelReason: 'merchant' | 'declined' | 'expired' | 'receipt_rejected' | null;
  readonly checkReason: 'potential_fake' | 'not_terminal' | null;
  /** On record, in the order in which they came. */
  readonly files: readonly FileName[];
  /** The one under review, and afterwards the one that decided. */
  readonly file: FileName | null;
  /** Its provider has been asked whether it may expire, and has not said so: no file is taken any more. */
  readonly isExpiring: boolean;
  readonly actual: string;
  readonly suspense: string;
  /** The payment was accepted once, so that it has details. */
  readonly hasDetails: boolean;
  readonly attempt: 'none' | 'sending' | 'accepted' | 'declined' | 'unknown';
  /** The total that a callback told before the provider's answer; it waits on the attempt. */
  readonly noted: string | null;
  /** At the provider. `gone`: voided, or failed. */
  readonly order: 'none' | 'live' | 'paid' | 'gone';
  /** What the payer gave the provider. */
  readonly paid: string;
  readonly events: readonly ('accepted' | 'awaiting_confirmation' | 'manual_check' | 'cancelled' | 'completed')[];
  /** What was answered, by the position of the request among the steps. */
  readonly answers: Readonly<Record<number, string>>;
  /** Creates that wait for their decision. */
  readonly open: readonly number[];
  /**
   * Its identifier was free again, and names another payment: one that its provider accepted at once, and that nothing else
   * happens to. Whether that one's create had the idempotency key.
   */
  readonly anew: 'keyed' | 'without key' | null;
};

export const absentFrom = (api: Api): Payment => ({
  api,
  status: 'absent',
  cancelReason: null,
  checkReason: null,
  files: [],
  file: null,
  isExpiring: false,
  actual: '0.00',
  suspense: '0.00',
  hasDetails: false,
  attempt: 'none',
  noted: null,
  order: 'none',
  paid: '0.00',
  events: [],
  answers: {},
  open: [],
  anew: null,
});

export const answer = (payment: Payment, position: number, text: string): Payment => ({
  ...payment,
  answers: { ...payment.answers, [position]: text },
});

/** What a payment is called by its API; h2h tells no reasons. */
const wordOf = ({ api, status, cancelReason, checkReason, actual }: Payment): string => {
  const v1 = { cancelled: `cancelled (${cancelReason})`, manual_check: `manual_check (${checkReason})` };
  const h2h = { pending: 'in_progress', completed: `success ${actual}`, cancelled: 'failed' };
  const words: Readonly<Record<string, string>> = { v1: { ...v1, completed: `completed ${actual}` }, h2h }[api];
  return words[status] ?? status;
};

/** The payment as its merchant sees it. */
export const shown = (payment: Payment): string => `${wordOf(payment)}${payment.hasDetails ? ', details' : ''}`;

/** The same of the payment that has its identifier since. */
export const shownAnew = ({ api }: Payment): string =>
  shown({ ...absentFrom(api), status: 'pending', hasDetails: true });

export const isOpen = ({ status }: Payment): boolean =>
  status === 'pending' || status === 'awaiting_confirmation' || status === 'manual_check';

/** Its lifetime counts: no receipt is under review. */
export const isWaiting = ({ status, file }: Payment): boolean =>
  status === 'pending' || (status === 'awaiting_confirmation' && file === null);

/** Every create that waits is answered with what the payment has become. */
export const decide = (payment: Payment): Payment => {
  const isRefused = payment.status === 'rejecting' || payment.status === 'rejected';
  const text = isRefused ? '424' : shown(payment);
  return payment.open.reduce<Payment>((told, position) => answer(told, position, text), { ...payment, open: [] });
};

export const cancelled = (payment: Payment, cancelReason: NonNullable<Payment['cancelReason']>): Payment => ({
  ...payment,
  status: 'cancelled',
  cancelReason,
  checkReason: null,
  events: [...payment.events, 'cancelled'],
});

export const completed = (payment: Payment, actual: string): Payment => ({
  ...payment,
  status: 'completed',
  actual,
  checkReason: null,
  events: [...payment.events, 'completed'],
});

export const hasMoney = (total: string): boolean => decimal(total).gt(zero);

/** The provider's last word on the order of an open payment. */
export const settle = (payment: Payment, total: string): Payment =>
  hasMoney(total) ? completed(payment, total) : cancelled(payment, 'declined');

/** What the payment does not count is suspense's: the difference only, since facts are totals. */
export const toSuspense = (payment: Payment, total: string): Payment => {
  const unbooked = decimal(total).minus(decimal(payment.actual));
  return { ...payment, suspense: largest(unbooked, decimal(payment.suspense)).toFixed(2) };
};

/** What the sweeps do once no other step comes any more: facts without effect have it, and orders that no payment wants are voided. */
export const sweep = (payment: Payment): Payment => {
  const isGivenUp = payment.cancelReason === 'merchant' || payment.cancelReason === 'receipt_rejected';
  const isUnwanted = payment.attempt === 'unknown' || (payment.attempt === 'accepted' && isGivenUp);
  const heard = payment.noted === null ? payment : { ...toSuspense(payment, payment.noted), noted: null };
  if (!isUnwanted) return heard;
  const swept = heard.status === 'rejecting' ? { ...heard, status: 'rejected' as const } : heard;
  return heard.order === 'paid' ? toSuspense(swept, heard.paid) : { ...swept, order: 'gone' };
};
