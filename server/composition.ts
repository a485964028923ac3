import { tmpdir } from 'node:os';
import type { Express } from 'express';
import { createApiKeyResolver } from '#features/access';
import { createAttemptsStore } from '#features/attempts';
import { listBalances } from '#features/balances';
import { sweepRevocations } from '#features/clients';
import { listMethods } from '#features/methods';
import {
  createFindForeign,
  createFindKeyHolder,
  createListStore,
  createOperationsStore,
  foldOperationCounts,
  listOperations,
  type CreateRequest,
  type CreateScope,
} from '#features/operations';
import {
  cancelOperation,
  countAttemptsOpenTooLong,
  createCancellationsStore,
  createExpiryStore,
  createExpirySweep,
  createOpenCreates,
  createPayment,
  sweepPayments,
  takeOverCreate,
} from '#features/payments';
import { countStuckLegs, createPayout, type PayoutRequest } from '#features/payouts';
import { rememberPricing } from '#features/pricing';
import { shredNumbers } from '#features/privacy';
import { watchSuspense } from '#features/suspense';
import { checkOwnUrl, createWebhooks, type Webhooks, urlNeedsOf } from '#features/webhooks';
import type { AttemptRef } from '#providers';
import { payDueOrders } from '#providers/sandbox';
import { createApp } from './entrances/http/create-app.ts';
import { createRendererFinder, type RendererFinder } from './entrances/http/mounted-documents.ts';
import { limitRate } from './entrances/http/limit-rate.ts';
import { standardHeaders, type StandardHeaders } from './entrances/http/standard-headers.ts';
import type { Sweep } from './entrances/jobs/index.ts';
import { renderEvent as renderH2hEvent } from './entrances/h2h/index.ts';
import { mountV1, renderEvent, renderProblem } from './entrances/v1/index.ts';
import { openCheckout } from './composition/checkout.ts';
import type { Foundation } from './composition/foundation.ts';
import { openHostToHost } from './composition/host-to-host.ts';
import { composePayments } from './composition/payments.ts';
import { composePayouts } from './composition/payouts.ts';
import { composeProviders } from './composition/providers.ts';
import { ratesSweeps } from './composition/rates.ts';
import { composeReceipts, composeReviews, openDownloads, receiptSweeps } from './composition/receipts.ts';

export type App = {
  readonly app: Express;
  /** Who says what is wrong with a request. */
  readonly rendererOf: RendererFinder;
  /** On every answer over HTTP. */
  readonly headers: StandardHeaders;
  readonly webhooks: Webhooks;
  readonly sweeps: readonly Sweep[];
  /** Ends what it has started by itself. */
  readonly close: () => Promise<void>;
};

type Modules = ReturnType<typeof composeModules>;

/** What the modules share, joined once per process. */
const composeModules = (foundation: Foundation) => {
  const { config, database, keyRing, log, metrics, notify } = foundation;
  const operations = createOperationsStore(database, keyRing);
  const pricing = rememberPricing(database);
  const followUp = (): void => notify('dispatcher');
  const attempts = createAttemptsStore(database);
  const parts = { database, operations, pricing, metrics, log, followUp };
  const payments = composePayments(parts);
  const findKeyHolder = createFindKeyHolder(database);
  const urlNeeds = urlNeedsOf(config.WEBHOOK_ALLOWED_NETWORKS);
  const checkWebhookUrl = (url: string) => checkOwnUrl(urlNeeds, url);
  const payouts = composePayouts({
    ...parts,
    attempts,
    keyRing,
    findKeyHolder,
    checkWebhookUrl,
    notify: () => notify('payouts'),
  });
  const { reviews, applyVerdict } = composeReviews(foundation, payments.applyFact);
  const providers = composeProviders(foundation, attempts, {
    report: payments.applyFact,
    reportPayout: payouts.applyFact,
    reportReceipt: applyVerdict,
  });
  const { routing, sandbox } = providers;
  const expiring = { expiry: createExpiryStore(database), followUp };
  const receipts = composeReceipts({ foundation, operations });
  return {
    operations,
    attempts,
    pricing,
    routing,
    providers,
    sandbox,
    payments,
    sweepNeeds: payments.sweepNeedsOver(routing),
    expiring,
    findKeyHolder,
    checkWebhookUrl,
    payouts,
    worker: payouts.workerOver(routing),
    reviews,
    receipts,
  };
};

/** The creates of every API. */
const composeCreates = (
  { config, keyRing, notify }: Foundation,
  modules: Modules,
  cancellations: ReturnType<typeof createCancellationsStore>,
) => {
  const { operations, pricing, routing } = modules;
  const creating = { operations, pricing, routing, keyRing };
  const paymentNeeds = {
    ...creating,
    findKeyHolder: modules.findKeyHolder,
    checkWebhookUrl: modules.checkWebhookUrl,
    attempts: modules.attempts,
    payments: modules.payments.payments,
    cancellations,
    openCreates: createOpenCreates(cancellations.findDecided),
    followUp: () => notify('dispatcher'),
    applyPendingReport: modules.payments.applyPending,
    takeOver: (shopId: AttemptRef['shopId'], operationId: string) =>
      takeOverCreate(modules.sweepNeeds, shopId, operationId),
    acceptanceTimeoutMs: config.ACCEPTANCE_TIMEOUT_MS,
  };
  const payoutNeeds = modules.payouts.creatingOver(routing, config.TURNPIKE_ROLE === 'api' ? null : modules.worker);
  return {
    createPayment: (scope: CreateScope, order: CreateRequest) => createPayment(paymentNeeds, scope, order),
    createPayout: (scope: CreateScope, order: PayoutRequest) => createPayout(payoutNeeds, scope, order),
  };
};

const openApp = (
  foundation: Foundation,
  modules: Modules,
  headers: StandardHeaders,
): Pick<App, 'app' | 'rendererOf'> => {
  const { config, database, keyRing, log, metrics, health, notify } = foundation;
  const { operations, pricing, routing } = modules;
  const cancellations = createCancellationsStore(database, keyRing);
  const creates = composeCreates(foundation, modules, cancellations);
  const list = createListStore(database);
  const checkout = openCheckout({
    foundation,
    operations,
    createPayment: creates.createPayment,
    confirmPayment: modules.receipts.confirmPayment,
  });
  const documents = [
    mountV1({
      features: {
        ...creates,
        createPaymentLink: checkout.createPaymentLink,
        cancelOperation: (caller, request) =>
          cancelOperation({ cancellations, followUp: () => notify('dispatcher') }, caller, request),
        confirmPayment: (caller, request) => modules.receipts.confirmPayment(caller, request),
        getOperationState: (caller, lookup) => modules.receipts.getOperationState(caller, lookup),
        listOperations: (caller, filters, page) => listOperations({ list, operations }, caller, filters, page),
        listMethods: (caller) => listMethods({ pricing, routing }, caller),
        listBalances: (caller) => listBalances({ database }, caller),
      },
      health,
      resolveApiKey: createApiKeyResolver({ database }),
      limit: limitRate(config.RATE_LIMIT_PER_SECOND),
      isValidatingResponses: config.VALIDATE_RESPONSES,
      isServing: config.TURNPIKE_ROLE !== 'worker',
      uploadDirectory: config.UPLOAD_DIR ?? tmpdir(),
      docsUrl: config.DOCS_URL,
    }),
    ...openHostToHost({ foundation, modules, ...creates }),
    modules.providers.openCallbacks(),
  ];
  // What belongs to no document, an unknown path or a link to a receipt, is refused by problems: they are a standard.
  const rendererOf = createRendererFinder(documents, renderProblem(config.DOCS_URL));
  const app = createApp({
    log,
    metrics,
    mounts: [...documents, openDownloads(foundation, modules.receipts, routing), checkout.mounted],
    rendererOf,
    isForeignOperation: createFindForeign(database),
    trustedProxies: config.TRUSTED_PROXIES,
    headers,
  });
  return { app, rendererOf };
};

/** Joins the modules into one application. Everything that a module needs of another passes through here. */
export const compose = (foundation: Foundation): App => {
  const { config, database, keyRing, log, metrics } = foundation;
  const { NUMBER_RETENTION_DAYS: retentionDays } = config;
  const modules = composeModules(foundation);
  const webhooks = createWebhooks({
    database,
    keyRing,
    log,
    metrics,
    renderers: { v1: renderEvent, h2h: renderH2hEvent },
    readSealed: modules.operations.readSealed,
    allowedNetworks: config.WEBHOOK_ALLOWED_NETWORKS,
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
  });
  const headers = standardHeaders({ hstsMaxAgeSeconds: config.HSTS_MAX_AGE_SECONDS });
  return {
    ...openApp(foundation, modules, headers),
    headers,
    webhooks,
    sweeps: [
      { name: 'payments', everyMs: 1_000, run: () => sweepPayments(modules.sweepNeeds) },
      { name: 'expiry', everyMs: 1_000, run: createExpirySweep({ ...modules.sweepNeeds, ...modules.expiring }) },
      { name: 'payouts', everyMs: 200, run: modules.worker.run, settled: modules.worker.settled },
      { name: 'payout facts', everyMs: 1_000, run: modules.worker.applyPending },
      {
        name: 'doubt',
        everyMs: 30_000,
        run: async () => {
          metrics.stuckLegs.set(await countStuckLegs({ database }));
          metrics.openAttempts.set(await countAttemptsOpenTooLong({ database }));
        },
      },
      modules.providers.sweep,
      { name: 'sandbox', everyMs: 200, run: () => payDueOrders(modules.sandbox) },
      { name: 'shredding', everyMs: 3_600_000, run: () => shredNumbers({ database, metrics, log, retentionDays }) },
      { name: 'revocations', everyMs: 3_600_000, run: () => sweepRevocations({ database }) },
      { name: 'suspense', everyMs: 30_000, run: () => watchSuspense({ database, metrics }) },
      { name: 'operation counts', everyMs: 60_000, run: () => foldOperationCounts({ database, log }) },
      ...receiptSweeps(foundation, modules.receipts, modules.reviews, modules.routing),
      ...ratesSweeps(foundation),
    ],
    close: async () => {
      await Promise.all([modules.receipts.close(), modules.providers.close()]);
    },
  };
};
