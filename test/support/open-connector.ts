import { createAddressGuard } from '#platform/address-guard';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { createHostResolver } from '#platform/resolve-host';
import { createGateway, type ConnectedProvider, type ProviderReports } from '#providers';
import { openHttpProviders, type ConnectorSettings, type HttpProviders } from '#providers/http';

/** A connector on this machine as features see it, through a gateway that keeps nothing back. */
export const openConnector = (
  settings: () => ConnectorSettings,
  report: (name: keyof ProviderReports, fact: unknown) => void = () => undefined,
): {
  readonly provider: ConnectedProvider;
  readonly describe: () => ReturnType<HttpProviders['describe']>;
  readonly close: () => Promise<void>;
} => {
  const tell =
    (name: keyof ProviderReports) =>
    (fact: unknown): Promise<void> =>
      Promise.resolve(report(name, fact));
  const providers = openHttpProviders({
    guard: createAddressGuard(['127.0.0.0/8']),
    resolve: createHostResolver(true),
    readSettings: () => Promise.resolve(settings()),
    currencyOf: () => Promise.resolve('RUB'),
  });
  const gateway = createGateway({
    concurrency: 10,
    breaker: { failures: Number.POSITIVE_INFINITY, pauseMs: 1 },
    metrics: createMetrics(),
    log: createLog('silent'),
  });
  const reports: ProviderReports = {
    report: tell('report'),
    reportPayout: tell('reportPayout'),
    reportReceipt: tell('reportReceipt'),
    reportDecision: tell('reportDecision'),
  };
  return {
    provider: gateway(providers.connect('bank', reports)),
    describe: () => providers.describe('bank'),
    close: providers.close,
  };
};
