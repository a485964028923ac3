import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServer } from '#test/support/server';
import { builtRoutes } from '../built-operations.ts';
import { call, faultsOfProblem, get, problemOf } from '../call.ts';
import { violationsOf } from '../document.ts';
import { paymentBody } from '../payment-body.ts';
import { sendLines, sendRaw } from '../raw-http.ts';
import { sampleOf } from '../sample-requests.ts';
import { createHarness, docsUrl, type Harness } from '../harness.ts';
import { countRows, expectRefusal } from './untouched.ts';

let harness: Harness;
let key: string;
beforeAll(async () => {
  harness = await createHarness();
  key = `X-API-Key: ${harness.shop.apiKey}`;
});
afterAll(() => harness?.strike());

const json = 'Content-Type: application/json';
const problemSchema = { $ref: 'v1#/components/schemas/Problem' };

/** Sent as it is, where a client would tidy it up. */
const refuseLines = (lines: () => readonly string[], status: number, body = '') =>
  expectRefusal(harness.testDatabase.database, () => sendLines(harness.url, [...lines(), key], body), { status });

describe('a path', () => {
  const unknown = [
    '/',
    '/v1',
    '/v1/',
    '/v2/payment',
    '/v1/payments',
    '/v1/payment/',
    '/v1/payment//',
    '/v1//payment',
    '//v1/payment',
    '/v1/payment/../balances',
    '/v1/../v1/balances',
    '/v1/./balances',
    '/V1/payment',
    '/v1/Payment',
    '/v1/payment;x=1',
    '/v1/%70ayment',
    '/v1%2fpayment',
    '/v1/payment%00',
    '/v1/payment%0d%0aX-Injected:1',
    '/v1/%',
    '/v1/%zz',
    '/%zz',
    '/v1/%c0%af',
    '/../../etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/healthz/',
    '/Healthz',
    '/metrics',
    '/docs',
    '/v1/payment/019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50',
    `/${'a'.repeat(8_000)}`,
  ];
  it.each(unknown)('%s is not there', async (path) => {
    await refuseLines(() => [`GET ${path} HTTP/1.1`], 404);
    await refuseLines(() => [`POST ${path} HTTP/1.1`, json, 'Content-Length: 2'], 404, '{}');
  });

  it('may have any query, which changes nothing', async () => {
    const queries = [
      '?',
      '?a=1',
      '?a=1&a=2',
      '?a[__proto__]=1',
      '?__proto__=1',
      '?%zz',
      `?${'a=1&'.repeat(1_000)}`,
      '?shop_id=x',
    ];
    for (const query of queries) {
      const { status } = await sendLines(harness.url, [`GET /v1/balances${query} HTTP/1.1`, key]);
      expect([query.slice(0, 20), status]).toEqual([query.slice(0, 20), 200]);
    }
  });
});

describe('a whole address as the target', () => {
  const hosts = ['http://127.0.0.1', 'http://gateway.example:8080', 'HTTPS://gateway.example', 'http://[::1]:1'];
  it.each(hosts)('%s leads where its path leads', async (host) => {
    const { status, body } = await sendLines(harness.url, [`GET ${host}/v1/balances?a=1 HTTP/1.1`, key]);
    expect([status, body]).toEqual([200, (await call(harness.url, get('/v1/balances'), harness.shop.apiKey)).body]);
    for (const nowhere of ['', '/', '?a=1', '/v1/nowhere', '//v1/balances']) {
      await refuseLines(() => [`GET ${host}${nowhere} HTTP/1.1`], 404);
    }
  });

  it('takes a body like any other', async () => {
    const body = JSON.stringify(paymentBody());
    const lines = [`POST http://gateway.example/v1/payment HTTP/1.1`, json, `Content-Length: ${body.length}`, key];
    expect(await sendLines(harness.url, lines, body)).toMatchObject({ status: 200, body: { type: 'payment' } });
  });
});

describe('every answer', () => {
  const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  it('forbids browsers to frame it or to run anything of it', async () => {
    const answers = [
      await call(harness.url, get('/v1/balances'), harness.shop.apiKey),
      await call(harness.url, get('/v1/nowhere')),
      await call(harness.url, { ...get('/livez'), headers: { origin: 'https://elsewhere.example' } }),
      await sendRaw(harness.url, 'hello\r\n\r\n'),
      await sendRaw(harness.url, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'),
    ];
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toBe(policy);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('promises https for as long as HSTS_MAX_AGE_SECONDS says', async () => {
    const server = await startTestServer(harness.testDatabase.url, { HSTS_MAX_AGE_SECONDS: '31536000' });
    try {
      const answers = [
        await call(server.url, get('/livez')),
        await call(server.url, get('/pay/x')),
        await sendRaw(server.url, 'hello\r\n\r\n'),
      ];
      for (const { headers } of answers) {
        expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
      }
    } finally {
      await server.stop();
    }
  });
});

describe.each(builtRoutes.map(({ operationId }) => operationId))('%s', (operationId) => {
  const { method, path } = sampleOf(operationId);
  // A path that is read may also be asked about without its body.
  const allowed = method === 'GET' ? ['GET', 'HEAD'] : [method];
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE', 'TRACE'];

  it.each(others.filter((other) => !allowed.includes(other)))(`does not answer to %s`, async (other) => {
    const answer = await refuseLines(() => [`${other} ${path} HTTP/1.1`, json, 'Content-Length: 0'], 405);
    expect(answer.headers.get('allow')?.split(', ')).toEqual(allowed);
  });

  it('answers HEAD like GET without a body, or refuses it', async () => {
    const { status, text, headers } = await sendLines(harness.url, [`HEAD ${path} HTTP/1.1`, key]);
    expect(text).toBe('');
    if (method === 'GET') expect([200, 204]).toContain(status);
    else expect([status, headers.get('allow')]).toEqual([405, method]);
  });

  it('is not reached by pretending another method', async () => {
    const other = method === 'GET' ? 'POST' : 'GET';
    await refuseLines(
      () => [`${other} ${path} HTTP/1.1`, `X-HTTP-Method-Override: ${method}`, 'Content-Length: 0'],
      405,
    );
  });
});

/** What is no HTTP never becomes a request: the connection is answered and closed. */
describe('what is no HTTP', () => {
  const rubbish: readonly (readonly [string, () => string, number])[] = [
    ['an unknown method', () => `FROB /v1/payment HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`, 400],
    ['a method in lower case', () => `get /v1/balances HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`, 400],
    ['two Hosts', () => `GET /v1/balances HTTP/1.1\r\nHost: a\r\nHost: b\r\n${key}\r\n\r\n`, 400],
    ['the same Host twice', () => `GET /v1/balances HTTP/1.1\r\nHost: a\r\n${key}\r\nhost: a\r\n\r\n`, 400],
    ['an address with a user in it', () => `GET http://a@b/v1/balances HTTP/1.1\r\nHost: b\r\n${key}\r\n\r\n`, 400],
    ['an address without a host', () => `GET http:///v1/balances HTTP/1.1\r\nHost: b\r\n${key}\r\n\r\n`, 400],
    ['an address of another scheme', () => `GET ftp://b/v1/balances HTTP/1.1\r\nHost: b\r\n${key}\r\n\r\n`, 400],
    ['no Host', () => `GET /v1/balances HTTP/1.1\r\n${key}\r\n\r\n`, 400],
    ['an unknown Expect', () => `GET /v1/balances HTTP/1.1\r\nHost: a\r\nExpect: zzz\r\n${key}\r\n\r\n`, 400],
    ['HTTP/3', () => `GET /v1/balances HTTP/3.0\r\nHost: a\r\n${key}\r\n\r\n`, 400],
    ['a greeting of TLS', () => '\u0016\u0003\u0001\u0002\u0000', 400],
    ['a line of text', () => 'hello\r\n\r\n', 400],
    ['a space in the path', () => `GET /v1/ balances HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`, 400],
    ['a header without a name', () => `GET /v1/balances HTTP/1.1\r\nHost: a\r\n: x\r\n${key}\r\n\r\n`, 400],
    ['NUL in a header', () => `GET /v1/balances HTTP/1.1\r\nHost: a\r\nX-A: \u0000\r\n${key}\r\n\r\n`, 400],
    [
      'a header of 20 kB',
      () => `GET /v1/balances HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n${key}\r\n\r\n`,
      431,
    ],
    ['a path of 20 kB', () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`, 431],
    [
      'a length that is no number',
      () => `POST /v1/payment HTTP/1.1\r\nHost: a\r\n${key}\r\n${json}\r\nContent-Length: x\r\n\r\n`,
      400,
    ],
    [
      'a negative length',
      () => `POST /v1/payment HTTP/1.1\r\nHost: a\r\n${key}\r\n${json}\r\nContent-Length: -1\r\n\r\n`,
      400,
    ],
    [
      'two lengths',
      () =>
        `POST /v1/payment HTTP/1.1\r\nHost: a\r\n${key}\r\n${json}\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      400,
    ],
    [
      'a length and chunks, which a smuggler sends',
      () =>
        `POST /v1/payment HTTP/1.1\r\nHost: a\r\n${key}\r\n${json}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'chunks of no length',
      () => `POST /v1/payment HTTP/1.1\r\nHost: a\r\n${key}\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    [
      'an unknown transfer encoding',
      () => `POST /v1/payment HTTP/1.1\r\nHost: a\r\n${key}\r\n${json}\r\nTransfer-Encoding: gzip\r\n\r\n{}`,
      400,
    ],
  ];
  it.each(rubbish)('%s is refused', async (_name, bytes, status) => {
    const before = await countRows(harness.testDatabase.database);
    const answer = await sendRaw(harness.url, bytes());
    expect(answer.status).toBe(status);
    expect(await countRows(harness.testDatabase.database)).toEqual(before);
    expect(faultsOfProblem(answer)).toEqual([]);
    expect(violationsOf(problemSchema, answer.body)).toEqual([]);
    expect(answer.headers.get('link')).toBe(`<${docsUrl}/problems/${problemOf(answer).code}>; rel="help"`);
  });

  it('that does not come to its end in time is refused', async () => {
    const settings = { DOCS_URL: docsUrl, TURNPIKE_ROLE: 'api', HEADERS_TIMEOUT_MS: '300', REQUEST_TIMEOUT_MS: '300' };
    const server = await startTestServer(harness.testDatabase.url, settings);
    try {
      const answer = await sendRaw(server.url, 'GET /v1/balances HTTP/1.1\r\nHost: a\r\nX-Slow: ');
      expect([answer.status, problemOf(answer).code]).toEqual([408, 'request_timeout']);
      expect(faultsOfProblem(answer)).toEqual([]);
      expect(violationsOf(problemSchema, answer.body)).toEqual([]);
    } finally {
      await server.stop();
    }
  });

  it('leaves the server answering', async () => {
    expect((await call(harness.url, get('/readyz'))).status).toBe(204);
  });
});

describe('a request', () => {
  it('that is broken off in its body creates nothing', async () => {
    const before = await countRows(harness.testDatabase.database);
    const body = JSON.stringify(paymentBody());
    const head = `POST /v1/payment HTTP/1.1\r\nHost: a\r\n${key}\r\n${json}\r\nContent-Length: ${body.length + 10}\r\n\r\n`;
    const { status } = await sendRaw(harness.url, head + body, { isBrokenOff: true });
    expect([0, 400]).toContain(status);
    expect(await countRows(harness.testDatabase.database)).toEqual(before);
  });

  it('may come behind another on one connection, each with its own answer', async () => {
    const one = `GET /v1/balances HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`;
    const last = `GET /v1/nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${key}\r\n\r\n`;
    const { status, rest } = await sendRaw(harness.url, one + last);
    expect(status).toBe(200);
    expect(rest).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('is refused by a problem whatever it accepts', async () => {
    const sent = { ...get('/v1/nowhere'), headers: { accept: 'text/html', 'accept-language': 'ru' } };
    const answer = await call(harness.url, sent, harness.shop.apiKey);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(problemOf(answer).code).toBe('route_not_found');
  });
});
