import { zero } from '#platform/money';
import type { PaymentAnswer, PayoutAnswer, VoidAnswer } from '../port.ts';
import { ContractBreachError, type Wire } from './contract.ts';
import { isTaken, readAmount } from './read-facts.ts';

const declineReasons = new Set<string>([
  'no_destination',
  'method_unavailable',
  'limit_exceeded',
  'client_refused',
  'destination_invalid',
  'bank_unreachable',
  'insufficient_funds',
  'other',
]);

/** The list of reasons is open, and what is on record is shown to operators. */
export const readReason = (reason: string): string => (declineReasons.has(reason) ? reason : 'other');

const readAcceptance = (taken: Wire['TakenPayment']): PaymentAnswer => {
  const { destination, payable_amount: payable } = taken;
  return {
    outcome: 'accepted',
    requisites: {
      number: destination.number,
      name: destination.name,
      bankname: destination.bankname,
      banknameDetails: destination.bankname_details,
      ...(destination.number_additional !== undefined && { numberAdditional: destination.number_additional }),
      ...(destination.qr_code !== undefined && { qrCode: destination.qr_code }),
    },
    isReceiptRequired: taken.receipt_required,
    ...(payable !== undefined && { payableAmount: readAmount(payable) }),
  };
};

/** Of a create, and of a look-up, which alone may find nothing. */
export const readPaymentAnswer = (payment: Wire['Payment']): PaymentAnswer => {
  if (payment.status === 'not_found') return { outcome: 'unknown' };
  if (payment.status === 'declined') return { outcome: 'declined', reason: readReason(payment.reason) };
  if (payment.status === 'voided') return { outcome: 'declined', reason: 'voided' };
  const isFailed = payment.status === 'failed' && readAmount(payment.paid_total).eq(zero);
  return isFailed ? { outcome: 'declined', reason: 'failed' } : readAcceptance(payment);
};

export const readVoidAnswer = (payment: Wire['Payment']): VoidAnswer => {
  if (payment.status === 'not_found') return { outcome: 'unknown' };
  if (!isTaken(payment)) return { outcome: 'voided' };
  const paidTotal = readAmount(payment.paid_total);
  if (paidTotal.gt(zero)) return { outcome: 'paid', paidTotal };
  return { outcome: payment.status === 'open' ? 'unknown' : 'voided' };
};

export const readPayoutAnswer = (payout: Wire['Payout']): PayoutAnswer => {
  if (payout.status === 'not_found') throw new ContractBreachError('a create was answered as not found');
  if (payout.status === 'declined') return { outcome: 'declined', reason: readReason(payout.reason) };
  return { outcome: 'accepted' };
};
