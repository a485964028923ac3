import {
  applyPendingReport,
  applyPaymentFact,
  createExpiryStore,
  createExpirySweep,
  createPaymentFactsStore,
  createPaymentsStore,
  createSweepStore,
  sweepPayments,
  type SweepNeeds,
} from '#features/payments';
import { createOperationsStore } from '#features/operations';
import { rememberPricing } from '#features/pricing';
import type { Database } from '#platform/database';
import type { OperationId, ShopId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { createKeyRing } from '#platform/secrets';
import { createRouting, type AttemptRef, type PaymentFact, type Provider } from '#providers';
import { testKeys } from '#test/support/settings';
import { connectFake } from '#test/support/fake-provider';

export type Sweeps = {
  /** One run over all payments whose lifetime is over. */
  readonly expireDue: () => Promise<unknown>;
  /** Looks after the attempts of one operation, and no other's, once. */
  readonly lookAfter: (shopId: ShopId, operationId: OperationId) => Promise<unknown>;
};

/** The sweeps of a process that come when they are called, on a pool of their own. */
export const createSweeps = (database: Database, voidPayment: Provider['voidPayment']): Sweeps => {
  const [log, metrics, followUp] = [createLog('silent'), createMetrics(), (): void => undefined];
  const factNeeds = { facts: createPaymentFactsStore(database), metrics, log, followUp };
  const store = createSweepStore(database);
  const needs: SweepNeeds = {
    sweep: store,
    payments: createPaymentsStore(database),
    operations: createOperationsStore(database, createKeyRing(testKeys)),
    pricing: rememberPricing(database),
    routing: createRouting(database, (_kind, providerId) => connectFake(providerId, { voidPayment })),
    applyPendingReport: (attempt: AttemptRef) => applyPendingReport(factNeeds, attempt),
    applyFact: (fact: PaymentFact) => applyPaymentFact(factNeeds, fact),
    metrics,
    log,
  };
  // What looks at all of them at once would take steps of other payments, which are in the middle of their own cells.
  const pendingFactsOf = (shopId: ShopId, operationId: OperationId) =>
    database('attempts').where({ shop_id: shopId, operation_id: operationId, is_fact_pending: true });
  return {
    expireDue: () => createExpirySweep({ ...needs, metrics, expiry: createExpiryStore(database), followUp })(),
    lookAfter: (shopId, operationId) => {
      const create = {
        shop_id: shopId,
        operation_id: operationId,
        api: 'v1' as const,
        method: '',
        expected_amount: '',
      };
      return sweepPayments({
        ...needs,
        sweep: {
          ...store,
          claimExpired: () => Promise.resolve({ rows: [], isMore: false }),
          claimToVoid: async () => ({ rows: await store.claimUnknownOf(create), isMore: false }),
          pendingFacts: () => pendingFactsOf(shopId, operationId),
        },
      });
    },
  };
};
