import express, { type Express } from 'express';
import { RequestError } from '#platform/errors';
import { answerErrors } from './answer-errors.ts';
import type { Mounted, RendererFinder } from './mounted-documents.ts';
import { assignRequestId } from './request-id.ts';
import { observeRequests, type ObserverNeeds } from './observe-requests.ts';
import { standardHeaders, type StandardHeaders } from './standard-headers.ts';

export type AppNeeds = Omit<ObserverNeeds, 'paths'> & {
  /** Documents, and pages and files that no document has. */
  readonly mounts: readonly Mounted[];
  readonly rendererOf: RendererFinder;
  /** Networks whose word is taken for who the client is. */
  readonly trustedProxies: readonly string[];
  /** On every answer. */
  readonly headers?: StandardHeaders;
};

const usualHeaders = standardHeaders({ hstsMaxAgeSeconds: 0 });

export const createApp = (needs: AppNeeds): Express => {
  const { mounts, rendererOf, trustedProxies, headers = usualHeaders } = needs;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', [...trustedProxies]);
  app.use(assignRequestId, observeRequests({ ...needs, paths: mounts.flatMap(({ paths }) => paths) }));
  app.use((request, response, next) => {
    // Contracts name GET alone, and so do their validators. Node has already noted to send no body.
    if (request.method === 'HEAD') request.method = 'GET';
    response.setHeaders(new Map(Object.entries(headers)));
    next();
  });
  for (const { router } of mounts) app.use(router);
  app.use(() => {
    throw new RequestError('route_not_found');
  });
  app.use(answerErrors(rendererOf, needs.log));
  return app;
};
