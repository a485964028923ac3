import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueApiKey, revokeApiKey } from '#features/access';
import { newId } from '#platform/ids';
import { createKeyRing } from '#platform/secrets';
import { securityEvents, type SecurityEvent } from '#platform/security-events';
import { readProjectFile } from '#test/conventions/source-files';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { formBody, receiptParts } from '#test/support/form-body';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { tester } from '#test/support/operators';
import { call, get, post, postForm, type Answer, type Sent } from './call.ts';
import { paymentBody } from './payment-body.ts';
import { sendLines } from './raw-http.ts';

type Line = Readonly<Record<string, unknown>> & { readonly msg: string };

let db: TestDatabase;
let shop: TestShop;
let other: TestShop;
let server: ServerProcess;
let limited: ServerProcess;
/** Of the other shop. */
let foreignId: string;

const linesOf = ({ logLines }: ServerProcess): Line[] =>
  logLines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line);
type Answered = { readonly headers: Headers };

/** The lines of the request that was answered so, but for the one that says why it was refused. */
const linesAbout = async ({ headers }: Answered, of = server): Promise<Line[]> => {
  const id = headers.get('x-request-id');
  const found = () => linesOf(of).filter(({ requestId, msg }) => requestId === id && msg !== 'a request was refused');
  await eventually(() => found().length > 0, `the line of the request ${id}`);
  return found();
};

beforeAll(async () => {
  db = await createTestDatabase();
  [shop, other] = [await createTestShop(db.database), await createTestShop(db.database)];
  // Without jobs nothing but requests is logged.
  const settings = { TURNPIKE_ROLE: 'api', LOG_LEVEL: 'info', TRUSTED_PROXIES: '127.0.0.1' };
  server = await spawnServer(db.url, settings);
  limited = await spawnServer(db.url, { ...settings, RATE_LIMIT_PER_SECOND: '1' });
  foreignId = await createPayment(other);
});
afterAll(async () => {
  await Promise.all([server?.end('SIGKILL'), limited?.end('SIGKILL')]);
  await db?.drop();
});

const createPayment = async ({ apiKey }: TestShop): Promise<string> => {
  const { body } = await call(server.url, post('/v1/payment', paymentBody()), apiKey);
  return (body as { operation_id: string }).operation_id;
};

const count = async ({ logLines }: ServerProcess, event: SecurityEvent): Promise<number> => {
  const { metricsUrl } = JSON.parse(logLines.find((line) => line.includes('"msg":"started"'))!) as {
    metricsUrl: string;
  };
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  return Number(new RegExp(`^turnpike_security_events_total\\{event="${event}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
};

/** Sends, and answers the one line that came of it; the event was counted once. */
const noted = async (event: SecurityEvent, send: () => Promise<Answered>): Promise<Line> => {
  const before = await count(server, event);
  const [line, ...others] = await linesAbout(await send());
  expect([others, (await count(server, event)) - before]).toEqual([[], 1]);
  expect(line).toMatchObject({ event, level: securityEvents[event] === 'warn' ? 40 : 30 });
  return line!;
};

const ask = (sent: Sent, apiKey?: string): Promise<Answer> => call(server.url, sent, apiKey);
const from = (address: string, sent: Sent): Sent => ({
  ...sent,
  headers: { ...sent.headers, 'x-forwarded-for': address },
});
const issueKey = () => issueApiKey(db, { shop: { shopId: shop.shopId, mode: 'test' }, actor: tester });

describe('the line of a request', () => {
  it('names the key that was used, its shop, the client behind the proxy, and the operation', async () => {
    const { apiKey, keyId } = await issueKey();
    const answer = await ask(from('203.0.113.7', get('/v1/balances')), apiKey);
    expect(await linesAbout(answer)).toEqual([
      expect.objectContaining({
        level: 30,
        method: 'GET',
        path: '/v1/balances',
        operation: 'listBalances',
        status: 200,
        clientAddress: '203.0.113.7',
        keyId,
        shopId: shop.shopId,
      }),
    ]);
    expect(server.logLines.join('\n')).not.toContain(apiKey);
  });

  it.each([
    ['/livez', 'getLiveness', '/livez', 204],
    ['/pay/019c46c8-58c8-7e9e-b70e-69196216f5eb', 'showHostedPage', '/pay/{operation_id}', 404],
    ['/pay/019c46c8-58c8-7e9e-b70e-69196216f5eb/view', 'refreshHostedPage', '/pay/{operation_id}/view', 404],
    ['/pay/assets/page.css', 'hostedPageAsset', '/pay/assets/{file_name}', 404],
    ['/receipts/019c46c8-58c8-7e9e-b70e-69196216f5eb', 'downloadReceipt', '/receipts/{receipt_id}', 404],
    ['/nowhere/at/all', 'none', 'unmatched', 404],
  ])('of %s names %s, the path %s and the client', async (path, operation, template, status) => {
    const [line] = await linesAbout(await ask(from('203.0.113.8', get(path))));
    expect(line).toMatchObject({ operation, path: template, status, clientAddress: '203.0.113.8' });
    expect(line).not.toHaveProperty('shopId');
  });
});

describe('a refused key', () => {
  const asked = {
    status: 401,
    method: 'POST',
    path: '/v1/payment',
    operation: 'createPayment',
    clientAddress: '203.0.113.9',
  };
  const create = () => from('203.0.113.9', post('/v1/payment', paymentBody()));

  it('that is none, is malformed, or was never issued is noted with path and client', async () => {
    const never = (await createElsewhere()).apiKey;
    expect(await noted('api_key_missing', () => ask(create()))).toMatchObject(asked);
    expect(await noted('api_key_malformed', () => ask(create(), 'secret'))).toMatchObject(asked);
    expect(await noted('api_key_unknown', () => ask(create(), never))).toMatchObject(asked);
    expect(server.logLines.join('\n')).not.toContain(never);
  });

  it('that was revoked is named, with its shop', async () => {
    const { apiKey, keyId } = await issueKey();
    await revokeApiKey(db, { keyId, actor: tester });
    const line = await noted('api_key_revoked', () => ask(create(), apiKey));
    expect(fieldsInGuide()).toEqual(expect.arrayContaining(Object.keys(line)));
    expect(line).toMatchObject({ ...asked, keyId, shopId: shop.shopId });
  });

  it('on a path that the document does not have is noted without the path', async () => {
    expect(await noted('api_key_missing', () => ask(get('/v1/4276380000000005')))).toMatchObject({
      status: 401,
      path: 'unmatched',
    });
  });

  it.each([
    ['POST', '/host2host/payin', '/host2host/payin', 'createPayIn'],
    [
      'GET',
      '/operation/operation/merhcant/order-1',
      '/operation/operation/merhcant/{idTransactionMerchant}',
      'findOperations',
    ],
    ['HEAD', '/masterdata/bank/list', '/masterdata/bank/list', 'listBanks'],
    ['DELETE', '/masterdata/bank/list', '/masterdata/bank/list', 'none'],
  ])('or token that is missing is noted with the operation: %s %s', async (method, path, template, operation) => {
    const line = await noted('token_missing', () => ask(from('203.0.113.9', { method, path })));
    expect(line).toMatchObject({ status: 401, method, path: template, operation, clientAddress: '203.0.113.9' });
  });

  it('is told the same whatever is wrong with it', async () => {
    const { apiKey, keyId } = await issueKey();
    await revokeApiKey(db, { keyId, actor: tester });
    const answers = [
      await ask(create(), 'secret'),
      await ask(create(), (await createElsewhere()).apiKey),
      await ask(create(), apiKey),
    ];
    expect(new Set(answers.map(told)).size).toBe(1);
  });
});

describe('an operation of another shop', () => {
  const upload = (operationId: string) =>
    postForm('/v1/confirm_payment', formBody(receiptParts(operationId, '%PDF-1.7')));
  it.each<readonly [string, (operationId: string) => Sent]>([
    ['/v1/get_operation_state', (id) => post('/v1/get_operation_state', { operation_id: id })],
    ['/v1/cancel_operation', (id) => post('/v1/cancel_operation', { operation_id: id })],
    ['/v1/confirm_payment', upload],
  ])('asked for at %s is noted, and answered like one that never was', async (path, sent) => {
    const answers: Answer[] = [];
    const keep = (id: string) => async () => {
      const answer = await ask(sent(id), shop.apiKey);
      answers.push(answer);
      return answer;
    };
    const line = await noted('foreign_operation', keep(foreignId));
    expect(line).toMatchObject({ path, status: 404, shopId: shop.shopId });
    for (const id of [newId(), randomUUID()]) {
      expect(await noted('operation_unknown', keep(id))).toMatchObject({ path, status: 404, shopId: shop.shopId });
    }
    expect(new Set(answers.map(told)).size).toBe(1);
  });

  it('is none where a merchant’s own identifier is asked for, which shops may share', async () => {
    const lookup = { merchant_operation_id: `order-${randomUUID()}` };
    const [line] = await linesAbout(await ask(post('/v1/get_operation_state', lookup), shop.apiKey));
    expect(line).toMatchObject({ status: 404, shopId: shop.shopId });
    expect(line).not.toHaveProperty('event');
  });
});

describe('a link to a receipt', () => {
  const receiptId = newId();
  const signed = (expires: number): URLSearchParams => {
    const of = Buffer.from(`${shop.shopId}${newId()}`.replaceAll('-', ''), 'hex').toString('base64url');
    const signature = createKeyRing(testKeys)
      .digest('receipt link', `${receiptId}\n${of}\n${expires}`)
      .toString('base64url');
    return new URLSearchParams({ of, expires: String(expires), signature });
  };
  const inAMinute = Math.floor(Date.now() / 1_000) + 60;
  const follow = (query: URLSearchParams) => () => ask(get(`/receipts/${receiptId}?${query.toString()}`));
  const line = { path: '/receipts/{receipt_id}', operation: 'downloadReceipt', status: 404 };

  it('that was forged, written otherwise or is too late is noted as what it is', async () => {
    const query = signed(inAMinute);
    query.set('expires', String(inAMinute + 600));
    expect(await noted('receipt_link_forged', follow(query))).toMatchObject(line);
    expect(await noted('receipt_link_forged', follow(new URLSearchParams()))).toMatchObject(line);
    const otherwise = signed(inAMinute);
    otherwise.set('signature', `${otherwise.get('signature')}=`);
    expect(await noted('receipt_link_not_canonical', follow(otherwise))).toMatchObject(line);
    expect(await noted('receipt_link_expired', follow(signed(1)))).toMatchObject(line);
  });

  it('that is good and leads to nothing any more is no event', async () => {
    const [good] = await linesAbout(await follow(signed(inAMinute))());
    expect(good).toMatchObject(line);
    expect(good).not.toHaveProperty('event');
  });
});

describe('whatever else may be part of an attack', () => {
  it('is noted: a body that names a shop', async () => {
    const body = paymentBody({ shop_id: other.shopId });
    expect(await noted('shop_named', () => ask(post('/v1/payment', body), shop.apiKey))).toMatchObject({ status: 400 });
  });

  it('is noted: a guessed page, and a form from another site', async () => {
    expect(await noted('page_link_unknown', () => ask(get(`/pay/${newId()}`)))).toMatchObject({ status: 404 });
    const forged = { ...postForm(`/pay/${newId()}`, formBody([])), headers: { 'sec-fetch-site': 'cross-site' } };
    expect(await noted('foreign_origin', () => ask(forged))).toMatchObject({
      status: 403,
      operation: 'uploadOnHostedPage',
    });
  });

  it('is noted: a request with two hosts, whose sender is the peer', async () => {
    const line = await noted('target_unclear', () => sendLines(server.url, ['GET /livez HTTP/1.1', 'Host: another']));
    expect(line).toMatchObject({ status: 400, peerAddress: '127.0.0.1' });
  });

  it('is noted: more requests than a shop may send', async () => {
    const refused = await eventually(async () => {
      const answers = await Promise.all([1, 2, 3].map(() => call(limited.url, get('/v1/balances'), shop.apiKey)));
      return answers.find(({ status }) => status === 429);
    }, 'a request too many');
    const [line] = await linesAbout(refused, limited);
    expect(line).toMatchObject({
      event: 'rate_limited',
      status: 429,
      level: 30,
      path: '/v1/balances',
      shopId: shop.shopId,
    });
    expect(await count(limited, 'rate_limited')).toBeGreaterThan(0);
  });
});

/** A key of the right form, of a shop that this server does not know. */
const createElsewhere = async (): Promise<TestShop> => {
  const elsewhere = await createTestDatabase();
  const stranger = await createTestShop(elsewhere.database);
  await elsewhere.drop();
  return stranger;
};

/** The fields that docs/guides/logs.md explains, and the word by which the line is known. */
const fieldsInGuide = (): string[] => {
  const [, table = ''] = readProjectFile('docs/guides/logs.md').split('## The line of a request');
  return [
    'msg',
    ...[...table.split('## Security events')[0]!.matchAll(/^\| `(\w+)` \|/gm)].map(([, field = '']) => field),
  ];
};

/** What an answer says, but for what tells answers apart. */
const told = ({ status, text }: Answer): string => `${status} ${text.replace(/"request_id":"[^"]+"/, '')}`;
