import type { Provider, ProviderReports } from '../port.ts';
import { createCaller, type CallerNeeds } from './caller.ts';
import { createFacts, type FactsNeeds } from './facts.ts';
import { httpEvidence } from './http-evidence.ts';
import { httpPayments } from './http-payments.ts';
import { httpPayouts } from './http-payouts.ts';

export type HttpProvidersNeeds = CallerNeeds & Pick<FactsNeeds, 'currencyOf'>;

export type HttpProviders = {
  readonly connect: (providerId: string, reports: ProviderReports) => Provider;
  /** Lets go of the connections when nothing is under way over them. */
  readonly close: () => Promise<void>;
};

/** Providers that are connectors: servers that speak the contract in `openapi/connector`. */
export const openHttpProviders = (needs: HttpProvidersNeeds): HttpProviders => {
  const closing: (() => Promise<void>)[] = [];
  return {
    connect: (providerId, reports) => {
      const caller = createCaller(needs, providerId);
      closing.push(caller.close);
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
    close: async () => {
      await Promise.all(closing.map((close) => close()));
    },
  };
};
