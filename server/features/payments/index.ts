export { createPayment, type CreatePaymentNeeds } from './create-payment.ts';
export { applyPendingReport, applyPaymentFact, type PaymentFactNeeds } from './apply-payment-fact.ts';
export { sweepPayments, takeOverCreate, type SweepNeeds } from './sweep-payments.ts';
export { createPaymentsStore, type PaymentsStore } from './payments-store.ts';
export { createPaymentFactsStore, type PaymentFactsStore } from './payment-facts-store.ts';
export { toSettlementRow } from './batched-payment-facts-store.ts';
export { planSettlement } from './plan-settlement.ts';
export { createSweepStore, type SweepStore } from './sweep-store.ts';
export { cancelOperation, type CancelRequest } from './cancel-operation.ts';
export {
  countReasonsByKey,
  readCancelReason,
  reasonPlace,
  reencryptReasons,
} from './cancel-reasons.ts';
export { findSealedReasons, shredReasons } from './cancel-reasons-store.ts';
export { createCancellationsStore, type Cancellation, type CancellationsStore } from './cancellations-store.ts';
export { createOpenCreates, type OpenCreates } from './open-creates.ts';
export {
  countAttemptsOpenTooLong,
  listOpenAttempts,
  openAfterSeconds,
  requireOpenAttempt,
  type OpenAttempt,
} from './list-open-attempts.ts';
export { resolveAttempt, type AttemptResolution } from './resolve-attempt.ts';
export { createExpirySweep } from './expire-payments.ts';
export { createExpiryStore } from './expiry-store.ts';
