export { askProvider } from './ask-provider.ts';
export { provesTotal, readStoredEvidence, toStoredEvidence, type StoredEvidence } from './evidence.ts';
export type {
  AttemptRef,
  EvidenceItem,
  Interpose,
  PaymentAnswer,
  PaymentFact,
  PaymentOrder,
  PayoutAnswer,
  PayoutFact,
  PayoutLookup,
  PayoutOrder,
  Provider,
  ProviderReports,
  Requisites,
  VoidAnswer,
} from './provider.ts';
export { canCarry, createRouting, type Connect, type Route, type Routing } from './routing.ts';
