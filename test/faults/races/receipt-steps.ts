import { answer, cancelled, completed, shown, type FileName, type Payment } from './payment-model.ts';
import { fullAmount, partAmount, report } from './reports.ts';
import type { Moment, Step } from './step.ts';
import type { Confirmation, ReceiptStepName, Verdict } from './step-names.ts';

/** Which file is sent, or judged. */
export const fileOf: Readonly<Record<Confirmation | Verdict, FileName>> = {
  confirm: 'good',
  'confirm (bad file)': 'bad',
  'confirm again': 'good',
  'confirm another': 'other',
  'found good': 'good',
  'found good in part': 'good',
  'found bad': 'good',
  doubted: 'good',
  'other found bad': 'other',
};

const doubt = (payment: Payment, checkReason: NonNullable<Payment['checkReason']>): Payment => ({
  ...payment,
  status: 'manual_check',
  checkReason,
  events: [...payment.events, 'manual_check'],
});

/** Only money counts in any state: the other verdicts are about this file while it is under review. */
const ifReviewed =
  (file: FileName, then: (payment: Payment) => Payment): Moment =>
  (payment) =>
    payment.status === 'awaiting_confirmation' && payment.file === file ? then(payment) : payment;

const send =
  (file: FileName): Moment =>
  (payment, position) => {
    if (payment.files.includes(file)) return payment;
    if (payment.status !== 'awaiting_confirmation' || payment.file !== null || payment.isExpiring) {
      return answer(payment, position, 'wrong_state');
    }
    return { ...payment, file, files: [...payment.files, file] };
  };

/** A recorded file is judged in a step of its own; where money was reported meanwhile, that changes nothing. */
const judge =
  (file: FileName): Moment =>
  (payment, position) =>
    payment.answers[position] === undefined
      ? ifReviewed(file, (reviewed) => doubt(reviewed, 'not_terminal'))(payment, position)
      : payment;

const needsAcceptance: Step['cannotCome'] = ({ hasDetails }) =>
  hasDetails ? null : 'it was not accepted: there is nothing to confirm, and nothing to decide';

const tellUnlessRefused: Moment = (payment, position) =>
  payment.answers[position] === undefined ? answer(payment, position, shown(payment)) : payment;

const confirmation = (name: Confirmation, explanation: string): Step => ({
  explanation,
  moments: fileOf[name] === 'bad' ? [send('bad'), judge('bad')] : [send(fileOf[name])],
  tells: tellUnlessRefused,
  cannotCome: needsAcceptance,
});

const verdict = (name: Verdict, explanation: string, moment: Moment): Step => ({
  explanation,
  moments: [moment],
  cannotCome: ({ files }) => (files.includes(fileOf[name]) ? null : 'the provider was not given the file'),
});

const decision = (explanation: string, then: (payment: Payment) => Payment): Step => ({
  explanation,
  moments: [
    (payment, position) =>
      payment.status === 'manual_check'
        ? answer(then(payment), position, 'done')
        : answer(payment, position, 'too late'),
  ],
  cannotCome: needsAcceptance,
});

const rejectReceipt = (payment: Payment): Payment => cancelled(payment, 'receipt_rejected');

const askAgain = (payment: Payment): Payment => ({
  ...payment,
  status: 'awaiting_confirmation',
  checkReason: null,
  file: null,
  isExpiring: false,
  events: [...payment.events, 'awaiting_confirmation'],
});

export const receiptSteps: Readonly<Record<ReceiptStepName, Step>> = {
  confirm: confirmation('confirm', 'the payer’s receipt, a PDF, is uploaded'),
  'confirm (bad file)': confirmation('confirm (bad file)', 'a file is uploaded that cannot be read'),
  'confirm again': confirmation('confirm again', 'the same receipt is uploaded once more'),
  'confirm another': confirmation('confirm another', 'another receipt is uploaded'),
  'found good': verdict('found good', 'the provider’s review of the receipt: it was paid in full', report(fullAmount)),
  'found good in part': verdict('found good in part', `the same: ${partAmount} were paid`, report(partAmount)),
  'found bad': verdict('found bad', 'the same: the receipt is rejected', ifReviewed('good', rejectReceipt)),
  doubted: verdict(
    'doubted',
    'the same: suspicious',
    ifReviewed('good', (payment) => doubt(payment, 'potential_fake')),
  ),
  'other found bad': verdict('other found bad', 'the other receipt is rejected', ifReviewed('other', rejectReceipt)),
  approve: decision(`an operator approves ${fullAmount}`, (payment) => completed(payment, fullAmount)),
  reject: decision('an operator rejects the receipt', rejectReceipt),
  'ask again': decision('an operator asks for another receipt', askAgain),
};
