import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { violationsOf } from '../document.ts';
import { sendLines, type RawAnswer } from '../raw-http.ts';
import { basic, createH2hHarness, type H2hHarness } from './harness.ts';
import { payInBody, payOutBody } from './requests.ts';

let harness: H2hHarness;
beforeAll(async () => {
  harness = await createH2hHarness();
});
afterAll(() => harness?.strike());

const send = (path: string, contentType: string, headers: readonly string[], body: string): Promise<RawAnswer> => {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return sendLines(harness.url, [`POST ${path} HTTP/1.1`, `Content-Type: ${contentType}`, length, ...headers], body);
};

const create = async (path: string, body: object, headers: readonly string[]): Promise<RawAnswer> => {
  const token = `Authorization: Bearer ${await harness.tokenOf(harness.client)}`;
  return send(path, 'application/json', [token, ...headers], JSON.stringify(body));
};

const countOf = async (idTransactionMerchant: string): Promise<number> => {
  const { rows } = await harness.testDatabase.database.raw<{ rows: unknown[] }>(
    'select from operations where shop_id = ? and merchant_operation_id = ?',
    [harness.client.shopId, idTransactionMerchant],
  );
  return rows.length;
};

const creates = {
  PayIn: { path: '/host2host/payin', bodyOf: payInBody },
  PayOut: { path: '/host2host/payout', bodyOf: payOutBody },
} as const;

it.each([
  ['PayIn', 'another'],
  ['PayOut', 'another'],
  ['PayOut', 'the same'],
] as const)('a %s with a second line of Idempotency-Key is refused: %s', async (what, other) => {
  const { path, bodyOf } = creates[what];
  const body = bodyOf({ amount: 1000.51 });
  const key = randomUUID();
  const second = other === 'the same' ? key : randomUUID();
  const first = await create(path, body, [`Idempotency-Key: ${key}`]);
  const known = await countOf(body['idTransactionMerchant'] as string);
  const answer = await create(path, body, [`Idempotency-Key: ${key}`, `idempotency-key: ${second}`]);
  expect(first.status).toBe(what === 'PayIn' ? 424 : 200);
  expect(answer.status).toBe(400);
  expect(violationsOf({ $ref: 'h2h#/components/schemas/ErrorEnvelope' }, answer.body)).toEqual([]);
  expect(answer.body).toMatchObject({
    result: {
      codeError: 'invalidRequestParameters',
      codeErrorExt: 'idempotencyKey',
      message: 'idempotencyKey must be sent once',
    },
  });
  expect(await countOf(body['idTransactionMerchant'] as string)).toBe(known);
});

it('an Idempotency-Key that is too long is named as one that was used with another body', async () => {
  const answer = await create('/host2host/payin', payInBody(), [`Idempotency-Key: ${'k'.repeat(201)}`]);
  expect(answer.body).toMatchObject({
    result: { codeErrorExt: 'idempotencyKey', message: 'idempotencyKey must have at most 200 characters' },
  });
});

it('a create with a second Authorization is refused, whichever token comes first', async () => {
  const token = `Authorization: Bearer ${await harness.tokenOf(harness.client)}`;
  const other = `Authorization: Bearer ${await harness.tokenOf(harness.otherClient)}`;
  for (const headers of [
    [token, other],
    [other, token],
    [token, token],
  ]) {
    const body = payInBody();
    const answer = await send('/host2host/payin', 'application/json', headers, JSON.stringify(body));
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="turnpike", error="invalid_token"',
    ]);
    expect(await countOf(body['idTransactionMerchant'] as string)).toBe(0);
  }
});

it('a request for a token with a second Authorization is refused', async () => {
  const [own, other] = [harness.client, harness.otherClient].map((client) => `Authorization: ${basic(client)}`);
  for (const headers of [
    [own!, other!],
    [other!, own!],
  ]) {
    const form = 'grant_type=client_credentials';
    const answer = await send('/oauth/token', 'application/x-www-form-urlencoded', headers, form);
    expect([answer.status, answer.body]).toMatchObject([401, { error: 'invalid_client' }]);
  }
});
