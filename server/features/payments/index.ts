export { createPayment, type CreatePaymentNeeds } from './create-payment.ts';
export { applyNotedFact, applyPaymentFact, type PaymentFactNeeds } from './apply-payment-fact.ts';
export { sweepPayments, takeOverCreate, type SweepNeeds } from './sweep-payments.ts';
export { createPaymentsStore, type PaymentsStore } from './payments-store.ts';
export { createFactsStore, type FactsStore } from './facts-store.ts';
export { toSettlementRow } from './grouped-facts-store.ts';
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
export { createExpirySweep } from './expire-payments.ts';
export { createExpiryStore } from './expiry-store.ts';
