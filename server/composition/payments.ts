import type { OperationsStore } from '#features/operations';
import {
  applyPendingReport,
  applyPaymentFact,
  createPaymentFactsStore,
  createPaymentsStore,
  createSweepStore,
} from '#features/payments';
import type { PricingStore } from '#features/pricing';
import type { Database } from '#platform/database';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import type { AttemptRef, PaymentFact, Routing } from '#providers';

export type PaymentParts = {
  readonly database: Database;
  readonly operations: OperationsStore;
  readonly pricing: PricingStore;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Told when a step has written an event. */
  readonly followUp: () => void;
};

/** What payments are made of before there are providers: these are given what `applyFact` is, to report by. */
export const composePayments = ({ database, operations, pricing, metrics, log, followUp }: PaymentParts) => {
  const payments = createPaymentsStore(database);
  const factNeeds = { facts: createPaymentFactsStore(database), metrics, log, followUp };
  const applyFact = (fact: PaymentFact) => applyPaymentFact(factNeeds, fact);
  const applyPending = (attempt: AttemptRef) => applyPendingReport(factNeeds, attempt);
  const sweepNeedsOver = (routing: Routing) => ({
    sweep: createSweepStore(database),
    payments,
    operations,
    pricing,
    routing,
    applyPendingReport: applyPending,
    applyFact,
    metrics,
    log,
  });
  return { payments, applyFact, applyPending, sweepNeedsOver };
};
