import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Router } from 'express';
import { RequestError } from '#platform/errors';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import type { RenderError } from './render-error.ts';
import { createApiServer } from './create-api-server.ts';
import { createApp } from './create-app.ts';
import { mountDocument } from './mount-document.ts';
import { createRendererFinder, type MountedDocument } from './mounted-documents.ts';

/** Says which API answers, with a status that no other one has. */
const renderAs =
  (name: string, status: number): RenderError =>
  ({ code }, requestId) => ({
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    text: `${name}: ${code}, ${requestId.length}`,
  });

/** An API of one operation, which it refuses as soon as its body is read. */
const mountSmall = (name: string, status: number, path: string): MountedDocument => {
  const schema = { type: 'object', required: ['amount'], properties: { amount: { type: 'string' } } };
  const operation = {
    operationId: 'create',
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 200: { description: 'Done.' } },
  };
  const router = Router();
  router.use(path, (request, _response, next) => {
    if (request.get('x-key') === undefined) throw new RequestError('api_key_missing');
    next();
  });
  router.use(
    mountDocument({
      document: {
        openapi: '3.1.0',
        info: { title: name, version: '1' },
        paths: { [`${path}/create`]: { post: operation } },
      },
      routes: [{ operationId: 'create', method: 'post', path: `${path}/create`, security: ['key'], scopes: [] }],
      handlers: { create: () => Promise.reject(new RequestError('no_suitable_tariff')) },
      expectations: {},
      isValidatingResponses: false,
      limit: (_request, _response, next) => next(),
      uploadDirectory: '/nowhere',
    }),
  );
  const health = Router().get(`/${name}-health`, () => {
    throw new RequestError('temporarily_unavailable');
  });
  return {
    basePaths: [path],
    paths: [{ path: `/${name}-health`, template: `/${name}-health` }],
    router: Router().use(router, health),
    renderError: renderAs(name, status),
  };
};

const documents = [mountSmall('one', 461, '/one'), mountSmall('other', 462, '/other')];
let server: Server;
let port: number;
beforeAll(async () => {
  const log = createLog('silent');
  const metrics = createMetrics();
  const rendererOf = createRendererFinder(documents, renderAs('own', 463));
  const isForeignOperation = () => Promise.resolve(false);
  const app = createApp({ log, metrics, mounts: documents, rendererOf, isForeignOperation, trustedProxies: [] });
  const limits = {
    headersTimeoutMs: 60_000,
    requestTimeoutMs: 500,
    answerTimeoutMs: 60_000,
    keepAliveTimeoutMs: 60_000,
  };
  server = createApiServer(
    { app, rendererOf, headers: {}, log, metrics },
    { ...limits, mostConnections: 10, otherFiles: 0 },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const key = 'X-Key: k';
const json = 'Content-Type: application/json';

/** The status and the text of the answer to these lines. */
const send = async (lines: readonly string[], body = ''): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  const answer = await text(socket);
  return `${answer.split(' ')[1]} ${answer.split('\r\n').at(-1)}`;
};

const request = (line: string, ...headers: string[]): string[] => [
  `${line} HTTP/1.1`,
  'Host: a',
  'Connection: close',
  ...headers,
];

describe.each([
  ['one', 461, '/one'],
  ['other', 462, '/other'],
])('what is below the paths of the document %s', (name, status, path) => {
  const inItsWords = (code: string): string => `${status} ${name}: ${code}, 36`;

  it.each([
    [
      'by its use case',
      request(`POST ${path}/create`, key, json, 'Content-Length: 14'),
      '{"amount":"1"}',
      'no_suitable_tariff',
    ],
    ['by its contract', request(`POST ${path}/create`, key, json, 'Content-Length: 2'), '{}', 'invalid_request'],
    [
      'before its body is in',
      request(`POST ${path}/create`, key, json, 'Content-Length: 999999'),
      '',
      'payload_too_large',
    ],
    ['before anything of it is read', request(`POST ${path}/create`), '', 'api_key_missing'],
    ['for its method', request(`GET ${path}/create`, key), '', 'method_not_allowed'],
    ['for a path that it does not have', request(`GET ${path}/nowhere?x=/one`, key), '', 'route_not_found'],
    ['at a path of its own elsewhere', request(`GET /${name}-health`), '', 'temporarily_unavailable'],
    ['for an unclear host', request(`GET ${path}/create`, 'Host: b'), '', 'invalid_request'],
    [
      'for an unclear host, by an absolute address',
      request(`GET http://a${path}/create?x=1`, 'Host: b'),
      '',
      'invalid_request',
    ],
    ['for a header that is none', request(`GET ${path}/create`, 'no header'), '', 'invalid_request'],
    ['for too many headers', request(`GET ${path}/create`, `X-Long: ${'x'.repeat(20_000)}`), '', 'headers_too_large'],
    [
      'for a body that does not come',
      request(`POST ${path}/create`, key, json, 'Content-Length: 14'),
      '{',
      'request_timeout',
    ],
  ])('is refused in its words %s', async (_when, lines, body, code) => {
    expect(await send(lines, body)).toBe(inItsWords(code));
  });
});

it.each([
  ['a path of no document', request('GET /nowhere'), 'route_not_found'],
  ['a path that only begins alike', request('GET /onerous'), 'route_not_found'],
  ['what names no path', ['no request'], 'invalid_request'],
])('refuses %s in our own words', async (_what, lines, code) => {
  expect(await send(lines)).toBe(`463 own: ${code}, 36`);
});
