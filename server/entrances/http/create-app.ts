import express, { type ErrorRequestHandler, type Express, type Router } from 'express';
import { RequestError } from '#platform/errors';
import { assignRequestId } from './request-id.ts';
import { observeRequests, type ObserverNeeds } from './observe-requests.ts';
import { standardHeaders, type StandardHeaders } from './standard-headers.ts';

export type AppNeeds = ObserverNeeds & {
  readonly routers: readonly Router[];
  /** Renders what no document answers for. */
  readonly renderError: ErrorRequestHandler;
  /** Networks whose word is taken for who the client is. */
  readonly trustedProxies: readonly string[];
  /** On every answer. */
  readonly headers?: StandardHeaders;
};

const usualHeaders = standardHeaders({ hstsMaxAgeSeconds: 0 });

export const createApp = (needs: AppNeeds): Express => {
  const { routers, renderError, trustedProxies, headers = usualHeaders } = needs;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', [...trustedProxies]);
  app.use(assignRequestId, observeRequests(needs));
  app.use((request, response, next) => {
    // Contracts name GET alone, and so do their validators. Node has already noted to send no body.
    if (request.method === 'HEAD') request.method = 'GET';
    response.setHeaders(new Map(Object.entries(headers)));
    next();
  });
  for (const router of routers) app.use(router);
  app.use(() => {
    throw new RequestError('route_not_found');
  });
  app.use(renderError);
  return app;
};
