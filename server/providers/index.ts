export type {
  AttemptRef,
  EvidenceItem,
  PaymentAnswer,
  PaymentFact,
  PaymentOrder,
  Provider,
  Requisites,
  VoidAnswer,
} from './provider.ts';
export { createRouting, type Connect, type Route, type Routing } from './routing.ts';
