export { askProvider } from './ask-provider.ts';
export { readStoredEvidence, receiptsOf, toStoredEvidence, type ReceiptLine, type StoredEvidence } from './evidence.ts';
export type {
  AttemptRef,
  DocumentAnswer,
  Evidence,
  EvidenceAnswer,
  EvidenceItem,
  ProviderDecorator,
  PaymentAnswer,
  PaymentFact,
  PaymentOrder,
  PayoutAnswer,
  PayoutFact,
  PayoutLookup,
  PayoutOrder,
  Provider,
  ProviderReports,
  ReceiptVerdict,
  Requisites,
  SubmissionAnswer,
  SubmittedReceipt,
  VoidAnswer,
} from './provider.ts';
export { canCarry, createRouting, type Connect, type Route, type Routing } from './routing.ts';
