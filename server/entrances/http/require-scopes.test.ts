import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Router } from 'express';
import { everyScope, type Scope } from '#features/access';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { createApp } from './create-app.ts';
import { mountDocument } from './mount-document.ts';
import { createRendererFinder } from './mounted-documents.ts';
import type { RenderError } from './render-error.ts';

const schema = { type: 'object', required: ['amount'], properties: { amount: { type: 'string' } } };
const create = {
  operationId: 'create',
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: { 200: { description: 'Done.' } },
};
const read = { operationId: 'read', responses: { 200: { description: 'Done.' } } };
const paths = { '/create': { post: create }, '/read': { get: read }, '/any': { get: { ...read, operationId: 'any' } } };

const renderError: RenderError = ({ code }) => ({ status: 461, headers: {}, text: code });
const metrics = createMetrics();

let server: Server;
let url: string;
beforeAll(async () => {
  const router = Router();
  router.use((request, response, next) => {
    const given = request.get('x-scopes') ?? '';
    response.locals['caller'] = { shopId: 'shop', scopes: given === '' ? [] : given.split(' ') };
    next();
  });
  const done = () => Promise.resolve({ status: 200, body: {} });
  router.use(
    mountDocument({
      document: { openapi: '3.1.0', info: { title: 'Scoped', version: '1' }, paths },
      routes: [
        { operationId: 'create', method: 'post', path: '/create', security: ['token'], scopes: ['payin'] },
        { operationId: 'read', method: 'get', path: '/read', security: ['token'], scopes: ['read'] },
        { operationId: 'any', method: 'get', path: '/any', security: ['token'], scopes: [] },
      ],
      handlers: { create: done, read: done, any: done },
      expectations: {},
      isValidatingResponses: false,
      limit: (_request, _response, next) => next(),
      uploadDirectory: '/nowhere',
    }),
  );
  const rendererOf = createRendererFinder([], renderError);
  const isForeignOperation = () => Promise.resolve(false);
  const mounts = [{ paths: [], router }];
  server = createServer(
    createApp({ log: createLog('silent'), metrics, mounts, rendererOf, isForeignOperation, trustedProxies: [] }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const send = async (path: string, scopes: readonly Scope[], body?: string) => {
  const headers = { 'x-scopes': scopes.join(' '), ...(body !== undefined && { 'content-type': 'application/json' }) };
  const answer = await fetch(url + path, { headers, ...(body !== undefined && { method: 'POST', body }) });
  return answer.status === 200 ? 200 : await answer.text();
};

it.each<[string, readonly Scope[], string | undefined, number | string]>([
  ['/create', ['payin'], '{"amount":"1"}', 200],
  ['/create', ['payout', 'read'], '{"amount":"1"}', 'forbidden'],
  ['/create', [], '{"amount":"1"}', 'forbidden'],
  ['/read', ['payin', 'read'], undefined, 200],
  ['/read', ['payin', 'payout'], undefined, 'forbidden'],
  ['/any', [], undefined, 200],
  ['/create', everyScope, '{"amount":"1"}', 200],
])('answers %s to a caller with the scopes %j and the body %s by %s', async (path, scopes, body, answer) => {
  expect(await send(path, scopes, body)).toBe(answer);
});

it('refuses a caller without the scope before it looks at the body', async () => {
  expect(await send('/create', ['read'], '{"amount":')).toBe('forbidden');
  expect(await send('/create', ['payin'], '{"amount":')).toBe('invalid_request');
});

it('counts what is asked for without its scope as a security event', async () => {
  const count = async () =>
    (await metrics.securityEvents.get()).values.find(({ labels }) => labels.event === 'scope_missing')?.value ?? 0;
  const before = await count();
  await send('/read', []);
  expect((await count()) - before).toBe(1);
});
