import { describe, expect, it } from '@jest/globals';
import { answered, problem, requested } from '../test/contract.ts';
import { cutOff, json, reset, silence, text, startScriptedServer } from '../test/scripted-server.ts';
import { failureOf, openScripted } from '../test/scripted-turnpike.ts';
import {
  ApiError,
  ConnectionError,
  NotFoundError,
  ProviderDeclinedError,
  RateLimitError,
  TimeoutError,
  Turnpike,
  UnavailableError,
} from './index.ts';

const apiKey = 'tp_test_0123456789abcdef';
const order = requested('createPayment', 'paid_in_full');
const created = json(200, answered('createPayment', 'paid_in_full'));
const unavailable = json(503, problem('temporarily_unavailable'));

const { server } = await openScripted();

const clientOf = (options: { timeoutMs?: number; maxRetries?: number } = {}): Turnpike =>
  new Turnpike({ apiKey, baseUrl: server.url, ...options });

describe('a request', () => {
  it('carries the key and exactly the fields it was given', async () => {
    server.script(created);
    await expect(clientOf().payments.create(order)).resolves.toEqual(answered('createPayment', 'paid_in_full'));
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/payment' });
    expect(request?.headers).toMatchObject({ 'x-api-key': apiKey, 'content-type': 'application/json' });
    expect(JSON.parse(request?.body ?? '')).toEqual(order);
  });

  it('reads a state by either identifier, by a whole operation, and by a bare operation_id', async () => {
    const state = answered('getOperationState', 'payment_paid_in_full');
    server.script(json(200, state));
    const { operations } = clientOf();
    await expect(operations.retrieve({ operation_id: state.operation_id })).resolves.toEqual(state);
    await operations.retrieve({ merchant_operation_id: 'order-1' });
    await operations.retrieve(answered('createPayment', 'paid_in_full'));
    await operations.retrieve(state.operation_id);
    expect(server.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { operation_id: state.operation_id },
      { merchant_operation_id: 'order-1' },
      { operation_id: answered('createPayment', 'paid_in_full').operation_id },
      { operation_id: state.operation_id },
    ]);
  });

  it('lists balances without a body', async () => {
    server.script(json(200, answered('listBalances', 'settled_in_rub')));
    await expect(clientOf().balances.list()).resolves.toEqual(answered('listBalances', 'settled_in_rub').balances);
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/v1/balances', body: '' });
  });

  it('goes through the fetch it was given, with plain values', async () => {
    const seen: unknown[] = [];
    const client = new Turnpike({
      apiKey,
      baseUrl: 'https://pay.example.com/gateway/',
      fetch: async (url, init) => {
        seen.push(url, init.method, init.headers['x-api-key'], init.body);
        return Response.json({ balances: [] });
      },
    });
    await expect(client.balances.list()).resolves.toEqual([]);
    expect(seen).toEqual(['https://pay.example.com/gateway/v1/balances', 'GET', apiKey, undefined]);
  });

  it('does not follow a redirect, which would carry the key to another host', async () => {
    const other = await startScriptedServer();
    other.script(created);
    server.script(text(307, '', { location: `${other.url}/v1/payment` }));
    const outcome: unknown = await clientOf()
      .payments.create(order)
      .catch((error: unknown) => error);
    await other.stop();
    expect(other.requests).toHaveLength(0);
    expect(outcome).toBeInstanceOf(ApiError);
    expect(outcome).toMatchObject({ status: 307, code: undefined });
  });
});

describe('retrying', () => {
  it.each([
    ['a 503', unavailable],
    ['a 503 of a create in progress', json(503, problem('create_in_progress'))],
    ['a 502 of a proxy', text(502, '<h1>Bad gateway</h1>')],
    ['a 504 of a proxy', text(504, '')],
    ['a 408', json(408, problem('request_timeout'))],
    ['a 429', json(429, problem('too_many_requests'), { 'retry-after': '0' })],
    ['a broken connection', reset],
    ['an answer that breaks off', cutOff],
  ])('sends the same body again after %s', async (_what, failing) => {
    server.script(failing, created);
    await expect(clientOf().payments.create(order)).resolves.toMatchObject({ status: 'pending' });
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.body).toBe(server.requests[0]?.body);
    expect(server.requests[1]?.headers['x-api-key']).toBe(apiKey);
  });

  it('sends what it was given, also when the caller changes it meanwhile', async () => {
    server.script(unavailable, created);
    const params = { ...order };
    const call = clientOf().payments.create(params);
    params.amount = '9999.00';
    await call;
    const amounts = server.requests.map(({ body }) => (JSON.parse(body) as typeof order).amount);
    expect(amounts).toEqual([order.amount, order.amount]);
  });

  it('gives up after maxRetries with the last failure', async () => {
    server.script(unavailable);
    const failure = await failureOf(clientOf({ maxRetries: 1 }).payments.create(order));
    expect(failure).toBeInstanceOf(UnavailableError);
    expect(server.requests).toHaveLength(2);
  });

  it('can be switched off for one call', async () => {
    server.script(reset);
    const failure = await failureOf(clientOf().payments.create(order, { maxRetries: 0 }));
    expect(failure).toBeInstanceOf(ConnectionError);
    expect((failure as ConnectionError).message).toContain('(ECONNRESET)');
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['no_provider_accepted', ProviderDeclinedError],
    ['operation_not_found', NotFoundError],
  ] as const)('does not follow %s, which is an answer', async (code, errorClass) => {
    server.script(json(problem(code).status, problem(code)));
    expect(await failureOf(clientOf().payments.create(order))).toBeInstanceOf(errorClass);
    expect(server.requests).toHaveLength(1);
  });

  it('waits as long as Retry-After asks', async () => {
    server.script(json(429, problem('too_many_requests'), { 'retry-after': '1' }), created);
    const begunAt = performance.now();
    await clientOf().payments.create(order);
    expect(performance.now() - begunAt).toBeGreaterThanOrEqual(1_000);
  });

  it('does not begin a pause that outlasts the timeout', async () => {
    server.script(json(429, problem('too_many_requests'), { 'retry-after': '60' }));
    const failure = await failureOf(clientOf({ timeoutMs: 2_000 }).payments.create(order));
    expect(failure).toBeInstanceOf(RateLimitError);
    expect(failure).toMatchObject({ retryAfterMs: 60_000 });
    expect(server.requests).toHaveLength(1);
  });
});

describe('ending early', () => {
  it('times out over all attempts together, and keeps the failure of the last complete one', async () => {
    server.script(unavailable, silence);
    const failure = await failureOf(clientOf({ timeoutMs: 5_000 }).payments.create(order));
    expect(failure).toBeInstanceOf(TimeoutError);
    expect((failure as TimeoutError).cause).toBeInstanceOf(UnavailableError);
    expect(server.requests).toHaveLength(2);
  });

  it('times out while the body of an answer does not come', async () => {
    server.script((response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'));
    const failure = await failureOf(clientOf({ timeoutMs: 200 }).payments.create(order));
    expect(failure).toBeInstanceOf(TimeoutError);
  });

  it('rejects with the reason of the signal, during an attempt and during a pause', async () => {
    for (const behaviour of [silence, unavailable]) {
      const controller = new AbortController();
      const reason = new Error('The customer left.');
      server.script((response, request) => {
        behaviour(response, request);
        setTimeout(() => controller.abort(reason), 50);
      });
      const call = clientOf().payments.create(order, { signal: controller.signal });
      expect(await failureOf(call)).toBe(reason);
      expect(server.requests).toHaveLength(1);
    }
  });

  it('sends nothing when the signal was aborted before', async () => {
    server.script(created);
    const call = clientOf().payments.create(order, { signal: AbortSignal.abort() });
    expect(await failureOf(call)).toMatchObject({ name: 'AbortError' });
    expect(server.requests).toHaveLength(0);
  });
});

describe('answers that are not of this API', () => {
  it.each([
    ['a page instead of JSON', text(200, '<h1>Welcome</h1>')],
    ['success without a body', text(200, '')],
    ['success with null', json(200, null)],
    ['an error page', text(418, '<h1>Short and stout</h1>')],
  ])('%s is an ApiError without a code, not retried and not quoted', async (_what, answer) => {
    server.script(answer);
    const failure = await failureOf(clientOf().payments.create(order));
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ code: undefined, errors: [], name: 'ApiError' });
    expect((failure as ApiError).message).not.toContain('<h1>');
    expect(server.requests).toHaveLength(1);
  });
});
