import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AttemptKind } from '#features/attempts';
import { newId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { newWebhookSecret } from '#platform/webhook-signatures';
import type { AttemptRef, ProviderReports } from '#providers';
import { callbackOf, sendCallback } from '#test/support/connected-shop';
import {
  declinedOrder,
  newAttempt,
  orderThatIs,
  takenPayment,
  takenPayout,
  transfer,
} from '#test/support/connector-orders';
import { createApp } from '../http/create-app.ts';
import { createRendererFinder } from '../http/mounted-documents.ts';
import { mountCallbacks } from './index.ts';

const secrets = { bank: [newWebhookSecret(), newWebhookSecret()], other: [newWebhookSecret()] } as const;
let known: Map<string, AttemptKind>;
let told: [keyof ProviderReports, unknown][];
let failure: Error | null;
let server: Server;
let url: string;

const tell =
  (name: keyof ProviderReports) =>
  (fact: unknown): Promise<void> => {
    if (failure !== null) return Promise.reject(failure);
    told.push([name, fact]);
    return Promise.resolve();
  };
const keyOf = ({ shopId, attemptId }: AttemptRef): string => `${shopId} ${attemptId}`;

beforeAll(async () => {
  const mounted = mountCallbacks({
    readSecrets: (providerId) =>
      Promise.resolve(providerId in secrets ? secrets[providerId as keyof typeof secrets] : []),
    findAttempt: (attempt) => Promise.resolve(known.get(keyOf(attempt)) ?? null),
    reports: {
      report: tell('report'),
      reportPayout: tell('reportPayout'),
      reportReceipt: tell('reportReceipt'),
      reportDecision: tell('reportDecision'),
    },
    isServing: true,
  });
  const app = createApp({
    log: createLog('silent'),
    metrics: createMetrics(),
    isForeignOperation: () => Promise.resolve(false),
    mounts: [mounted],
    rendererOf: createRendererFinder([mounted], mounted.renderError),
    trustedProxies: [],
  });
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  [known, told, failure] = [new Map(), [], null];
});

/** An attempt on record, at `bank` unless another provider is named. */
const attemptOf = (type: AttemptKind['type'], providerId = 'bank'): AttemptRef => {
  const attempt = newAttempt();
  known.set(keyOf(attempt), { providerId, type, currency: 'RUB' });
  return attempt;
};
const pathOf = ({ attemptId }: AttemptRef): string => `/connector/v1/attempts/${attemptId}`;
const send = (attempt: AttemptRef, type: string, data: object, secret: string = secrets.bank[0]) =>
  sendCallback(url, 'bank', callbackOf(attempt.shopId, type, data), { secret });
const problemIn = async (response: Response) => {
  const problem = (await response.json()) as Record<string, unknown>;
  expect(problem).toMatchObject({
    status: response.status,
    type: `urn:turnpike:connector-problem:${String(problem['code'])}`,
  });
  return problem;
};

describe('a callback that is put on record', () => {
  it('tells the totals of a payment, and that what was in doubt is to be looked into', async () => {
    const attempt = attemptOf('payment');
    const evidence = { status: 'complete', items: [transfer('600.00')] };
    const data = takenPayment(pathOf(attempt), { paid_total: '600.00', evidence });
    const response = await send(attempt, 'payment.changed', data);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(told.map(([name]) => name)).toEqual(['report', 'reportDecision']);
    expect(told).toMatchObject([
      ['report', { attempt, state: 'open' }],
      ['reportDecision', attempt],
    ]);
  });

  it('tells the totals of a leg, also what came back', async () => {
    const attempt = attemptOf('payout');
    const data = takenPayout(pathOf(attempt), { status: 'paid', paid_total: '5.00', returned_total: '4.00' });
    expect((await send(attempt, 'payout.changed', data)).status).toBe(204);
    expect(JSON.parse(JSON.stringify(told))).toMatchObject([['reportPayout', { paidTotal: '5', returnedTotal: '4' }]]);
  });

  it.each(['payment', 'payout'] as const)('tells that a %s in doubt was declined', async (type) => {
    const attempt = attemptOf(type);
    expect((await send(attempt, `${type}.changed`, declinedOrder(pathOf(attempt)))).status).toBe(204);
    expect(told).toEqual([['reportDecision', attempt]]);
  });

  it.each(['payment', 'payout'] as const)('tells nothing of a %s that is not found', async (type) => {
    const attempt = attemptOf(type);
    expect((await send(attempt, `${type}.changed`, orderThatIs(pathOf(attempt), 'not_found'))).status).toBe(204);
    expect(told).toEqual([]);
  });

  it.each([
    [{ verdict: 'rejected' }, [['reportReceipt', { outcome: 'rejected' }]]],
    [{ verdict: 'doubtful', doubt: 'new' }, [['reportReceipt', { outcome: 'doubtful', reason: null }]]],
    [
      { verdict: 'accepted', currency: 'RUB', paid_total: '7.00', evidence: { status: 'later', items: [] } },
      [['reportReceipt', { outcome: 'accepted', evidence: 'later' }]],
    ],
    [{ verdict: 'pending' }, []],
  ])('tells what a review found: %j', async (fields, expected) => {
    const attempt = attemptOf('payment');
    const data = { attempt_id: attempt.attemptId, file_id: newId(), ...fields };
    expect((await send(attempt, 'receipt.reviewed', data)).status).toBe(204);
    expect(told).toMatchObject(expected);
  });

  it('may be signed by either secret while one is replaced', async () => {
    const attempt = attemptOf('payout');
    for (const secret of secrets.bank) {
      expect((await send(attempt, 'payout.changed', takenPayout(pathOf(attempt)), secret)).status).toBe(204);
    }
  });
});

describe('a callback that is not signed by its connector', () => {
  const minutesMs = 60_000;

  it.each([
    ['by another secret', { secret: newWebhookSecret() }],
    ["by another connector's secret", { secret: secrets.other[0] }],
    ['six minutes ago', { secret: secrets.bank[0], sentAt: new Date(Date.now() - 6 * minutesMs) }],
    ['six minutes from now', { secret: secrets.bank[0], sentAt: new Date(Date.now() + 6 * minutesMs) }],
  ])('but %s is refused before anything of it is read', async (_how, sent) => {
    const response = await sendCallback(url, 'bank', {}, { ...sent, body: 'no JSON' });
    expect(await problemIn(response)).toMatchObject({ status: 401, code: 'signature_invalid' });
  });

  it('is refused alike where there is no such connector, or no signature', async () => {
    expect((await sendCallback(url, 'nowhere', {}, { secret: secrets.bank[0] })).status).toBe(401);
    const headers = { 'content-type': 'application/json' };
    const path = `${url}/connector/v1/callbacks/bank`;
    expect((await fetch(path, { method: 'POST', headers, body: '{}' })).status).toBe(401);
  });
});

describe('a callback of an attempt that its connector was not given', () => {
  it.each([
    ['that is not on record', () => newAttempt(), 'payment.changed'],
    ['of another provider', () => attemptOf('payment', 'other'), 'payment.changed'],
    ['of another shop', () => ({ ...attemptOf('payment'), shopId: newAttempt().shopId }), 'payment.changed'],
    ['that is a payout', () => attemptOf('payout'), 'payment.changed'],
  ])('%s is answered as missing', async (_which, given, type) => {
    const attempt = given();
    const response = await send(attempt, type, takenPayment(pathOf(attempt)));
    expect(await problemIn(response)).toMatchObject({ status: 404, code: 'attempt_not_found' });
    expect(told).toEqual([]);
  });
});

describe('a callback that breaks the contract', () => {
  const payment = (fields: object) => (attempt: AttemptRef) =>
    callbackOf(attempt.shopId, 'payment.changed', takenPayment(pathOf(attempt), fields));

  it.each([
    ['a total that is missing', payment({ paid_total: undefined }), '/body/data/paid_total', 'required'],
    ['a total as a number', payment({ paid_total: 5 }), '/body/data/paid_total', 'type'],
    ['more money than there is', payment({ paid_total: `1${'0'.repeat(30)}.00` }), '/body/data', 'format'],
    ['another currency', payment({ currency: 'USD' }), '/body/data/currency', 'enum'],
    ['a status that is new', payment({ status: 'settled' }), '/body/data/status', 'enum'],
    ['a type that is new', ({ shopId }: AttemptRef) => callbackOf(shopId, 'bank.moved', {}), '/body/type', 'enum'],
    [
      'no data',
      ({ shopId }: AttemptRef) => ({ ...callbackOf(shopId, 'x', {}), data: undefined }),
      '/body/data',
      'required',
    ],
  ])('%s is refused with the place', async (_what, callback, path, code) => {
    const attempt = attemptOf('payment');
    const response = await sendCallback(url, 'bank', callback(attempt), { secret: secrets.bank[0] });
    const problem = await problemIn(response);
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(problem['errors']).toContainEqual(expect.objectContaining({ path, code }));
    expect(told).toEqual([]);
  });

  it('is refused where it is no JSON, too large, or of another content type', async () => {
    const sent = { secret: secrets.bank[0] };
    expect(await problemIn(await sendCallback(url, 'bank', {}, { ...sent, body: '{' }))).toMatchObject({ status: 400 });
    const large = { ...sent, body: ' '.repeat(64 * 1_024 + 1) };
    expect(await problemIn(await sendCallback(url, 'bank', {}, large))).toMatchObject({ code: 'payload_too_large' });
    const form = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' };
    const response = await fetch(`${url}/connector/v1/callbacks/bank`, form);
    expect(await problemIn(response)).toMatchObject({ code: 'unsupported_media_type' });
  });
});

it('is to be sent again where it could not be put on record', async () => {
  failure = new Error('the database is away');
  const attempt = attemptOf('payout');
  const response = await send(attempt, 'payout.changed', takenPayout(pathOf(attempt)));
  expect(await problemIn(response)).toMatchObject({ status: 503, code: 'outcome_unknown' });
  expect(response.headers.get('retry-after')).not.toBeNull();
});

it('is sent by POST alone', async () => {
  const response = await fetch(`${url}/connector/v1/callbacks/bank`);
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  expect(await problemIn(await fetch(`${url}/connector/v1/nowhere`))).toMatchObject({ code: 'route_not_found' });
});
