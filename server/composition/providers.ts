import type { AttemptsStore } from '#features/attempts';
import { askConnectors, readCallbackSecrets, readConnector } from '#features/connectors';
import { createAddressGuard } from '#platform/address-guard';
import { createHostResolver } from '#platform/resolve-host';
import { createGateway, createRouting, type Provider, type ProviderReports } from '#providers';
import { openHttpProviders, type HttpProviders } from '#providers/http';
import { createSandboxOrders, createSandboxProvider } from '#providers/sandbox';
import { mountCallbacks } from '../entrances/callbacks/index.ts';
import type { MountedDocument } from '../entrances/http/mounted-documents.ts';
import type { Sweep } from '../entrances/jobs/index.ts';
import type { Foundation } from './foundation.ts';

/** Providers that are connectors, by what operators have set for each. */
const openConnectors = (
  { config, database, keyRing }: Foundation,
  attempts: Pick<AttemptsStore, 'find'>,
): HttpProviders => {
  const guard = createAddressGuard(config.CONNECTOR_ALLOWED_NETWORKS);
  return openHttpProviders({
    guard,
    resolve: createHostResolver(guard.hasAllowedNetworks),
    readSettings: (providerId) => readConnector({ database, keyRing }, providerId),
    currencyOf: async (attempt) => (await attempts.find(attempt))?.currency ?? null,
  });
};

/** The one way to providers of every kind, and what they tell by themselves. */
export const composeProviders = (
  foundation: Foundation,
  attempts: Pick<AttemptsStore, 'find' | 'lookNow'>,
  facts: Omit<ProviderReports, 'reportDecision'>,
) => {
  const { config, database, keyRing, log, metrics, notify, decorate } = foundation;
  const reports: ProviderReports = {
    ...facts,
    reportDecision: async (attempt) => {
      await attempts.lookNow(attempt);
      notify('payouts');
    },
  };
  const gateway = createGateway({
    concurrency: config.PROVIDER_CONCURRENCY,
    breaker: { failures: config.PROVIDER_BREAKER_FAILURES, pauseMs: config.PROVIDER_BREAKER_PAUSE_MS },
    metrics,
    log,
  });
  const connectors = openConnectors(foundation, attempts);
  const sandbox = { ...reports, orders: createSandboxOrders(database), speed: config.SANDBOX_SPEED };
  const providerOf = (kind: string, providerId: string): Provider => {
    if (kind === 'http') return connectors.connect(providerId, reports);
    if (kind !== 'sandbox') throw new Error(`Provider ${providerId} is of the unknown kind ${kind}.`);
    return createSandboxProvider(sandbox, providerId);
  };
  const routing = createRouting(database, (kind, providerId, limits) =>
    gateway(decorate(providerOf(kind, providerId), reports), limits),
  );
  /** Where connectors tell what became of their orders. */
  const openCallbacks = (): MountedDocument =>
    mountCallbacks({
      readSecrets: (providerId) => readCallbackSecrets({ database, keyRing }, providerId),
      findAttempt: attempts.find,
      reports,
      isServing: config.TURNPIKE_ROLE !== 'worker',
    });
  const sweep: Sweep = {
    name: 'connectors',
    everyMs: 15_000,
    run: () => askConnectors({ database, log, describe: connectors.describe }),
  };
  return { routing, sandbox, openCallbacks, sweep, close: connectors.close };
};
