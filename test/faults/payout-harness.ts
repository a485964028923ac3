import { checkOwnUrl, urlNeedsOf } from '#features/webhooks';
import { randomUUID } from 'node:crypto';
import { createAttemptsStore } from '#features/attempts';
import { createFindKeyHolder, createOperationsStore, hashRequest, canonicalRequestOf } from '#features/operations';
import { createPayout, requireOpenLeg, resolvePayoutLeg, type LegSender, type PayoutRequest } from '#features/payouts';
import { payoutFigures, rememberPricing, type Quote } from '#features/pricing';
import type { Database } from '#platform/database';
import { newId, type AttemptId, type OperationId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { decimal, zero, type Decimal } from '#platform/money';
import { createKeyRing } from '#platform/secrets';
import { createMaintenance, type AttemptRef, type ConnectedProvider, type Provider, type Route } from '#providers';
import { composePayouts } from '#server/composition/payouts';
import { connectFake } from '#test/support/fake-provider';
import { testKeys } from '#test/support/settings';
import type { TestShop } from '#test/support/shop';
import { decider } from '#test/support/operators';

/** What a test's provider can do, and the limits of the route to it. */
export type Bank = Partial<Provider> & {
  readonly least?: string;
  readonly most?: string;
  /** After so many failed calls it is sent nothing more; without a number that never happens. */
  readonly mostFailures?: number;
};

export type TestLeg = { readonly providerId: string; readonly amount: Decimal };

const testCard = '2200000000000004';

const routesTo = (banks: Readonly<Record<string, Bank>>): Route[] =>
  Object.entries(banks).map(([providerId, { least = '0.01', most = '999999999.99', mostFailures, ...abilities }]) => ({
    provider: connectFake(providerId, abilities, mostFailures),
    lifetimeSeconds: 1_800,
    answerTimeoutMs: null,
    minAmount: decimal(least),
    maxAmount: decimal(most),
  }));

const routingTo = (database: Database, routes: readonly Route[]) => ({
  isInMaintenance: createMaintenance(database),
  routes: () => Promise.resolve([...routes]),
  provider: (providerId: string): Promise<ConnectedProvider> => {
    const found = routes.find(({ provider }) => provider.providerId === providerId);
    return found === undefined ? Promise.reject(new Error(`No bank ${providerId}.`)) : Promise.resolve(found.provider);
  },
});

const requestOf = (
  amount: string,
  currency: string,
  identifier: string,
  method = 'WT_RUB_C2C',
  bankname: string | null = null,
): PayoutRequest => {
  const money = { amount: decimal(amount), currency };
  const fields = { number: testCard, name: null, bankname };
  return {
    merchantOperationId: identifier,
    clientId: 'client',
    clientIp: null,
    clientPhone: null,
    clientCreatedAt: null,
    method,
    amount: money,
    annotations: null,
    webhookUrl: null,
    idempotencyKey: null,
    canonicalRequest: canonicalRequestOf('payout', { merchant_operation_id: identifier, ...fields }, money),
    ...fields,
  };
};

const composeModules = (database: Database, banks: Readonly<Record<string, Bank>>) => {
  const keyRing = createKeyRing(testKeys);
  const operations = createOperationsStore(database, keyRing);
  const pricing = rememberPricing(database);
  const routing = routingTo(database, routesTo(banks));
  const [log, metrics] = [createLog('warn'), createMetrics()];
  const silent = { followUp: () => undefined, notify: () => undefined };
  const findKeyHolder = createFindKeyHolder(database);
  const module = composePayouts({
    attempts: createAttemptsStore(database),
    database,
    operations,
    pricing,
    keyRing,
    findKeyHolder,
    checkWebhookUrl: (url) => checkOwnUrl(urlNeedsOf([]), url),
    metrics,
    log,
    ...silent,
  });
  const worker = module.workerOver(routing);
  const creatingWith = (sender: LegSender | null) => module.creatingOver(routing, sender);
  return { ...module, keyRing, operations, worker, creatingWith, creating: creatingWith(null) };
};
type Modules = ReturnType<typeof composeModules>;

/** A payout of any price, with the legs that the test wants. */
const recorderFor =
  ({ keyRing, operations, payouts }: Modules, { shopId }: TestShop) =>
  async (legs: readonly TestLeg[], quote: Quote, currency = 'RUB'): Promise<OperationId> => {
    const operationId = newId<OperationId>();
    const amount = legs.reduce((total, leg) => total.plus(leg.amount), zero);
    const order = requestOf(amount.toFixed(2), currency, operationId);
    const { outcome } = await payouts.create({
      shopId,
      api: 'v1',
      operationId,
      order,
      quote,
      destination: {
        number: testCard,
        name: 'аноним',
        bankname: null,
        banknameDetails: null,
        numberAdditional: null,
        qrCode: null,
      },
      sealed: operations.sealNumber(shopId, operationId, testCard),
      figures: payoutFigures(amount, quote),
      requestHash: hashRequest(keyRing, order.canonicalRequest),
      annotationsEncrypted: null,
      clientEncrypted: null,
      detailsEncrypted: null,
      legs: legs.map((leg) => ({ ...leg, attemptId: newId<AttemptId>(), isInHand: false })),
      draftedAtMs: performance.now(),
    });
    if (outcome !== 'created') throw new Error(`The payout is ${outcome}.`);
    return operationId;
  };

/**
 * The parts of a payout without HTTP and without background work, so that a test alone decides which step comes when.
 * Its banks are no sandbox: they do what the test says.
 */
export const createPayoutHarness = (database: Database, shop: TestShop, banks: Readonly<Record<string, Bank>>) => {
  const modules = composeModules(database, banks);
  const { worker, settling, legs } = modules;
  const { shopId } = shop;
  return {
    legs,
    worker,
    applyFact: modules.applyFact,
    record: recorderFor(modules, shop),
    create: (amount: string, identifier: string = randomUUID(), settlementCurrency = 'RUB') =>
      createPayout(modules.creating, { shopId, api: 'v1', settlementCurrency }, requestOf(amount, 'RUB', identifier)),
    /** In a process that sends its legs itself, as the worker does unless told otherwise. */
    createInHand: (amount: string, sender: LegSender = worker) =>
      createPayout(
        modules.creatingWith(sender),
        { shopId, api: 'v1', settlementCurrency: 'RUB' },
        requestOf(amount, 'RUB', randomUUID()),
      ),
    /** The same by the other API, with its method for cards. */
    createInH2h: (
      amount: string,
      identifier: string,
      bankname: string | null = null,
      more: Partial<PayoutRequest> = {},
    ) => {
      const request = { ...requestOf(amount, 'RUB', identifier, 'toCard', bankname), ...more };
      return createPayout(modules.creating, { shopId, api: 'h2h', settlementCurrency: 'RUB' }, request);
    },
    /** One turn of the worker, and the end of all that it began. */
    work: async (): Promise<void> => {
      await worker.run();
      await worker.settled();
    },
    /** Every open leg is due, whatever lease it is under. */
    letLegsFallDue: () =>
      database('attempts')
        .where({ shop_id: shopId, type: 'payout' })
        .whereNotNull('check_at')
        .update({ check_at: database.raw(`now() - interval '1 second'`) }),
    /** What the sweep does once the process that noted a fact had its time. */
    applyPending: async (): Promise<void> => {
      await database('attempts')
        .where({ shop_id: shopId, is_fact_pending: true })
        .update({ updated_at: database.raw(`now() - interval '1 minute'`) });
      await worker.applyPending();
    },
    resolve: async ({ attemptId }: AttemptRef, paid: string): Promise<void> => {
      const leg = await requireOpenLeg({ database, keyRing: modules.keyRing }, attemptId);
      await resolvePayoutLeg(settling, leg, { paid: decimal(paid), evidence: 'a statement', actor: decider });
    },
  };
};

export type PayoutHarness = ReturnType<typeof createPayoutHarness>;
