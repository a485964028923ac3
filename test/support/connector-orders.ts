import { newId, type AttemptId, type ShopId } from '#platform/ids';
import { decimal } from '#platform/money';
import type { AttemptRef, PaymentOrder, PayoutOrder } from '#providers';

export const newAttempt = (): AttemptRef => ({ shopId: newId<ShopId>(), attemptId: newId<AttemptId>() });

export const paymentOrder = (): PaymentOrder => ({
  attempt: newAttempt(),
  amount: { amount: decimal('1000.00'), currency: 'RUB' },
  method: 'WT_RUB_C2C',
  rail: 'card',
  clientId: 'user-70538',
  clientIp: '203.0.113.7',
  clientPhone: null,
  clientCreatedAt: new Date('2025-06-01T12:00:00.000Z'),
});

export const payoutOrder = (): PayoutOrder => ({
  ...paymentOrder(),
  number: '2200000000000004',
  name: 'Анна Смирнова',
  bankname: null,
  payout: { amount: decimal('3000.00'), leg: 1, legs: 3 },
});

const idIn = (path: string): string => path.split('/')[4] ?? '';

export const transfer = (amount: string) => ({ amount, completed_at: '2026-02-10T09:00:02.113Z' });

/** A payment as a connector tells it, about the attempt that the path of a call names. */
export const takenPayment = (path: string, fields: object = {}) => ({
  attempt_id: idIn(path),
  status: 'open',
  currency: 'RUB',
  paid_total: '0.00',
  evidence: { status: 'none', items: [] },
  destination: {
    number: '2200009724804666',
    name: 'DMITRY KUZNETSOV',
    bankname: 'sber',
    bankname_details: 'Сбербанк',
  },
  receipt_required: false,
  ...fields,
});

/** The same of a leg of a payout. */
export const takenPayout = (path: string, fields: object = {}) => ({
  attempt_id: idIn(path),
  status: 'open',
  currency: 'RUB',
  paid_total: '0.00',
  returned_total: '0.00',
  evidence: { status: 'none', items: [] },
  ...fields,
});

export const declinedOrder = (path: string, reason = 'limit_exceeded') => ({
  attempt_id: idIn(path),
  status: 'declined',
  reason,
});

/** An order without more words: `voided`, `not_found`. */
export const orderThatIs = (path: string, status: string) => ({ attempt_id: idIn(path), status });
