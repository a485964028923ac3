import { profileOf } from '#features/operations';
import {
  answer,
  cancelled,
  decide,
  isOpen,
  isWaiting,
  settle,
  shown,
  shownAnew,
  type Payment,
} from './payment-model.ts';
import { receiptSteps } from './receipt-steps.ts';
import { fullAmount, partAmount, payAt, report, toHeard } from './reports.ts';
import type { Moment, Step } from './step.ts';
import type { StepName } from './step-names.ts';

const begin: Moment = (payment, position) => {
  const waiting = { ...payment, open: [...payment.open, position] };
  if (payment.status === 'tombstone') return decide(cancelled(waiting, 'merchant'));
  return { ...waiting, status: 'creating', attempt: 'sending', order: 'live' };
};

/** The identifier is let go, or was: it names another payment. */
const meetAnother = (payment: Payment, position: number, isKeyed: boolean): Payment => {
  if (payment.anew === null) {
    return { ...answer(payment, position, shownAnew(payment)), anew: isKeyed ? 'keyed' : 'without key' };
  }
  const isSame = profileOf(payment.api).duplicateCreate === 'same_answer' || (isKeyed && payment.anew === 'keyed');
  return answer(payment, position, isSame ? shownAnew(payment) : '409');
};

/** A create, the first or another one. With an idempotency key it is the one that came with it, unless that was refused. */
const create =
  (isKeyed: boolean): Moment =>
  (payment, position) => {
    const { api, status } = payment;
    if (status === 'absent' || status === 'tombstone') return begin(payment, position);
    const { duplicateCreate, freeingStatuses } = profileOf(api);
    const isSame = isKeyed && status !== 'rejected';
    if (!isSame && (freeingStatuses as readonly string[]).includes(status))
      return meetAnother(payment, position, isKeyed);
    if (status === 'rejecting') return answer(payment, position, '503');
    if (!isSame && duplicateCreate === 'refusal') return answer(payment, position, '409');
    return status === 'creating'
      ? { ...payment, open: [...payment.open, position] }
      : answer(payment, position, shown(payment));
  };

const giveNoAnswer: Moment = (payment) =>
  payment.status === 'creating' ? decide({ ...payment, status: 'rejecting', attempt: 'unknown' }) : payment;

const accept =
  (status: 'pending' | 'awaiting_confirmation'): Moment =>
  (payment, position) => {
    if (payment.status !== 'creating') return payment;
    const { takesReceipts, tellsAcceptance } = profileOf(payment.api);
    // What the payer cannot do for its provider is no acceptance: its order is voided.
    if (status === 'awaiting_confirmation' && !takesReceipts) return giveNoAnswer(payment, position);
    const told = status === 'awaiting_confirmation' ? [status] : tellsAcceptance ? (['accepted'] as const) : [];
    const events = [...payment.events, ...told];
    const accepted = { ...payment, status, events, attempt: 'accepted', hasDetails: true } as const;
    return payment.noted === null ? decide(accepted) : accepted;
  };

/** The create that accepted a payment whose callback came first applies it, then looks at what has become of it. */
const applyEarlyCallback: Moment = (payment) => {
  if (payment.noted === null || payment.attempt !== 'accepted') return payment;
  return decide(toHeard({ ...payment, noted: null }, payment.noted));
};

const decline: Moment = (payment) => {
  const without = { ...payment, order: 'none' } as const;
  return payment.status === 'creating' ? decide({ ...without, status: 'rejected', attempt: 'declined' }) : without;
};

const cancel: Moment = (payment, position) => {
  const { api, status, cancelReason } = payment;
  // It belongs to v1, which sees no other payments than its own: the identifier is free there.
  if (api !== 'v1') return answer(payment, position, 'cancelled');
  if (status === 'completed' || (status === 'cancelled' && cancelReason !== 'merchant')) {
    return answer(payment, position, `already_terminal, ${status}`);
  }
  if (isOpen(payment) && !isWaiting(payment)) return answer(payment, position, '412');
  const told = answer(payment, position, 'cancelled');
  if (status === 'creating') return decide(cancelled({ ...told, attempt: 'unknown' }, 'merchant'));
  if (isWaiting(payment)) return cancelled(told, 'merchant');
  return status === 'cancelled' ? told : { ...told, status: 'tombstone' };
};

const invisible: readonly Payment['status'][] = ['absent', 'creating', 'rejecting', 'rejected'];

const cancelById: Moment = (payment, position) =>
  payment.api !== 'v1' || invisible.includes(payment.status)
    ? answer(payment, position, '404')
    : cancel(payment, position);

const expire: Moment = (payment) => {
  if (!isWaiting(payment)) return payment;
  if (payment.order === 'paid') return settle(payment, payment.paid);
  return { ...cancelled(payment, 'expired'), order: 'gone' };
};

const needsOrder: Step['cannotCome'] = ({ attempt }) =>
  attempt === 'none' ? 'no provider was asked: the create is still to come, or came after its cancellation' : null;

const callbacks: readonly StepName[] = ['paid', 'paid in part', 'failed', 'found good', 'found good in part'];
const isCallback = (step: StepName): boolean => callbacks.includes(step);

const callback = (explanation: string, total: string): Step => ({
  explanation,
  moments: [report(total)],
  cannotCome: (payment, before) =>
    needsOrder(payment, before) ??
    (before.includes('declined') ? 'the provider has declined: it has no order to report about' : null),
});

const needsLifetime: Step['cannotCome'] = ({ hasDetails }) =>
  hasDetails ? null : 'it was not accepted: a lifetime begins with the acceptance';

/** A step that joins is one entry here, one in actions.ts and the orderings of families.ts (of receipts: receipt-….ts) that it takes part in. */
export const steps: Readonly<Record<StepName, Step>> = {
  create: {
    explanation: 'the merchant’s create: the intent is recorded, and the provider asked',
    moments: [create(false)],
    cannotCome: () => null,
  },
  'create again': {
    explanation: 'the same create, sent once more',
    moments: [create(false)],
    cannotCome: () => null,
  },
  'create again (same key)': {
    explanation: 'the same with the same `Idempotency-Key`, which the first create had as well',
    moments: [create(true)],
    cannotCome: () => null,
  },
  accepted: {
    explanation: 'the provider answers with details',
    moments: [accept('pending'), applyEarlyCallback],
    cannotCome: needsOrder,
  },
  'accepted, receipt wanted': {
    explanation: 'the same, and the payer has to send a receipt',
    moments: [accept('awaiting_confirmation'), applyEarlyCallback],
    cannotCome: needsOrder,
  },
  declined: {
    explanation: 'the provider declines',
    moments: [decline],
    cannotCome: (payment, before) =>
      needsOrder(payment, before) ??
      (before.some(isCallback) ? 'the provider has reported about the order: it did not decline it' : null),
  },
  'no answer': {
    explanation: 'the provider’s answer is lost, so that its order may stand',
    moments: [giveNoAnswer],
    cannotCome: needsOrder,
  },
  paid: callback('the payer pays in full, and the callback tells', fullAmount),
  'paid in part': callback(`the payer pays ${partAmount}, and the callback tells`, partAmount),
  failed: callback('the callback tells that the payer will not pay', '0.00'),
  cancel: {
    explanation: 'a cancellation by `merchant_operation_id`',
    moments: [cancel],
    cannotCome: ({ api, anew }) =>
      api === 'v1' && anew !== null ? 'its identifier names another payment, which it would be about' : null,
  },
  'cancel by id': {
    explanation:
      'a cancellation by `operation_id`; while the create is running only a caller that guessed it could send it',
    moments: [cancelById],
    cannotCome: ({ status }) => (status === 'absent' ? 'there is no operation whose id one could name' : null),
  },
  expire: {
    explanation: 'the lifetime is over and the sweep comes by: the provider is asked to void the order',
    moments: [expire],
    cannotCome: needsLifetime,
  },
  'expire (paid unheard)': {
    explanation: 'the same, but the payer has just paid and the callback is still to come',
    moments: [(payment) => expire(payAt(payment, fullAmount), 0)],
    cannotCome: (payment, before) =>
      needsLifetime(payment, before) ?? (before.some(isCallback) ? 'the callback has told about the money' : null),
  },
  'expire (in doubt)': {
    explanation:
      'the same, but the provider does not answer: the payment is looked at again a minute later, and takes no receipt',
    moments: [(payment) => (isWaiting(payment) ? { ...payment, isExpiring: true } : payment)],
    cannotCome: needsLifetime,
  },
  ...receiptSteps,
};

export const stepNames = Object.keys(steps) as readonly StepName[];
