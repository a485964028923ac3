import express, { type ErrorRequestHandler, type Express, type Router } from 'express';
import { RequestError } from '#platform/errors';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { assignRequestId } from './request-id.ts';
import { observeRequests } from './observe-requests.ts';
import { standardHeaders, type StandardHeaders } from './standard-headers.ts';

export type AppNeeds = {
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'requests'>;
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
  const { log, metrics, routers, renderError, trustedProxies, headers = usualHeaders } = needs;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', [...trustedProxies]);
  app.use(assignRequestId, observeRequests(log, metrics));
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
