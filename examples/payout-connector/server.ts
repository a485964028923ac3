import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import * as openApiValidator from 'express-openapi-validator';
import { Pool } from 'pg';
import document from '../../generated/connector/openapi.json' with { type: 'json' };
import { routes } from '../../generated/connector/routes.ts';
import { createHandlers, type Needs } from './handlers.ts';
import { readStatement, resolveDoubt, tellChanges, type Callbacks } from './jobs.ts';
import { openOrders } from './orders.ts';
import { answerProblems, Refusal } from './problems.ts';
import type { Bank } from './toy-bank.ts';

export type Options = {
  readonly port: number;
  readonly databaseUrl: string;
  readonly secret: string;
  readonly callbacks: Callbacks;
  readonly bank: Bank;
};

const basePath = '/connector/v1';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Before anything else of a call is read. */
const authenticate = (secret: string): RequestHandler => {
  const expected = digestOf(`Bearer ${secret}`);
  return (request, _response, next) => {
    const isKnown = timingSafeEqual(digestOf(request.get('authorization') ?? ''), expected);
    next(isKnown ? undefined : new Refusal('unauthorized'));
  };
};

type Handler = (request: unknown) => Promise<{ readonly status: number; readonly body?: unknown }>;

/** What the generated handlers are given, of what Express has. */
const answerWith =
  (handler: Handler): RequestHandler =>
  async ({ body, params, query, headers }, response) => {
    const answer = await handler({ body: body as unknown, params, query, headers });
    response.status(answer.status).json(answer.body);
  };

const createApp = (needs: Needs, secret: string): express.Express => {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use((request, response, next) => {
    response.set('x-request-id', request.get('x-request-id') ?? randomUUID());
    next();
  });
  app.use(basePath, authenticate(secret));
  // A method that a path does not have, before its body is read.
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method.toUpperCase());
    app.all(path, (request, response, next) => {
      if (methods.includes(request.method)) return next();
      response.set('allow', methods.join(', '));
      next(new Refusal('method_not_allowed'));
    });
  }
  app.use(express.json({ limit: '64kb' }));
  // This bank takes no receipts, so that forms are not read at all.
  app.put(`${basePath}/payments/:attempt_id/receipts/:file_id`, (_request, _response, next) =>
    next(new Refusal('attempt_not_found')),
  );
  app.use(
    openApiValidator.middleware({
      apiSpec: document as unknown as Parameters<typeof openApiValidator.middleware>[0]['apiSpec'] & object,
      validateRequests: { allowUnknownQueryParameters: true, allErrors: true },
      validateApiSpec: false,
      validateSecurity: false,
      fileUploader: false,
    }),
  );
  const handlers = createHandlers(needs) as unknown as Readonly<Record<string, Handler>>;
  for (const { operationId, method, path } of routes) {
    app[method](path, answerWith(handlers[operationId]!));
  }
  app.use(() => {
    throw new Refusal('route_not_found');
  });
  app.use(answerProblems);
  return app;
};

/** Does the work of the jobs over and over, one round after the other. */
const repeat = (work: () => Promise<void>, everyMs: number): (() => Promise<void>) => {
  let isStopped = false;
  let wake = (): void => undefined;
  const run = async (): Promise<void> => {
    while (!isStopped) {
      await work().catch((error: unknown) => console.error(error));
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const ended = run();
  return () => {
    isStopped = true;
    wake();
    return ended;
  };
};

/** The whole connector: HTTP for the gateway, and the jobs that read the statement and tell. */
export const startConnector = async ({ port, databaseUrl, secret, callbacks, bank }: Options) => {
  const pool = new Pool({ connectionString: databaseUrl });
  const needs: Needs = { orders: await openOrders(pool), bank };
  const server = createApp(needs, secret).listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const stops = [
    repeat(() => readStatement(needs), 500),
    repeat(() => resolveDoubt(needs), 500),
    repeat(() => tellChanges(needs, callbacks), 200),
    repeat(() => tellChanges(needs, callbacks), 200),
  ];
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all(stops.map((stop) => stop()));
      await pool.end();
    },
  };
};
