import type { Provider, ProviderReports } from '../port.ts';
import { createCaller, type Caller, type CallerNeeds } from './caller.ts';
import { describeConnector, type ToldOfItself } from './describe-connector.ts';
import { createFacts, type FactsNeeds } from './facts.ts';
import { httpEvidence } from './http-evidence.ts';
import { httpPayments } from './http-payments.ts';
import { httpPayouts } from './http-payouts.ts';

export type HttpProvidersNeeds = CallerNeeds & Pick<FactsNeeds, 'currencyOf'>;

export type HttpProviders = {
  readonly connect: (providerId: string, reports: ProviderReports) => Provider;
  /** What a connector tells of itself; null, what it does not tell now. */
  readonly describe: (providerId: string) => Promise<ToldOfItself>;
  /** Lets go of the connections when nothing is under way over them. */
  readonly close: () => Promise<void>;
};

/** Providers that are connectors: servers that speak the contract in `openapi/connector`. */
export const openHttpProviders = (needs: HttpProvidersNeeds): HttpProviders => {
  const callers = new Map<string, Caller>();
  const callerOf = (providerId: string): Caller => {
    const caller = callers.get(providerId) ?? createCaller(needs, providerId);
    callers.set(providerId, caller);
    return caller;
  };
  return {
    connect: (providerId, reports) => {
      const caller = callerOf(providerId);
      const facts = createFacts({ reports, currencyOf: needs.currencyOf });
      return {
        providerId,
        get isPayoutRepeatable() {
          return caller.isPayoutRepeatable();
        },
        // One order is one transfer: what a route can carry is what its connector sends at once.
        splitPayout: ({ amount }) => [amount],
        ...httpPayments(caller, facts),
        ...httpPayouts(caller, facts),
        ...httpEvidence(caller),
      };
    },
    describe: (providerId) => describeConnector(callerOf(providerId)),
    close: async () => {
      await Promise.all([...callers.values()].map(({ close }) => close()));
    },
  };
};
