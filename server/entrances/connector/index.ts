import { Router, type RequestHandler } from 'express';
import document from '#generated/connector/openapi.json' with { type: 'json' };
import type { Handlers } from '#generated/connector/handlers';
import { routes } from '#generated/connector/routes';
import { expectations } from '#generated/connector/violations';
import { mountDocument } from '../http/mount-document.ts';
import type { MountedDocument } from '../http/mounted-documents.ts';
import { connectorAbout } from './about.ts';
import { authenticate } from './authenticate.ts';
import { connectorEvidence } from './evidence.ts';
import type { ConnectorNeeds } from './needs.ts';
import { connectorPayments } from './payments.ts';
import { connectorPayouts } from './payouts.ts';
import { connectorReceipts } from './receipts.ts';
import { renderRefusal } from './refusals.ts';

export { bookUrl, createBookStore, prepareBook } from './book-store.ts';
export { createCallbackSender, type CallbackTarget } from './callbacks.ts';
export type { ConnectorNeeds, ServedMethod } from './needs.ts';
export { renderRefusal } from './refusals.ts';
export { createDueTelling, createEarlyReports } from './tell-changes.ts';

export const createConnectorHandlers = (needs: ConnectorNeeds) =>
  ({
    ...connectorPayments(needs),
    ...connectorReceipts(needs),
    ...connectorPayouts(needs),
    ...connectorEvidence(needs),
    ...connectorAbout(needs),
  }) satisfies Handlers<void>;

export type MountedConnectorNeeds = ConnectorNeeds & {
  readonly secrets: readonly string[];
  readonly uploadDirectory: string;
};

const basePath = '/connector/v1';

/** The gateway is the only caller, and keeps within the limits that its operator has set. */
const unlimited: RequestHandler = (_request, _response, next) => next();

/** The sandbox, as a connector serves it. Nothing below its path is answered to a caller without the secret. */
export const mountConnector = (needs: MountedConnectorNeeds): MountedDocument => {
  const router = Router({ caseSensitive: true });
  router.use(basePath, authenticate(needs.secrets));
  router.use(
    mountDocument({
      document,
      routes,
      expectations,
      handlers: createConnectorHandlers(needs),
      isValidatingResponses: true,
      limit: unlimited,
      uploadDirectory: needs.uploadDirectory,
    }),
  );
  return { basePaths: [basePath], paths: routes, router, renderError: renderRefusal };
};
