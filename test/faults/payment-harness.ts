import {
  cancelOperation,
  createCancellationsStore,
  createExpiryStore,
  createExpirySweep,
  sweepPayments,
  takeOverCreate,
} from '#features/payments';
import { createAttemptsStore } from '#features/attempts';
import { createOperationsStore, hashRequest, type Lookup } from '#features/operations';
import { paymentFigures, rememberPricing, type Quote } from '#features/pricing';
import type { Database } from '#platform/database';
import { newId, type AttemptId, type OperationId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { decimal } from '#platform/money';
import { createKeyRing } from '#platform/secrets';
import { createRouting, type AttemptRef, type Provider } from '#providers';
import { createSandboxOrders } from '#providers/sandbox';
import { composePayments } from '#server/composition/payments';
import { testKeys } from '#test/support/settings';
import { connectFake } from '#test/support/fake-provider';
import type { TestShop } from '#test/support/shop';

const quote: Quote = {
  fxSource: null,
  fxRate: decimal('1'),
  settlementCurrency: 'RUB',
  tariff: { percent: decimal('3'), fixed: decimal('0'), minimum: decimal('0') },
};

const method = {
  code: 'WT_RUB_C2C',
  currency: 'RUB',
  rail: 'card',
  numberFormat: 'card_16_to_19',
  bankRule: 'ignored',
  bankList: null,
  minAmount: decimal('0.01'),
  maxAmount: decimal('999999999.99'),
} as const;

export type TestCreate = { readonly operationId: OperationId; readonly attempt: AttemptRef };

/**
 * The parts of a payment without HTTP and without background work, so that a test alone decides which step comes when.
 */
export const createHarness = (database: Database, { shopId }: TestShop, provider: Partial<Provider> = {}) => {
  const keyRing = createKeyRing(testKeys);
  const operations = createOperationsStore(database, keyRing);
  const orders = createSandboxOrders(database);
  const [log, metrics] = [createLog('silent'), createMetrics()];
  const followUp = (): void => undefined;
  const parts = { database, operations, pricing: rememberPricing(database), metrics, log, followUp };
  const { payments, applyFact, applyPending: applyPendingReport, sweepNeedsOver } = composePayments(parts);
  const routing = createRouting(database, (_kind, providerId) =>
    // It knows no order and voids what it is asked to, unless the test says otherwise.
    connectFake(providerId, { voidPayment: () => Promise.resolve({ outcome: 'voided' }), ...provider }),
  );
  const sweepNeeds = sweepNeedsOver(routing);
  const draftOf = (amount: string, operationId: OperationId, merchantOperationId: string) => {
    const order = {
      merchantOperationId,
      clientId: 'client',
      clientIp: null,
      clientPhone: null,
      clientCreatedAt: null,
      method: method.code,
      amount: { amount: decimal(amount), currency: 'RUB' },
      annotations: null,
      webhookUrl: null,
      idempotencyKey: null,
      canonicalRequest: amount,
    };
    const figures = paymentFigures(order.amount.amount, quote);
    const requestHash = hashRequest(keyRing, amount);
    return {
      shopId,
      api: 'v1' as const,
      operationId,
      order,
      method,
      quote,
      figures,
      requestHash,
      annotationsEncrypted: null,
      clientEncrypted: null,
    };
  };
  /** Null where the identifier, which is the operation's id unless it is given, is held. */
  const tryCreate = async (amount: string, identifier?: string, leaseMs = 60_000): Promise<TestCreate | null> => {
    const [operationId, attemptId] = [newId<OperationId>(), newId<AttemptId>()];
    const draft = draftOf(amount, operationId, identifier ?? operationId);
    const recordedAt = await payments.recordIntent(draft, { attemptId, providerId: 'sandbox-1' }, leaseMs);
    return recordedAt && { operationId, attempt: { shopId, attemptId } };
  };
  /** A create whose first attempt is on record and not answered yet. */
  const startCreate = async (amount: string, leaseMs = 60_000): Promise<TestCreate> => {
    const create = await tryCreate(amount, undefined, leaseMs);
    if (create === null) throw new Error('The identifier of a new create is free.');
    return create;
  };
  /** The provider took the order, but none of our processes knows yet. */
  const placeOrder = ({ attempt }: TestCreate, amount: string) =>
    orders.place({
      attempt,
      providerId: 'sandbox-1',
      type: 'payment',
      amount,
      state: 'accepted',
      paidAmount: amount,
      rail: 'card',
      paysAfterMs: null,
      dueState: 'paid',
      isSilent: false,
      receiptFinding: null,
      evidenceAfterMs: null,
    });
  /** Null when the create was decided meanwhile; else whether facts came first and wait for their effect. */
  const accept = async ({ operationId, attempt }: TestCreate, lifetimeSeconds = 1_800): Promise<boolean | null> => {
    const { encrypted, digest } = operations.sealNumber(shopId, operationId, '2200000000000004');
    const accepted = await payments.accept({
      shopId,
      operationId,
      attemptId: attempt.attemptId,
      status: 'pending',
      numberEncrypted: encrypted,
      numberDigest: digest,
      holderName: 'IVAN PETROV',
      bankname: 'sber',
      banknameDetails: null,
      detailsEncrypted: null,
      payableAmount: null,
      lifetimeSeconds,
      eventId: newId(),
      event: null,
    });
    return accepted?.isFactPending ?? null;
  };
  /** What the sweep does once the process that noted a fact had its time. */
  const applyPending = async (): Promise<void> => {
    const pending = await database('attempts').where({ shop_id: shopId, is_fact_pending: true }).select('attempt_id');
    for (const { attempt_id: attemptId } of pending as { attempt_id: AttemptId }[]) {
      await applyPendingReport({ shopId, attemptId });
    }
  };
  const cancellations = createCancellationsStore(database, keyRing);
  return {
    shopId,
    attempts: createAttemptsStore(database),
    payments,
    sweep: sweepNeeds.sweep,
    orders,
    startCreate,
    tryCreate,
    /** The payment of a harness's create has its operation's id for an identifier. */
    cancel: (lookup: Lookup, reason: string | null = null) =>
      cancelOperation({ cancellations, followUp }, { shopId, api: 'v1' }, { lookup, reason }),
    /** The create that comes after its cancellation; false where another has filled it in. */
    fill: async (tombstoneId: OperationId, amount: string, identifier: string): Promise<boolean> =>
      (await cancellations.fillTombstone(draftOf(amount, tombstoneId, identifier))) !== null,
    findDecided: cancellations.findDecided,
    /** What one process does about expiry; each has its own. */
    startExpiry: () => createExpirySweep({ ...sweepNeeds, metrics, expiry: createExpiryStore(database), followUp }),
    placeOrder,
    accept,
    applyFact,
    applyPendingReport,
    applyPending,
    sweepOnce: () => sweepPayments(sweepNeeds),
    takeOver: (operationId: OperationId) => takeOverCreate(sweepNeeds, shopId, operationId),
  };
};

export type Harness = ReturnType<typeof createHarness>;
