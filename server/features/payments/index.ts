export { createPayment, type CreatePaymentNeeds } from './create-payment.ts';
export { applyNotedFact, applyPaymentFact, type PaymentFactNeeds } from './apply-payment-fact.ts';
export { sweepPayments, takeOverCreate, type SweepNeeds } from './sweep-payments.ts';
export { createPaymentsStore, type PaymentsStore } from './payments-store.ts';
export { createFactsStore, type FactsStore } from './facts-store.ts';
export { createSweepStore, type SweepStore } from './sweep-store.ts';
