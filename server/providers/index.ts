export { readStoredEvidence, receiptsOf, toStoredEvidence, type ReceiptLine, type StoredEvidence } from './evidence.ts';
export {
  callTimeoutsMs,
  createGateway,
  type ConnectedProvider,
  type Gateway,
  type GatewayNeeds,
  type NotSent,
  type ProviderLimits,
} from './gateway/index.ts';
export { ProviderNotSentError } from './port.ts';
export type {
  AttemptRef,
  CallSignal,
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
} from './port.ts';
export { createMaintenance, type IsInMaintenance } from './maintenance-store.ts';
export { canCarry, createRouting, type Connect, type Route, type Routing } from './routing.ts';
