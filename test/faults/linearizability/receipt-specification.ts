import { absentFrom, isWaiting, shown, type FileName, type Payment } from '../races/payment-model.ts';
import { fullAmount, payAt, toHeard } from '../races/reports.ts';
import { fileOf } from '../races/receipt-steps.ts';
import type { Confirmation, Decision, StepName, Verdict } from '../races/step-names.ts';
import { steps } from '../races/steps.ts';
import type { Specification } from './checker.ts';

/** What the outside does to a payment that wants a receipt, or hears of it. */
export type ReceiptCall =
  /** An upload takes effect, unless it is refused; what it is answered besides is a read. */
  | { readonly call: 'confirm'; readonly step: Confirmation; readonly isTaken: boolean }
  | { readonly call: 'ask'; readonly step: Decision | 'cancel' | 'cancel by id'; readonly answer: string }
  | { readonly call: 'read'; readonly answer: string }
  /** What a provider finds besides money. */
  | { readonly call: 'judge'; readonly step: Exclude<Verdict, 'found good' | 'found good in part'> }
  /** The payer pays, and we hear of it later. */
  | { readonly call: 'pay' }
  | { readonly call: 'hear' }
  /** Its lifetime is over, and a sweep looks at it later. */
  | { readonly call: 'end lifetime' }
  | { readonly call: 'expire' };

/** Of the model of the race matrix, as far as it can be seen from outside. */
export type ReviewState = {
  readonly payment: Payment;
  readonly isOver: boolean;
  /** Its file is recorded, and whether there is a doubt about it is still to be seen. */
  readonly isUnjudged: boolean;
};

const accepted: Payment = {
  ...absentFrom('v1'),
  status: 'awaiting_confirmation',
  hasDetails: true,
  attempt: 'accepted',
  order: 'live',
};

const take = (step: StepName, payment: Payment): Payment =>
  steps[step].moments.reduce<Payment>((before, moment) => moment(before, 0), payment);

const left = (state: ReviewState, payment: Payment): readonly ReviewState[] => [
  { ...state, payment: { ...payment, answers: {}, events: [], suspense: '0.00' } },
];

const has = ({ files }: Payment, file: FileName): boolean => files.includes(file);

const confirm = (state: ReviewState, step: Confirmation, isTaken: boolean): readonly ReviewState[] => {
  const after = take(step, state.payment);
  const isRefused = after.answers[0] !== undefined;
  if (isTaken && after.status === 'manual_check' && state.payment.status !== 'manual_check') {
    return left({ ...state, isUnjudged: true }, { ...after, status: 'awaiting_confirmation', checkReason: null });
  }
  if (isTaken) return isRefused ? [] : left(state, after);
  // One that was begun in time may still be recorded; one that was not is refused.
  return isRefused || (state.isOver && !has(state.payment, fileOf[step])) ? [state] : [];
};

const after = (state: ReviewState, call: ReceiptCall): readonly ReviewState[] => {
  const { payment } = state;
  switch (call.call) {
    case 'confirm':
      return confirm(state, call.step, call.isTaken);
    case 'ask': {
      const asked = take(call.step, payment);
      if (asked.answers[0] !== call.answer) return [];
      return left(call.step === 'ask again' && call.answer === 'done' ? { ...state, isOver: false } : state, asked);
    }
    case 'read':
      return shown(payment) === call.answer ? [state] : [];
    case 'judge':
      return has(payment, fileOf[call.step]) ? left(state, take(call.step, payment)) : [];
    case 'pay':
      return left(state, payAt(payment, fullAmount));
    case 'hear':
      return left(state, toHeard(payment, fullAmount));
    case 'end lifetime':
      return [{ ...state, isOver: true }];
    case 'expire':
      return state.isOver && isWaiting(payment) ? left(state, take('expire', payment)) : [state];
  }
};

/** The one doubt that our own checks have here: a file that cannot be read. Money may have been reported meanwhile. */
const judge = (state: ReviewState): readonly ReviewState[] => {
  const { payment } = state;
  const judged = { ...state, isUnjudged: false };
  return payment.status === 'awaiting_confirmation' && payment.file === 'bad'
    ? left(judged, { ...payment, status: 'manual_check', checkReason: 'not_terminal' })
    : [judged];
};

/** An accepted payment that wants a receipt. By itself it only comes to the operators whose file it doubts. */
export const receiptSpecification: Specification<ReviewState, ReceiptCall> = {
  initial: { payment: accepted, isOver: false, isUnjudged: false },
  after,
  drift: (state) => (state.isUnjudged ? judge(state) : []),
};
