import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { callbackSecret, connectorSecret, startTestConnector } from '#test/support/sandbox-connector';
import { startReceiver, type Receiver } from '../features/webhooks/webhook-fixture.ts';
import type { SandboxConnector } from './sandbox-connector.ts';

let db: TestDatabase;
let receiver: Receiver;
let connector: SandboxConnector;
let status = 204;

beforeAll(async () => {
  db = await createTestDatabase();
  receiver = await startReceiver((response) => response.writeHead(status).end());
  connector = await startTestConnector(db.url, receiver.url);
});
afterEach(() => {
  status = 204;
});
afterAll(async () => {
  await connector.stop();
  await receiver.close();
  await db.drop();
});

type Body = Readonly<Record<string, unknown>>;
type Answered = { readonly status: number; readonly body: Body };

const call = async (method: string, path: string, body?: unknown, timeoutMs = 15_000): Promise<Answered> => {
  const response = await fetch(`${connector.url}/connector/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${connectorSecret}`,
      'x-timeout-ms': String(timeoutMs),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
};

const shopId = '019c2a11-03f4-7d19-8b55-6a0f9e1c7d20';
const payment = (amount: string) => ({
  shop_id: shopId,
  method: 'WT_RUB_C2C',
  rail: 'card',
  amount,
  currency: 'RUB',
  client: { id: 'user-1' },
});
const payout = (amount: string) => ({
  ...payment(amount),
  destination: { number: '2200000000000004', name: 'Анна Смирнова' },
  payout: { amount, leg: 1, legs: 1 },
});

type Told = { readonly id: string; readonly type: string; readonly shop_id: string; readonly data: Body };

/** What was told of an attempt so far, oldest first; a signature that does not fit is an error. */
const toldOf = (attemptId: string): Told[] =>
  receiver.received
    .map(({ headers, body }) => ({
      ...(new Webhook(callbackSecret).verify(body, headers as Record<string, string>) as Told),
      id: String(headers['webhook-id']),
    }))
    .filter(({ data }) => data['attempt_id'] === attemptId);

const statusesOf = (attemptId: string): unknown[] => toldOf(attemptId).map(({ data }) => data['status']);

it('takes a payment on, and tells with the shop of its order that it was paid', async () => {
  const attemptId = randomUUID();
  const { status: answered, body } = await call('PUT', `/payments/${attemptId}`, payment('1000.00'));
  expect([answered, body['status'], body['paid_total']]).toEqual([200, 'open', '0.00']);
  const [told] = await eventually(() => toldOf(attemptId).length > 0 && toldOf(attemptId), 'a callback');
  expect(told).toMatchObject({
    type: 'payment.changed',
    shop_id: shopId,
    data: { status: 'paid', paid_total: '1000.00' },
  });
  expect((await call('GET', `/payments/${attemptId}`)).body).toEqual(told?.data);
});

it('has one order under one attempt id, and refuses another under it', async () => {
  const attemptId = randomUUID();
  const path = `/payments/${attemptId}`;
  const both = await Promise.all([call('PUT', path, payment('2000.00')), call('PUT', path, payment('2000.00'))]);
  expect(both[0].body).toEqual(both[1].body);
  expect(await call('PUT', path, payment('2000.01'))).toMatchObject({ status: 409, body: { code: 'attempt_reused' } });
  expect(await call('PUT', `/payouts/${attemptId}`, payout('2000.00'))).toMatchObject({ status: 409 });
  expect((await call('GET', path)).body['attempt_id']).toBe(attemptId);
});

it('gives a payment no destination that was voided before it came', async () => {
  const path = `/payments/${randomUUID()}`;
  expect((await call('POST', `${path}/void`)).body['status']).toBe('voided');
  const { body } = await call('PUT', path, payment('1000.00'));
  expect([body['status'], 'destination' in body]).toEqual(['voided', false]);
});

it('remembers a decline for good', async () => {
  const path = `/payments/${randomUUID()}`;
  const declined = { status: 200, body: { status: 'declined', reason: 'no_destination' } };
  expect(await call('PUT', path, payment('1000.51'))).toMatchObject(declined);
  expect(await call('PUT', path, payment('1000.51'))).toMatchObject(declined);
  expect(await call('GET', path)).toMatchObject(declined);
  expect(await call('PUT', path, payment('1000.00'))).toMatchObject({ status: 409 });
});

it('declines what it does not serve', async () => {
  const other = { ...payment('1000.00'), method: 'elsewhere' };
  expect((await call('PUT', `/payments/${randomUUID()}`, other)).body['reason']).toBe('method_unavailable');
  expect((await call('PUT', `/payments/${randomUUID()}`, payment('100000000.01'))).body['reason']).toBe(
    'limit_exceeded',
  );
});

it('places nothing after the deadline, and says so before it', async () => {
  const path = `/payments/${randomUUID()}`;
  // Ten times as fast as usual the sandbox answers such a payment after 1.6 seconds.
  expect(await call('PUT', path, payment('1000.53'), 500)).toMatchObject({
    status: 503,
    body: { code: 'not_carried_out', type: 'urn:turnpike:connector-problem:not_carried_out' },
  });
  expect((await call('GET', path)).body['status']).toBe('not_found');
});

it('does not know what became of a leg whose answer was lost, until it does', async () => {
  const path = `/payouts/${randomUUID()}`;
  expect(await call('PUT', path, payout('1000.53'))).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } });
  expect(await call('GET', path)).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } });
  const found = await eventually(async () => {
    const { body } = await call('GET', path);
    return body['status'] === 'paid' && body;
  }, 'a look-up that finds it paid');
  expect(found['paid_total']).toBe('1000.53');
});

it('tells before it answers, twice and out of order, where the table says so', async () => {
  const attemptId = randomUUID();
  const { body } = await call('PUT', `/payments/${attemptId}`, payment('1000.59'));
  expect(body['status']).toBe('paid');
  expect(statusesOf(attemptId)).toEqual(['paid', 'open', 'paid']);
  const ids = toldOf(attemptId).map(({ id }) => id);
  expect(ids[0]).toBe(ids[2]);
});

it('tells a change again under the same id until it is recorded, also after a crash', async () => {
  status = 500;
  const attemptId = randomUUID();
  await call('PUT', `/payouts/${attemptId}`, payout('1000.00'));
  await eventually(() => toldOf(attemptId).length > 0, 'a first callback');
  await connector.stop();
  status = 204;
  connector = await startTestConnector(db.url, receiver.url);
  await eventually(() => toldOf(attemptId).length > 1, 'the callback once more');
  expect(new Set(toldOf(attemptId).map(({ id }) => id)).size).toBe(1);
});

const receiptForm = (): FormData => {
  const form = new FormData();
  form.set('receipt', new Blob(['%PDF-1.7\n'], { type: 'application/pdf' }), 'receipt.pdf');
  return form;
};

it('reviews a file once, and answers afterwards what was found', async () => {
  const attemptId = randomUUID();
  const { body: order } = await call('PUT', `/payments/${attemptId}`, payment('1000.55'));
  expect(order['receipt_required']).toBe(true);
  const path = `/payments/${attemptId}/receipts/${randomUUID()}`;
  expect((await call('PUT', path, receiptForm())).body['verdict']).toBe('pending');
  const [told] = await eventually(() => toldOf(attemptId).length > 0 && toldOf(attemptId), 'a verdict');
  expect(told).toMatchObject({ type: 'receipt.reviewed', data: { verdict: 'doubtful', doubt: 'suspicious' } });
  expect((await call('PUT', path, receiptForm())).body).toEqual(told?.data);
  const other = `/payments/${attemptId}/receipts/${randomUUID()}`;
  expect((await call('PUT', other, receiptForm())).body['verdict']).toBe('pending');
});

it('takes no receipt for a payment without one, and none for an unknown attempt', async () => {
  const attemptId = randomUUID();
  await call('PUT', `/payments/${attemptId}`, payment('1000.00'));
  const refused = await call('PUT', `/payments/${attemptId}/receipts/${randomUUID()}`, receiptForm());
  expect(refused).toMatchObject({ status: 409, body: { code: 'receipt_not_expected' } });
  const unknown = await call('PUT', `/payments/${randomUUID()}/receipts/${randomUUID()}`, receiptForm());
  expect(unknown).toMatchObject({ status: 404, body: { code: 'attempt_not_found' } });
});

it('proves a transfer by its evidence and a document about it', async () => {
  const attemptId = randomUUID();
  await call('PUT', `/payouts/${attemptId}`, payout('1000.61'));
  const evidenceOf = async () => (await call('GET', `/attempts/${attemptId}/evidence`)).body['evidence'] as Body;
  await eventually(async () => (await evidenceOf())['status'] === 'later', 'evidence that is kept back');
  const evidence = await eventually(async () => {
    const found = await evidenceOf();
    return (found['items'] as Body[]).length > 0 && found;
  }, 'evidence');
  const [item] = evidence['items'] as { readonly amount: string; readonly document_id: string }[];
  expect(item?.amount).toBe('1000.61');
  const response = await fetch(`${connector.url}/connector/v1/attempts/${attemptId}/documents/${item?.document_id}`, {
    headers: { authorization: `Bearer ${connectorSecret}`, 'x-timeout-ms': '10000' },
  });
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect((await response.text()).startsWith('%PDF-')).toBe(true);
  const missing = await call('GET', `/attempts/${attemptId}/documents/none`);
  expect(missing).toMatchObject({ status: 404, body: { code: 'document_not_found' } });
});

it('keeps its orders out of the sandbox of the gateway’s own process', async () => {
  await call('PUT', `/payments/${randomUUID()}`, payment('1000.58'));
  expect(await db.database('public.sandbox_orders').count()).toEqual([{ count: '0' }]);
});

it('tells what it can do, how it is, and what it has', async () => {
  expect((await call('GET', '/capabilities')).body).toMatchObject({ repeats_payouts: true });
  expect((await call('GET', '/health')).body).toEqual({ status: 'up', methods: [] });
  const { body } = await call('GET', '/balances');
  expect(body['balances']).toMatchObject([{ currency: 'RUB' }]);
});

it('answers nothing to a caller without the secret', async () => {
  const response = await fetch(`${connector.url}/connector/v1/health`, { headers: { 'x-timeout-ms': '1000' } });
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});
