import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, decodeJwt, jwtVerify, type JSONWebKeySet } from 'jose';
import { Router } from 'express';
import {
  ensureSigningKey,
  issueClient,
  openTokens,
  revokeClient,
  revokeToken,
  type IssuedClient,
  type Tokens,
} from '#features/clients';
import { newId, type TokenId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { createKeyRing } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { tester } from '#test/support/operators';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { createApp } from '../http/create-app.ts';
import { createRendererFinder } from '../http/mounted-documents.ts';
import type { RenderError } from '../http/render-error.ts';
import { UnfitRequest } from '../http/unfit-request.ts';
import { authenticateBearer, createOauthRouter, oauthPaths } from './index.ts';

const renderError: RenderError = (refusal) => ({
  status: 461,
  headers: {},
  text:
    refusal instanceof UnfitRequest ? refusal.places.map(({ path, code }) => `${path} ${code}`).join() : refusal.code,
});

let db: TestDatabase;
let shop: TestShop;
let client: IssuedClient;
let tokens: Tokens;
const metrics = createMetrics();
const lines: string[] = [];
const servers: Server[] = [];

const serve = async (requestsPerMinute: number): Promise<string> => {
  const router = Router();
  router.use(createOauthRouter({ tokens, requestsPerMinute }));
  router.use('/guarded', authenticateBearer(tokens.authenticateToken), (_request, response) => {
    response.json(response.locals['caller']);
  });
  const app = createApp({
    log: createLog('info', { write: (line) => lines.push(line) }),
    metrics,
    mounts: [{ paths: oauthPaths, router }],
    rendererOf: createRendererFinder([], renderError),
    isForeignOperation: () => Promise.resolve(false),
    trustedProxies: ['127.0.0.1'],
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

let url: string;
beforeAll(async () => {
  db = await createTestDatabase();
  const needs = { database: db.database, keyRing: createKeyRing(testKeys) };
  await ensureSigningKey(needs);
  shop = await createTestShop(db.database);
  client = await issueClient(needs, { shop: { ...shop, mode: 'test' }, scopes: ['payin', 'read'], actor: tester });
  tokens = openTokens(needs);
  url = await serve(1_000);
});
afterAll(async () => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await db.drop();
});

type Asked = { readonly form?: string; readonly headers?: Record<string, string>; readonly at?: string };

const grant = 'grant_type=client_credentials';
const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const inForm = (): string => `${grant}&client_id=${client.clientId}&client_secret=${client.clientSecret}`;

const ask = ({ form = grant, headers = {}, at = url }: Asked) =>
  fetch(`${at}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: form,
  });
const refusalOf = async (asked: Asked): Promise<string> => {
  const answer = await ask(asked);
  return answer.status === 461 ? answer.text() : `${answer.status}`;
};
const authorized = (id: string = client.clientId, secret: string = client.clientSecret) => ({
  authorization: basic(id, secret),
});
const tokenFor = async (form = inForm()): Promise<string> =>
  ((await (await ask({ form })).json()) as { access_token: string }).access_token;

/** What the counter of an event gains by it. */
const eventsBy = async (event: string, act: () => Promise<unknown>): Promise<number> => {
  const count = async (): Promise<number> =>
    (await metrics.securityEvents.get()).values.find(({ labels }) => labels.event === event)?.value ?? 0;
  const before = await count();
  await act();
  await eventually(async () => (await count()) > before, event);
  return (await count()) - before;
};

describe('a request for a token', () => {
  it.each<readonly [string, () => Asked]>([
    ['HTTP Basic', () => ({ headers: authorized() })],
    [
      'the scheme in any case',
      () => ({ headers: { authorization: authorized().authorization.replace('Basic', 'bAsIc') } }),
    ],
    [
      'HTTP Basic, form-encoded',
      () => ({ headers: authorized(client.clientId, client.clientSecret.replaceAll('_', '%5F')) }),
    ],
    [
      'HTTP Basic, the id named in the form as well',
      () => ({ headers: authorized(), form: `${grant}&client_id=${client.clientId}` }),
    ],
    ['the form', () => ({ form: inForm() })],
    [
      'the form, its parameters in another order and unknown ones beside them',
      () => ({ form: `x=1&${inForm()}&x=2&scope=` }),
    ],
  ])('by %s is answered with all that the client may', async (_way, asked) => {
    const answer = await ask(asked());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('pragma')).toBe('no-cache');
    expect(await answer.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 600,
      scope: 'payin read',
    });
  });

  it('for fewer scopes is answered with these', async () => {
    const answer = await ask({ form: `${inForm()}&scope=read` });
    expect(await answer.json()).toMatchObject({ scope: 'read' });
  });

  it.each<readonly [string, string, () => Asked]>([
    ['client_invalid', 'no credentials', () => ({})],
    ['client_invalid', 'an id alone', () => ({ form: `${grant}&client_id=${client.clientId}` })],
    ['/body/client_id required', 'a secret alone', () => ({ form: `${grant}&client_secret=${client.clientSecret}` })],
    ['client_invalid', 'a bearer token', () => ({ headers: { authorization: 'Bearer abc' } })],
    ['client_invalid', 'no base64', () => ({ headers: { authorization: 'Basic !!!' } })],
    ['client_invalid', 'base64 in another spelling', () => ({ headers: { authorization: 'Basic YTpi=' } })],
    [
      'client_invalid',
      'no colon',
      () => ({ headers: { authorization: `Basic ${Buffer.from('abc').toString('base64')}` } }),
    ],
    ['client_invalid', 'no form-encoding', () => ({ headers: authorized(client.clientId, '%zz') })],
    ['client_invalid', 'a wrong secret', () => ({ headers: authorized(client.clientId, 'tpc_test_wrong') })],
    ['client_invalid', 'another id', () => ({ headers: authorized(crypto.randomUUID()) })],
    ['/body/client_secret forbidden', 'both ways', () => ({ headers: authorized(), form: inForm() })],
    [
      '/body/client_id forbidden',
      'two ids',
      () => ({ headers: authorized(), form: `${grant}&client_id=${crypto.randomUUID()}` }),
    ],
    ['/body/grant_type required', 'no grant', () => ({ headers: authorized(), form: 'scope=read' })],
    ['/body/grant_type required', 'an empty grant', () => ({ headers: authorized(), form: 'grant_type=' })],
    ['grant_type_unsupported', 'a password', () => ({ headers: authorized(), form: 'grant_type=password' })],
    [
      'grant_type_unsupported',
      'a code',
      () => ({ headers: authorized(), form: 'grant_type=authorization_code&code=1' }),
    ],
    ['/body/grant_type duplicate_key', 'two grants', () => ({ headers: authorized(), form: `${grant}&${grant}` })],
    [
      '/body/scope duplicate_key',
      'two scopes',
      () => ({ headers: authorized(), form: `${grant}&scope=read&scope=payin` }),
    ],
    ['/body malformed_body', 'a broken form', () => ({ headers: authorized(), form: `${grant}&scope=%zz` })],
    ['scope_invalid', 'a scope of others', () => ({ headers: authorized(), form: `${grant}&scope=payout` })],
    ['scope_invalid', 'an unknown scope', () => ({ headers: authorized(), form: `${grant}&scope=admin` })],
    ['payload_too_large', 'a huge form', () => ({ headers: authorized(), form: `${grant}&x=${'x'.repeat(70_000)}` })],
    [
      'unsupported_media_type',
      'JSON',
      () => ({ headers: { ...authorized(), 'content-type': 'application/json' }, form: '{}' }),
    ],
    [
      'unsupported_media_type',
      'another character set',
      () => ({ headers: { ...authorized(), 'content-type': 'application/x-www-form-urlencoded; charset=utf-16' } }),
    ],
  ])('is refused as %s with %s', async (code, _what, asked) => {
    expect(await refusalOf(asked())).toBe(code);
  });

  it('of a revoked client is refused as any unknown one, and told apart in the log', async () => {
    const needs = { database: db.database };
    const other = await issueClient(needs, { shop: { ...shop, mode: 'test' }, scopes: ['read'], actor: tester });
    await revokeClient(needs, { clientId: other.clientId, actor: tester });
    const asked = { headers: authorized(other.clientId, other.clientSecret) };
    expect(await eventsBy('client_revoked', async () => expect(await refusalOf(asked)).toBe('client_invalid'))).toBe(1);
  });

  it('is a POST', async () => {
    const answer = await fetch(`${url}/oauth/token?${inForm()}`);
    expect([await answer.text(), answer.headers.get('allow')]).toEqual(['method_not_allowed', 'POST']);
  });

  it('does not take credentials from its address', async () => {
    const answer = await fetch(`${url}/oauth/token?${inForm()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: grant,
    });
    expect(await answer.text()).toBe('client_invalid');
  });
});

describe('the lines of requests', () => {
  it('name client, token and shop, and hold neither secret nor token', async () => {
    const token = await tokenFor();
    await fetch(`${url}/guarded`, { headers: { authorization: `Bearer ${token}` } });
    const { jti: tokenId } = decodeJwt(token);
    const linesOf = () =>
      lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['tokenId'] === tokenId);
    await eventually(() => linesOf().length === 2, 'both lines');
    const identity = { clientId: client.clientId, shopId: shop.shopId };
    expect(linesOf()).toMatchObject([
      { operation: 'issueToken', path: '/oauth/token', status: 200, ...identity },
      { path: 'unmatched', status: 200, ...identity },
    ]);
    const all = lines.join('');
    for (const secret of [client.clientSecret, ...token.split('.').slice(1)]) expect(all).not.toContain(secret);
  });
});

describe('the limits of token requests', () => {
  const from = (at: string, address: string, secret?: string, id?: string): Asked => ({
    at,
    headers: { ...authorized(id, secret), 'x-forwarded-for': address },
  });

  it('hold a client, which strangers with its id cannot use up', async () => {
    const at = await serve(3);
    for (let count = 0; count < 10; count += 1) {
      expect(await refusalOf(from(at, `198.51.100.${count}`, 'tpc_test_wrong'))).toBe('client_invalid');
    }
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await refusalOf(from(at, `192.0.2.1${count}`)));
    expect(answers).toEqual(['200', '200', '200', 'too_many_requests']);
  });

  it('hold a client that fails from one address, and neither the client elsewhere nor another one there', async () => {
    const at = await serve(3);
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await refusalOf(from(at, '192.0.2.1', 'tpc_test_wrong')));
    expect(answers).toEqual(['client_invalid', 'client_invalid', 'client_invalid', 'too_many_requests']);
    expect(await refusalOf(from(at, '192.0.2.1'))).toBe('too_many_requests');
    expect(await refusalOf(from(at, '192.0.2.2'))).toBe('200');
    expect(await refusalOf(from(at, '192.0.2.1', 'tpc_test_wrong', newId()))).toBe('client_invalid');
  });

  it('count no failures of a client that proves who it is', async () => {
    const at = await serve(3);
    for (let count = 0; count < 5; count += 1) {
      expect(await refusalOf(from(at, '192.0.2.1'))).toBe(count < 3 ? '200' : 'too_many_requests');
    }
    expect(await refusalOf(from(at, '192.0.2.1', 'tpc_test_wrong'))).toBe('client_invalid');
  });

  it('hold an address, whatever it names, before anything of its requests is read', async () => {
    const at = await serve(1);
    const asked = { at, form: '%', headers: { 'x-forwarded-for': '2001:db8::1' } };
    for (let count = 0; count < 10; count += 1) expect(await refusalOf(asked)).toBe('/body malformed_body');
    expect(await refusalOf(asked)).toBe('too_many_requests');
    expect(await refusalOf({ ...asked, headers: { 'x-forwarded-for': '2001:db8::2' } })).toBe('too_many_requests');
    expect(await refusalOf({ ...asked, headers: { 'x-forwarded-for': '192.0.2.9' } })).toBe('/body malformed_body');
  });
});

describe('the published keys', () => {
  it('verify a token, may be kept for five minutes, and hold nothing private', async () => {
    const answer = await fetch(`${url}/.well-known/jwks.json`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const keys = (await answer.json()) as JSONWebKeySet;
    expect(keys.keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'crv', 'kid', 'kty', 'use', 'x']]);
    const verified = await jwtVerify(await tokenFor(), createLocalJWKSet(keys), {
      issuer: 'urn:turnpike',
      audience: 'urn:turnpike:h2h',
      typ: 'at+jwt',
    });
    expect(verified.payload['shop']).toBe(shop.shopId);
  });

  it('are read by GET', async () => {
    const answer = await fetch(`${url}/.well-known/jwks.json`, { method: 'POST' });
    expect([await answer.text(), answer.headers.get('allow')]).toEqual(['method_not_allowed', 'GET, HEAD']);
  });
});

describe('a bearer token', () => {
  const call = (authorization?: string) =>
    fetch(`${url}/guarded`, authorization === undefined ? {} : { headers: { authorization } });
  const textOf = async (authorization?: string): Promise<string> => (await call(authorization)).text();

  it('makes a caller of h2h, with the shop and the scopes of the token', async () => {
    const token = await tokenFor(`${inForm()}&scope=read`);
    const caller = { api: 'h2h', shopId: shop.shopId, settlementCurrency: 'RUB', scopes: ['read'] };
    expect(await (await call(`Bearer ${token}`)).json()).toEqual(caller);
    expect(await (await call(`bearer ${token}`)).json()).toEqual(caller);
  });

  it.each<readonly [string, string, () => string | undefined]>([
    ['api_key_missing', 'token_missing', () => undefined],
    ['api_key_missing', 'token_missing', () => basic(client.clientId, client.clientSecret)],
    ['api_key_missing', 'token_missing', () => 'Bearer'],
    ['api_key_invalid', 'token_malformed', () => 'Bearer abc'],
    ['api_key_invalid', 'token_malformed', () => `Bearer ${shop.apiKey}`],
    ['api_key_invalid', 'token_foreign', () => `Bearer e30.e30.${'A'.repeat(86)}`],
  ])('is refused as %s, with the event %s', async (code, event, authorization) => {
    expect(await eventsBy(event, async () => expect(await textOf(authorization())).toBe(code))).toBe(1);
  });

  it('that is changed is an event of its own, and so is one that is revoked', async () => {
    const token = await tokenFor();
    const [head, payload, signature = ''] = token.split('.');
    const forged = `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    expect(await eventsBy('token_forged', () => textOf(`Bearer ${forged}`))).toBe(1);
    const tokenId = decodeJwt(token).jti as TokenId;
    await revokeToken({ database: db.database }, { tokenId, shopId: shop.shopId, actor: tester });
    await eventually(async () => (await textOf(`Bearer ${token}`)) === 'api_key_invalid', 'the revocation');
    expect(await eventsBy('token_revoked', () => textOf(`Bearer ${token}`))).toBe(1);
  });
});
