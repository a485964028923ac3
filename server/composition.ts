import type { Express } from 'express';
import { createApiKeyResolver } from '#features/access';
import { listBalances } from '#features/balances';
import {
  createOperationsStore,
  getOperationState,
  toOperation,
  type OperationRecord,
} from '#features/operations';
import {
  applyNotedFact,
  applyPaymentFact,
  createFactsStore,
  createPayment,
  createPaymentsStore,
  createSweepStore,
  sweepPayments,
  takeOverCreate,
} from '#features/payments';
import { rememberPricing } from '#features/pricing';
import { createWebhooks, type Webhooks } from '#features/webhooks';
import { createRouting, type AttemptRef, type PaymentFact, type Provider } from '#providers';
import { createSandboxOrders, createSandboxProvider, payDueOrders } from '#providers/sandbox';
import type { Config } from '#platform/config';
import type { Database } from '#platform/database';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { createKeyRing } from '#platform/secrets';
import { createApp } from './entrances/http/create-app.ts';
import { limitRate } from './entrances/http/limit-rate.ts';
import type { Health } from './entrances/probes/probes.ts';
import type { Sweep } from './entrances/jobs/index.ts';
import { createV1Router, renderProblem, toWireOperation } from './entrances/v1/index.ts';

export type Foundation = {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Tells the jobs of this process that there is work. */
  readonly wake: () => void;
};

export type House = { readonly app: Express; readonly webhooks: Webhooks; readonly sweeps: readonly Sweep[] };

type Rooms = ReturnType<typeof furnish>;

/** What the rooms share, joined once per process. */
const furnish = ({ config, database, log, metrics, wake }: Foundation) => {
  const keyRing = createKeyRing(config.TURNPIKE_KEYS);
  const operations = createOperationsStore(database, keyRing);
  const payments = createPaymentsStore(database);
  const pricing = rememberPricing(database);
  const factNeeds = { facts: createFactsStore(database), metrics, log, followUp: wake };
  const applyFact = (fact: PaymentFact) => applyPaymentFact(factNeeds, fact);
  const applyNoted = (attempt: AttemptRef) => applyNotedFact(factNeeds, attempt);
  const sandboxOrders = createSandboxOrders(database);
  const connect = (kind: string, providerId: string): Provider => {
    if (kind !== 'sandbox') throw new Error(`Provider ${providerId} is of the unknown kind ${kind}.`);
    return createSandboxProvider(
      { orders: sandboxOrders, report: applyFact, speed: config.SANDBOX_SPEED },
      providerId,
    );
  };
  const routing = createRouting(database, connect);
  const sweepNeeds = {
    sweep: createSweepStore(database),
    payments,
    operations,
    pricing,
    routing,
    applyNotedFact: applyNoted,
    applyFact,
    metrics,
    log,
  };
  return { keyRing, operations, payments, pricing, routing, sandboxOrders, applyFact, applyNoted, sweepNeeds };
};

const openApp = (foundation: Foundation, rooms: Rooms): Express => {
  const { config, database, log, metrics, health, wake } = foundation;
  const { keyRing, operations, payments, pricing, routing } = rooms;
  const createNeeds = {
    payments,
    operations,
    pricing,
    routing,
    keyRing,
    metrics,
    log,
    followUp: wake,
    applyNotedFact: rooms.applyNoted,
    takeOver: (shopId: AttemptRef['shopId'], operationId: string) =>
      takeOverCreate(rooms.sweepNeeds, shopId, operationId),
    acceptanceTimeoutMs: config.ACCEPTANCE_TIMEOUT_MS,
  };
  const docsUrl = config.DOCS_URL ?? `http://${config.HOST}:${config.PORT}/docs`;
  return createApp({
    log,
    metrics,
    routers: [
      createV1Router({
        features: {
          createPayment: (caller, request) => createPayment(createNeeds, caller, request),
          getOperationState: (caller, lookup) =>
            getOperationState(operations, { shopId: caller.shopId, api: 'v1' }, lookup),
          listBalances: (caller) => listBalances({ database }, caller),
        },
        health,
        resolveApiKey: createApiKeyResolver({ database }),
        limit: limitRate(config.RATE_LIMIT_PER_SECOND),
        isValidatingResponses: config.VALIDATE_RESPONSES,
        isServing: config.TURNPIKE_ROLE !== 'worker',
      }),
    ],
    renderError: renderProblem(docsUrl, log),
  });
};

/** Joins the rooms into one house. Everything that a room needs of another passes through here. */
export const compose = (foundation: Foundation): House => {
  const { config, database, log, metrics } = foundation;
  const rooms = furnish(foundation);
  const renderV1 = (snapshot: Readonly<Record<string, unknown>>, number: string | null) =>
    toWireOperation(toOperation(snapshot as OperationRecord, number));
  const webhooks = createWebhooks({
    database,
    keyRing: rooms.keyRing,
    log,
    metrics,
    // Events of h2h operations join with that API.
    render: { v1: renderV1, h2h: renderV1 },
    readNumber: rooms.operations.readNumbers,
    allowedNetworks: config.WEBHOOK_ALLOWED_NETWORKS,
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
  });
  const sandbox = { orders: rooms.sandboxOrders, report: rooms.applyFact };
  return {
    app: openApp(foundation, rooms),
    webhooks,
    sweeps: [
      { name: 'payments', everyMs: 1_000, run: () => sweepPayments(rooms.sweepNeeds) },
      { name: 'sandbox', everyMs: 200, run: () => payDueOrders(sandbox) },
    ],
  };
};
