import { Router, type RequestHandler } from 'express';
import document from '#generated/v1/openapi.json' with { type: 'json' };
import type { Handlers } from '#generated/v1/handlers';
import { routes } from '#generated/v1/routes';
import { expectations } from '#generated/v1/violations';
import type { ApiKeyResolver, Caller } from '#features/access';
import { mountDocument } from '../http/mount-document.ts';
import type { MountedDocument } from '../http/mounted-documents.ts';
import { probes, type Health } from '../probes/probes.ts';
import { authenticate } from './authenticate.ts';
import { v1Balances, type BalancesFeature } from './balances.ts';
import { v1Methods, type MethodsFeature } from './methods.ts';
import { v1OperationPages, type OperationPagesFeature } from './operation-pages.ts';
import { v1Operations, type OperationsFeature } from './operations.ts';
import { v1Payments, type PaymentsFeature } from './payments.ts';
import { v1Payouts, type PayoutsFeature } from './payouts.ts';
import { renderProblem } from './problems.ts';
import { v1Receipts, type ReceiptsFeature } from './receipts.ts';

export { renderEvent } from './events.ts';
export { toWireOperation } from './operation.ts';
export { renderProblem } from './problems.ts';

export type V1Needs = {
  readonly features: PaymentsFeature &
    PayoutsFeature &
    ReceiptsFeature &
    OperationsFeature &
    OperationPagesFeature &
    MethodsFeature &
    BalancesFeature;
  readonly health: Health;
  readonly resolveApiKey: ApiKeyResolver;
  readonly limit: RequestHandler;
  readonly isValidatingResponses: boolean;
  /** False for a process that only works on jobs: it answers the probes and nothing else. */
  readonly isServing: boolean;
  /** Where uploaded files wait while their requests are worked on. */
  readonly uploadDirectory: string;
  /** Undefined where the configuration does not say where the docs are. */
  readonly docsUrl: string | undefined;
};

export const createV1Handlers = ({ features, health }: Pick<V1Needs, 'features' | 'health'>) =>
  ({
    ...v1Payments(features),
    ...v1Payouts(features),
    ...v1Receipts(features),
    ...v1Operations(features),
    ...v1OperationPages(features),
    ...v1Methods(features),
    ...v1Balances(features),
    ...probes(health),
  }) satisfies Handlers<Caller>;

const basePath = '/v1';

/** The gateway API and the probes of its document. Nothing under /v1 is answered to a caller without a key. */
export const mountV1 = (needs: V1Needs): MountedDocument => {
  const router = Router({ caseSensitive: true });
  router.use(basePath, authenticate(needs.resolveApiKey));
  router.use(
    mountDocument({
      document,
      routes,
      expectations,
      handlers: needs.isServing ? createV1Handlers(needs) : probes(needs.health),
      isValidatingResponses: needs.isValidatingResponses,
      limit: needs.limit,
      uploadDirectory: needs.uploadDirectory,
    }),
  );
  return { basePaths: [basePath], paths: routes, router, renderError: renderProblem(needs.docsUrl) };
};
