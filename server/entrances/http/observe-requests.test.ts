import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Router } from 'express';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { RequestError } from '#platform/errors';
import { securityEvents, type SecurityEvent } from '#platform/security-events';
import { eventually } from '#test/support/eventually';
import { renderProblem } from '../v1/index.ts';
import { createApp } from './create-app.ts';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

type Line = Readonly<Record<string, unknown>>;

const paths = [
  { path: '/things', template: '/things' },
  { path: '/things/:thingId', template: '/things/{thing_id}' },
  { path: '/refused/:event', template: '/refused/{event}' },
];
const card = '4276380000000005';
const anothers = 'an operation of another shop';

/** Keeps what it logs; things are there, and what is below /refused is refused with this event. */
const serve = async (trustedProxies: readonly string[] = []) => {
  const written: string[] = [];
  const log = createLog('info', { write: (line: string) => void written.push(line) });
  const metrics = createMetrics();
  const asked: (readonly [string, string])[] = [];
  let findOut = (): void => undefined;
  const router = Router({ caseSensitive: true, strict: true });
  router.get(['/things', '/things/:thingId'], (_request, response) => void response.json({}));
  router.get('/refused/:event', ({ params, query }, response) => {
    response.locals['shopId'] = 'shop';
    const soughtOperationId = query['sought'] as string | undefined;
    throw new RequestError('operation_not_found', {
      securityEvent: params['event'] as SecurityEvent,
      ...(soughtOperationId !== undefined && { soughtOperationId }),
    });
  });
  const isForeignOperation = (shopId: string, operationId: string): Promise<boolean> => {
    asked.push([shopId, operationId]);
    if (operationId === 'found out later') return new Promise((resolve) => (findOut = () => resolve(true)));
    return operationId === 'unreachable'
      ? Promise.reject(new Error('gone'))
      : Promise.resolve(operationId === anothers);
  };
  const app = createApp({
    log,
    metrics,
    isForeignOperation,
    mounts: [{ paths, router }],
    rendererOf: () => renderProblem(undefined),
    trustedProxies,
  });
  const server = app.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const lines = (): Line[] => written.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'request');
  /** The line of a request, whose target goes out as it is. */
  const lineOf = async (target: string, method = 'GET', headers: readonly string[] = []): Promise<Line> => {
    const before = lines().length;
    const socket = connect(port, '127.0.0.1');
    socket.write([`${method} ${target} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers, '', ''].join('\r\n'));
    await text(socket);
    await eventually(() => lines().length > before, 'the line of the request');
    return lines().at(-1)!;
  };
  const counted = async (): Promise<Record<string, number>> => {
    const { values } = await metrics.securityEvents.get();
    return Object.fromEntries(
      values.filter(({ value }) => value > 0).map(({ labels, value }) => [labels.event, value]),
    );
  };
  return { url: `http://127.0.0.1:${port}`, lines, lineOf, counted, asked, findOut: () => findOut() };
};

describe('the line of a request', () => {
  it('says what was asked for, by whom, and what came of it', async () => {
    const { lineOf } = await serve();
    const line = await lineOf('/things/1?secret=1');
    expect(line).toMatchObject({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 30,
      method: 'GET',
      path: '/things/{thing_id}',
      operation: 'none',
      status: 200,
      durationMs: expect.any(Number),
      clientAddress: '127.0.0.1',
    });
    expect(JSON.stringify(line)).not.toContain('secret');
  });

  it('says HEAD for HEAD, which is answered as GET is', async () => {
    const { lineOf } = await serve();
    expect(await lineOf('/things', 'HEAD')).toMatchObject({ method: 'HEAD', path: '/things', status: 200 });
  });

  it.each([
    ['/things', 'DELETE', '/things'],
    [`/things/${card}`, 'PUT', '/things/{thing_id}'],
    [`/things/${card}?number=${card}`, 'GET', '/things/{thing_id}'],
    [`/${card}`, 'GET', 'unmatched'],
    ['/things/', 'GET', 'unmatched'],
    ['/Things', 'GET', 'unmatched'],
    [`/things/${card}/${card}`, 'GET', 'unmatched'],
    ['/__proto__', 'GET', 'unmatched'],
    ['/things/%ff', 'GET', '/things/{thing_id}'],
    ['*', 'OPTIONS', 'unmatched'],
  ])('shows %s of a %s as %s', async (target, method, path) => {
    const { lineOf } = await serve();
    const line = await lineOf(target, method);
    expect(line).toMatchObject({ method, path });
    expect(JSON.stringify(line)).not.toContain(card);
  });
});

describe('the client’s address', () => {
  const forwarded = (...addresses: string[]): string[] => addresses.map((address) => `X-Forwarded-For: ${address}`);
  it.each([
    ['the peer’s where no proxy is trusted', [], forwarded('203.0.113.7'), '127.0.0.1'],
    ['what a trusted proxy says', ['127.0.0.1'], forwarded('203.0.113.7'), '203.0.113.7'],
    [
      'the last one that no trusted proxy has',
      ['127.0.0.1', '10.0.0.0/8'],
      forwarded('198.51.100.1, 203.0.113.7, 10.1.2.3'),
      '203.0.113.7',
    ],
    ['the peer’s where a proxy passes on what is no address', ['127.0.0.1'], forwarded(card), '127.0.0.1'],
    ['the peer’s where a proxy says nothing', ['127.0.0.1'], [], '127.0.0.1'],
    ['IPv6 where it is', ['127.0.0.1'], forwarded('2001:db8::7'), '2001:db8::7'],
    ['IPv4 where it is written as IPv6', ['127.0.0.1'], forwarded('::ffff:203.0.113.7'), '203.0.113.7'],
  ])('is %s', async (_what, trusted, headers, address) => {
    const { lineOf } = await serve(trusted);
    expect(await lineOf('/things', 'GET', headers)).toMatchObject({ clientAddress: address });
  });
});

describe('a security event', () => {
  it.each(Object.entries(securityEvents))(
    '%s is in the request’s own line, at the level %s, and counted',
    async (event, level) => {
      const { lineOf, lines, counted } = await serve();
      expect(await lineOf(`/refused/${event}`)).toMatchObject({
        event,
        level: level === 'warn' ? 40 : 30,
        status: 404,
      });
      expect([lines().length, await counted()]).toEqual([1, { [event]: 1 }]);
    },
  );

  it('is in no line of a request that tells of none', async () => {
    const { lineOf, counted } = await serve();
    expect(Object.keys(await lineOf('/things'))).not.toContain('event');
    expect(await counted()).toEqual({});
  });

  it('is counted from zero, so that its first time is seen as an increase', async () => {
    const { registry } = createMetrics();
    const told = await registry.metrics();
    for (const event of Object.keys(securityEvents))
      expect(told).toContain(`turnpike_security_events_total{event="${event}"} 0`);
  });

  it('says of an operation that was not found whether another shop has it', async () => {
    const { lineOf, asked, counted } = await serve();
    const seek = (sought: string) => lineOf(`/refused/operation_unknown?sought=${encodeURIComponent(sought)}`);
    expect(await seek(anothers)).toMatchObject({ event: 'foreign_operation', level: 40 });
    expect(await seek('nobody’s')).toMatchObject({ event: 'operation_unknown', level: 30 });
    expect(await seek('unreachable')).toMatchObject({ event: 'operation_unknown', level: 30 });
    await lineOf('/things');
    expect(asked).toEqual([
      ['shop', anothers],
      ['shop', 'nobody’s'],
      ['shop', 'unreachable'],
    ]);
    expect(await counted()).toEqual({ foreign_operation: 1, operation_unknown: 2 });
  });

  it('keeps no answer waiting for that', async () => {
    const { url, lines, asked, findOut } = await serve();
    const answer = await fetch(`${url}/refused/operation_unknown?sought=found%20out%20later`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'operation_not_found']);
    await eventually(() => asked.length > 0, 'the question whose it is');
    expect(lines()).toEqual([]);
    findOut();
    await eventually(() => lines().length > 0, 'the line of the request');
    expect(lines()).toEqual([expect.objectContaining({ event: 'foreign_operation' })]);
  });
});
