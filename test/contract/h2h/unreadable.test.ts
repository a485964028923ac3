import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningServer } from '#server/start-server';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { startTestServer } from '#test/support/server';
import { violationsOf } from '../document.ts';
import { routesOf } from '../built-operations.ts';
import { sendRaw, type RawAnswer } from '../raw-http.ts';
import { samples } from './requests.ts';

let db: TestDatabase;
let server: RunningServer;
beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer(db.url, {
    TURNPIKE_ROLE: 'api',
    HEADERS_TIMEOUT_MS: '300',
    REQUEST_TIMEOUT_MS: '300',
  });
});
afterAll(async () => {
  await server?.stop();
  await db?.drop();
});

const tooLarge = `X-A: ${'a'.repeat(20_000)}\r\n\r\n`;
const neverEnding = 'X-Slow: ';
const head = (method: string, path: string): string => `${method} ${path} HTTP/1.1\r\nHost: a\r\n`;

const guarded = routesOf('h2h').filter(({ scopes }) => scopes.length > 0);

describe.each(guarded.map(({ operationId, method }) => [operationId, method.toUpperCase()] as const))(
  '%s',
  (operationId, method) => {
    const start = head(method, samples[operationId]!().path);

    const expectInEnvelope = ({ body, headers }: RawAnswer, codeError: string): void => {
      expect(violationsOf({ $ref: 'h2h#/components/schemas/ErrorEnvelope' }, body)).toEqual([]);
      expect(body).toMatchObject({
        result: { status: 'error', codeError, 'x-request-id': headers.get('x-request-id') },
        data: null,
      });
    };

    it('answers headers that are too large in the envelope', async () => {
      const answer = await sendRaw(server.url, start + tooLarge);
      expect(answer.status).toBe(431);
      expectInEnvelope(answer, 'headersTooLarge');
    });

    it.each([
      ['no Host', [], 'request', 'request must be a request of HTTP/1.1 that names one host'],
      [
        'two lengths of the body',
        ['Host: a', 'Content-Length: 2', 'Transfer-Encoding: chunked'],
        'request',
        'request must be a request of HTTP/1.1 that names one host',
      ],
      ['an unknown Expect', ['Host: a', 'Expect: zzz'], 'expect', 'expect must be one of: 100-continue'],
    ])('says in the envelope what is wrong with %s', async (_what, lines, codeErrorExt, message) => {
      const { path } = samples[operationId]!();
      const answer = await sendRaw(server.url, `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
      expect(answer.status).toBe(400);
      expectInEnvelope(answer, 'invalidRequestParameters');
      expect(answer.body).toMatchObject({ result: { codeErrorExt, message } });
    });

    it('answers a request that is sent too slowly in the envelope', async () => {
      const answer = await sendRaw(server.url, start + neverEnding);
      expect(answer.status).toBe(408);
      expectInEnvelope(answer, 'requestTimeout');
    });
  },
);

describe('the token endpoint', () => {
  const start = head('POST', '/oauth/token');
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ngrant_type=';

  it.each([
    ['headers that are too large', tooLarge, 431],
    ['headers that are sent too slowly', neverEnding, 408],
    ['a body that is sent too slowly', form, 408],
    ['two lengths of the body', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['an unknown Expect', 'Expect: zzz\r\n\r\n', 400],
  ])('answers %s as RFC 6749 does', async (_what, bytes, status) => {
    const { body, headers, ...answer } = await sendRaw(server.url, start + bytes);
    expect(answer.status).toBe(status);
    expect(violationsOf({ $ref: 'h2h#/components/schemas/TokenError' }, body)).toEqual([]);
    expect(body).toMatchObject({ error: 'invalid_request' });
    expect(headers.get('cache-control')).toBe('no-store');
  });
});
