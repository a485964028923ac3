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
  /** Of an upload that took effect in part: which of its moments comes next. */
  readonly next: { readonly step: Confirmation; readonly moment: number } | null;
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

const nextOf = (step: Confirmation, moment: number): ReviewState['next'] =>
  moment < steps[step].moments.length ? { step, moment } : null;

const takeMoment = (step: Confirmation, moment: number, payment: Payment): Payment =>
  steps[step].moments[moment]!(payment, 0);

const confirm = (state: ReviewState, step: Confirmation, isTaken: boolean): readonly ReviewState[] => {
  const sent = takeMoment(step, 0, state.payment);
  const isRefused = sent.answers[0] !== undefined;
  if (isTaken) return isRefused ? [] : left({ ...state, next: nextOf(step, 1) ?? state.next }, sent);
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

/** What is left of an upload that was answered: its file is judged by itself. */
const goOn = (state: ReviewState): readonly ReviewState[] => {
  if (state.next === null) return [];
  const { step, moment } = state.next;
  return left({ ...state, next: nextOf(step, moment + 1) }, takeMoment(step, moment, state.payment));
};

/** An accepted payment that wants a receipt. By itself it only comes to the operators whose file it doubts. */
export const receiptSpecification: Specification<ReviewState, ReceiptCall> = {
  initial: { payment: accepted, isOver: false, next: null },
  after,
  drift: goOn,
};
