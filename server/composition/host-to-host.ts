import { createBanksStore, listBanks } from '#features/banks';
import { openTokens } from '#features/clients';
import { findNamedOperations, pageOperations, readOperation, type OperationsStore } from '#features/operations';
import { currencyOf, type PricingStore } from '#features/pricing';
import { mountH2h, type H2hNeeds } from '../entrances/h2h/index.ts';
import { limitRate } from '../entrances/http/limit-rate.ts';
import type { MountedDocument } from '../entrances/http/mounted-documents.ts';
import { authenticateBearer, createOauthRouter, oauthPaths } from '../entrances/oauth/index.ts';
import type { Foundation } from './foundation.ts';

type Needs = Pick<H2hNeeds['features'], 'createPayment' | 'createPayout'> & {
  readonly foundation: Foundation;
  readonly modules: {
    readonly operations: OperationsStore;
    readonly pricing: PricingStore;
  };
};

/** The host-to-host API over the same use cases, and the tokens that open it. */
export const openHostToHost = ({
  foundation,
  modules,
  createPayment,
  createPayout,
}: Needs): readonly MountedDocument[] => {
  const { config, database, keyRing } = foundation;
  const { operations, pricing } = modules;
  const reading = { database, operations };
  const banks = createBanksStore(database);
  const tokens = openTokens({ database, keyRing });
  return mountH2h({
    features: {
      paymentCurrency: (caller, method) => currencyOf({ pricing }, caller, 'payment', method),
      payoutCurrency: (caller, method) => currencyOf({ pricing }, caller, 'payout', method),
      createPayment,
      createPayout,
      readOperation: (caller, operationId) => readOperation(reading, caller, operationId),
      findNamedOperations: (caller, merchantOperationId) => findNamedOperations(reading, caller, merchantOperationId),
      pageOperations: (caller, page) => pageOperations(reading, caller, page),
      listBanks: () => listBanks({ banks }),
    },
    authenticate: authenticateBearer(tokens.authenticateToken),
    oauth: {
      paths: oauthPaths,
      router: createOauthRouter({ tokens, requestsPerMinute: config.TOKEN_REQUESTS_PER_MINUTE }),
    },
    limit: limitRate(config.RATE_LIMIT_PER_SECOND),
    isValidatingResponses: config.VALIDATE_RESPONSES,
    isServing: config.TURNPIKE_ROLE !== 'worker',
  });
};
