import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueApiKey, revokeApiKey } from '#features/access';
import type { RunningServer } from '#server/start-server';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { createTestShop, type TestShop } from '#test/support/shop';
import { tester } from '#test/support/operators';
import { bodyRoutes, keyedRoutes, openRoutes } from './built-operations.ts';
import { call, faultsOfProblem, get, problemOf, type Answer } from './call.ts';
import { sendLines } from './raw-http.ts';
import { sampleOf } from './sample-requests.ts';
import { startSeverableProxy, type SeverableProxy } from './severable-proxy.ts';

let testDatabase: TestDatabase;
let shop: TestShop;
let proxy: SeverableProxy;
let server: RunningServer;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  shop = await createTestShop(testDatabase.database);
  proxy = await startSeverableProxy(testDatabase.url);
  // Without jobs, whatever goes to the database goes there for a request.
  server = await startTestServer(proxy.url, { TURNPIKE_ROLE: 'api' });
});
afterAll(async () => {
  await server?.stop();
  await proxy?.sever();
  await testDatabase?.drop();
});

const issueKey = () => issueApiKey(testDatabase, { shop: { shopId: shop.shopId, mode: 'test' }, actor: tester });

const expectRefused = (answer: Answer, message: string): void => {
  expect(faultsOfProblem(answer)).toEqual([]);
  expect({ status: answer.status, message: problemOf(answer).message }).toEqual({ status: 401, message });
};

const isMissing = 'x-api-key header is required';
const isInvalid = 'invalid api key';

/** The checksum no longer fits when one character is another. */
const withTypingError = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');

const malformed: Readonly<Record<string, (key: string) => string>> = {
  'a word': () => 'secret',
  'one with a typing error': withTypingError,
  'one of the other mode': (key) => key.replace('tp_test_', 'tp_live_'),
  'one in upper case': (key) => key.toUpperCase(),
  'one that goes on': (key) => `${key}0`,
  'one cut short': (key) => key.slice(0, -1),
  'two in one header': (key) => `${key}, ${key}`,
  'one with SQL in it': (key) => `${key}' or '1'='1`,
  'one of 8 kB': (key) => key + 'a'.repeat(8_000),
};

describe.each(keyedRoutes.map(({ operationId }) => operationId))('%s', (operationId) => {
  it('answers who has a key', async () => {
    expect((await call(server.url, sampleOf(operationId), shop.apiKey)).status).not.toBe(401);
  });

  it('refuses who has none, or has it in another place', async () => {
    const sent = sampleOf(operationId);
    const authorization = { ...sent.headers, authorization: `Bearer ${shop.apiKey}` };
    expectRefused(await call(server.url, sent), isMissing);
    expectRefused(await call(server.url, sent, ''), isMissing);
    expectRefused(await call(server.url, { ...sent, headers: authorization }), isMissing);
    expectRefused(await call(server.url, { ...sent, path: `${sent.path}?x-api-key=${shop.apiKey}` }), isMissing);
  });

  it('refuses a malformed key without asking the database', async () => {
    const before = proxy.sentBytes();
    for (const malform of Object.values(malformed)) {
      expectRefused(await call(server.url, sampleOf(operationId), malform(shop.apiKey)), isInvalid);
    }
    expect(proxy.sentBytes()).toBe(before);
  });

  it('refuses a key that was never issued, having asked', async () => {
    const strangerDatabase = await createTestDatabase();
    const stranger = await createTestShop(strangerDatabase.database);
    await strangerDatabase.drop();
    const before = proxy.sentBytes();
    expectRefused(await call(server.url, sampleOf(operationId), stranger.apiKey), isInvalid);
    expect(proxy.sentBytes()).toBeGreaterThan(before);
  });

  it('refuses a revoked key', async () => {
    const { apiKey, keyId } = await issueKey();
    const ask = () => call(server.url, sampleOf(operationId), apiKey);
    expect((await ask()).status).not.toBe(401);
    await revokeApiKey(testDatabase, { keyId, actor: tester });
    const refusal = await eventually(
      async () => ((await ask()).status === 401 ? ask() : null),
      'the revocation to hold',
    );
    expectRefused(refusal, isInvalid);
  });

  it('refuses without a key what it would refuse with one', async () => {
    const sent = sampleOf(operationId);
    expectRefused(await call(server.url, { ...sent, method: 'DELETE' }), isMissing);
    expectRefused(await call(server.url, { ...sent, path: `${sent.path}/nowhere` }), isMissing);
  });
});

describe.each(bodyRoutes.map(({ operationId }) => operationId))('%s', (operationId) => {
  it('looks at the key before the body', async () => {
    const sent = sampleOf(operationId);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expectRefused(await call(server.url, { ...sent, body: '{"broken": ' }), isMissing);
    expectRefused(await call(server.url, { ...sent, body: '{"broken": ' }, 'secret'), isInvalid);
    expectRefused(await call(server.url, { ...sent, body: 'a'.repeat(70_000) }), isMissing);
    expectRefused(await call(server.url, { ...sent, headers: form }), isMissing);
  });
});

describe.each(openRoutes.map(({ operationId }) => operationId))('%s', (operationId) => {
  it('asks for no key and looks at none', async () => {
    const [without, rubbish] = [
      await call(server.url, sampleOf(operationId)),
      await call(server.url, sampleOf(operationId), 'secret'),
    ];
    expect([without.status, rubbish.status]).toEqual([204, 204]);
  });
});

describe('the header', () => {
  it.each(['X-API-Key', 'x-api-key', 'X-API-KEY', 'x-Api-kEY'])('may be written %s', async (name) => {
    expect((await sendLines(server.url, ['GET /v1/balances HTTP/1.1', `${name}: ${shop.apiKey}`])).status).toBe(200);
  });

  it('may be sent only once, even with the same key', async () => {
    const line = `X-API-Key: ${shop.apiKey}`;
    expectRefused(await sendLines(server.url, ['GET /v1/balances HTTP/1.1', line, line]), isInvalid);
  });

  it('is asked for on every path of the API, known or not', async () => {
    for (const path of ['/v1/', '/v1/nowhere', '/v1/payment/link/x', '/v1/%zz', '/v1/balances/']) {
      expectRefused(await call(server.url, get(path)), isMissing);
    }
  });
});
