import { hasMoney, isOpen, settle, toSuspense, type Payment } from './payment-model.ts';
import type { Moment } from './step.ts';

export const fullAmount = '100.00';
export const partAmount = '40.00';

export const payAt = (payment: Payment, total: string): Payment => ({ ...payment, order: 'paid', paid: total });

/** A provider's last word that was heard of. */
export const toHeard = (payment: Payment, total: string): Payment =>
  isOpen(payment) && payment.noted === null ? settle(payment, total) : toSuspense(payment, total);

export const report =
  (total: string): Moment =>
  (payment) => {
    const failed = payment.order === 'paid' ? payment : ({ ...payment, order: 'gone' } as const);
    const known = hasMoney(total) ? payAt(payment, total) : failed;
    return payment.status === 'creating' ? { ...known, noted: total } : toHeard(known, total);
  };
