import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { RunningServer } from '#server/start-server';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { startTestServer } from '#test/support/server';
import { violationsOf } from '../document.ts';
import { sendLines } from '../raw-http.ts';

let db: TestDatabase;
let server: RunningServer;
beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer(db.url, { TURNPIKE_ROLE: 'api' });
});
afterAll(async () => {
  await server?.stop();
  await db?.drop();
});

it.each([
  '//host2host/payin',
  '/Host2Host/payin',
  '/HOST2HOST//payout',
  '///operation/operation/list',
  '/Operation/operation/list',
  '/MasterData/bank/list',
])('%s is not there, in the words of h2h', async (path) => {
  for (const method of ['GET', 'POST']) {
    const { status, body } = await sendLines(server.url, [`${method} ${path} HTTP/1.1`, 'Content-Length: 0']);
    expect(status).toBe(404);
    expect(violationsOf({ $ref: 'h2h#/components/schemas/ErrorEnvelope' }, body)).toEqual([]);
    expect(body).toMatchObject({ result: { codeError: 'routeNotFound' } });
  }
});

it.each(['/oauth/token/', '/oauth/token/x', '//oauth/token', '/OAuth/Token'])(
  '%s is not there, in the words of RFC 6749',
  async (path) => {
    const { status, body } = await sendLines(server.url, [`POST ${path} HTTP/1.1`, 'Content-Length: 0']);
    expect(status).toBe(404);
    expect(violationsOf({ $ref: 'h2h#/components/schemas/TokenError' }, body)).toEqual([]);
    expect(body).toMatchObject({ error: 'invalid_request' });
  },
);

it.each(['/V1/payment', '//v1/payment', '/host2hosts/payin'])('%s is not there, in the words of v1', async (path) => {
  const { status, body } = await sendLines(server.url, [`GET ${path} HTTP/1.1`]);
  expect([status, body]).toMatchObject([404, { code: 'route_not_found' }]);
});
