import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { call, get, post, postText, type Answer } from '../call.ts';
import { routesOf } from '../built-operations.ts';
import type { OperationIdOf } from '../documents.ts';
import { tokenRequest, type Client, type H2hHarness } from './harness.ts';
import {
  ask,
  callWith,
  cardNumber,
  dataOf,
  envelopeOf,
  payInBody,
  payOutBody,
  phoneNumber,
  sampleOf,
} from './requests.ts';

/** One documented answer of one operation, and how to get it. */
export type H2hCase = {
  readonly operationId: OperationIdOf<'h2h'>;
  readonly status: number;
  /** `codeError`, or `error` of the token endpoint; `none` where nothing went wrong. */
  readonly code: string;
  readonly when: string;
  readonly ask: (harness: H2hHarness) => Promise<Answer>;
  readonly check?: (answer: Answer) => void;
};

type Body = Readonly<Record<string, unknown>>;

const guarded = routesOf('h2h').filter(({ scopes }) => scopes.length > 0);
const reading = guarded.filter(({ method }) => method !== 'get');
const extOf = (answer: Answer): string => envelopeOf(answer).result.codeErrorExt;

const creates = { createPayIn: '/host2host/payin', createPayOut: '/host2host/payout' } as const;
type Create = keyof typeof creates;
const bodies = { createPayIn: payInBody, createPayOut: payOutBody };
const create =
  (operationId: Create, changes: Body = {}, client?: Client, headers = {}) =>
  (harness: H2hHarness) => {
    const sent = post(creates[operationId], bodies[operationId](changes));
    return ask(harness, { ...sent, headers: { ...sent.headers, ...headers } }, client ?? harness.client);
  };

const ofEveryGuarded: readonly H2hCase[] = guarded.flatMap(({ operationId, scopes }): H2hCase[] => [
  {
    operationId,
    status: 401,
    code: 'unauthorized',
    when: 'there is no token, whatever the body is',
    ask: ({ url }) =>
      callWith(url, { ...sampleOf(operationId), ...(sampleOf(operationId).body && { body: '{"bro' }) }, undefined),
    check: (answer) => expect(extOf(answer)).toBe('tokenMissing'),
  },
  {
    operationId,
    status: 401,
    code: 'unauthorized',
    when: 'the token is none of ours',
    ask: ({ url }) => callWith(url, sampleOf(operationId), 'e30.e30.e30'),
    check: (answer) => expect(extOf(answer)).toBe('tokenInvalid'),
  },
  {
    operationId,
    status: 403,
    code: 'forbidden',
    when: 'the token has another scope',
    ask: async (harness) => {
      const other = scopes.includes('read') ? 'payin' : 'read';
      const { body } = await call(
        harness.url,
        tokenRequest(harness.client, `grant_type=client_credentials&scope=${other}`),
      );
      return callWith(harness.url, sampleOf(operationId), (body as { access_token: string }).access_token);
    },
  },
  {
    operationId,
    status: 405,
    code: 'methodNotAllowed',
    when: 'the method is another',
    ask: (harness) => ask(harness, { ...sampleOf(operationId), method: 'DELETE' }),
  },
  {
    operationId,
    status: 429,
    code: 'tooManyRequests',
    when: 'the shop has used up its second',
    // Three, because two could fall into two seconds.
    ask: async (harness) => {
      const burst = [1, 2, 3].map(() => ask(harness, sampleOf(operationId), harness.client, harness.limitedUrl));
      const answers = await Promise.all(burst);
      return answers.find(({ status }) => status === 429) ?? answers[0]!;
    },
  },
  {
    operationId,
    status: 503,
    code: 'temporarilyUnavailable',
    when: 'the database is gone',
    ask: (harness) => ask(harness, sampleOf(operationId), harness.client, harness.severedUrl),
  },
]);

const ofEveryBody: readonly H2hCase[] = reading.flatMap(({ operationId }): H2hCase[] => [
  {
    operationId,
    status: 400,
    code: 'invalidRequestParameters',
    when: 'the body is not JSON',
    ask: (harness) => ask(harness, postText(sampleOf(operationId).path, '{"bro')),
    check: (answer) => expect(extOf(answer)).toBe('body'),
  },
  {
    operationId,
    status: 413,
    code: 'payloadTooLarge',
    when: 'the body has more than 64 KiB',
    ask: (harness) => ask(harness, postText(sampleOf(operationId).path, ' '.repeat(64 * 1024 + 1))),
  },
  {
    operationId,
    status: 415,
    code: 'unsupportedMediaType',
    when: 'the body is called something else',
    ask: (harness) => ask(harness, { ...sampleOf(operationId), headers: { 'content-type': 'text/plain' } }),
  },
]);

const ofCreates: readonly H2hCase[] = (['createPayIn', 'createPayOut'] as const).flatMap((operationId): H2hCase[] => [
  {
    operationId,
    status: 200,
    code: 'none',
    when: 'it is accepted',
    ask: create(operationId),
    check: (answer) => {
      expect(envelopeOf(answer).totalNumberRecords).toBe(0);
      expect(dataOf(answer)).toMatchObject({ status: 'in_progress', amountInitial: 1000.58, currency: 'RUB' });
      expect(answer.text).toContain('"amountInitial":1000.58,"amountRandomized":1000.58,"amount":1000.58');
      expect(answer.text).toContain('"exchangeRate":0.012500');
      expect('paymentDetailsData' in dataOf(answer)).toBe(operationId === 'createPayIn');
    },
  },
  {
    operationId,
    status: 200,
    code: 'none',
    when: 'the same comes again with its Idempotency-Key',
    ask: async (harness) => {
      const again = { idTransactionMerchant: `order-${randomUUID()}` };
      const headers = { 'idempotency-key': randomUUID() };
      const first = await create(operationId, again, undefined, headers)(harness);
      const second = await create(operationId, again, undefined, headers)(harness);
      expect(dataOf(second)['id']).toBe(dataOf(first)['id']);
      return second;
    },
  },
  {
    operationId,
    status: 400,
    code: 'invalidRequestParameters',
    when: 'the method is unknown',
    ask: create(operationId, { paymentMethod: 'WT_RUB_C2C' }),
    check: (answer) => expect(extOf(answer)).toBe('paymentMethod'),
  },
  ...(
    [
      ['shop', 'an absolute URL of at most 2,048 characters'],
      ['ftp://shop.example/', 'an https address'],
      ['https://10.0.0.1/', 'a public address, of no internal or reserved network'],
      ['https://[::1]/', 'a public address, of no internal or reserved network'],
      ['https://shop.example:99999/', 'an absolute URL with a host and, where it names one, a port from 1 to 65535'],
      ['https://shop.example:0/', 'at port 443, 80, or one from 1024 on'],
      ['https://shop.example:22/', 'at port 443, 80, or one from 1024 on'],
      ['https://me:secret@shop.example/', 'an address without a user name or password'],
    ] as const
  ).map(
    ([webHook, expected]): H2hCase => ({
      operationId,
      status: 400,
      code: 'invalidRequestParameters',
      when: `the URL for events is ${webHook}`,
      ask: create(operationId, { integrationMerhcnatData: { webHook } }),
      check: (answer) =>
        expect(envelopeOf(answer).result).toMatchObject({
          codeErrorExt: 'integrationMerhcnatData.webHook',
          message: `integrationMerhcnatData.webHook must be ${expected}`,
        }),
    }),
  ),
  ...[
    '2025-06-01 12:00:00Z',
    '2025-06-01T12:00:00',
    '2025-06-01T12:00:00+0300',
    '2025-06-01',
    '2025-02-30T12:00:00Z',
    '0000-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '9999-01-01T00:00:00Z',
  ].map(
    (clientDateCreated): H2hCase => ({
      operationId,
      status: 400,
      code: 'invalidRequestParameters',
      when: `the customer was registered at ${clientDateCreated}`,
      ask: create(operationId, { clientDateCreated }),
      check: (answer) =>
        expect(envelopeOf(answer).result).toMatchObject({
          codeErrorExt: 'clientDateCreated',
          message:
            'clientDateCreated must be a time of RFC 3339 with its offset and a year from 1970 to 2099, such as 2025-06-01T12:00:00Z',
        }),
    }),
  ),
  ...['2025-06-01t12:00:00.123456z', '1970-01-01T00:00:00+14:00'].map(
    (clientDateCreated): H2hCase => ({
      operationId,
      status: 200,
      code: 'none',
      when: `the customer was registered at ${clientDateCreated}`,
      ask: create(operationId, { clientDateCreated }),
    }),
  ),
  {
    operationId,
    status: 409,
    code: 'duplicateIdentifier',
    when: 'the identifier is in progress, whatever else is wrong with the method',
    ask: async (harness) => {
      const again = { idTransactionMerchant: `order-${randomUUID()}` };
      await create(operationId, again)(harness);
      return create(operationId, { ...again, paymentMethod: 'no_method' })(harness);
    },
    check: (answer) => expect(extOf(answer)).toBe('none'),
  },
  {
    operationId,
    status: 409,
    code: 'duplicateIdentifier',
    when: 'the Idempotency-Key comes with another body',
    ask: async (harness) => {
      const headers = { 'idempotency-key': randomUUID() };
      await create(operationId, {}, undefined, headers)(harness);
      return create(operationId, {}, undefined, headers)(harness);
    },
    check: (answer) => expect(extOf(answer)).toBe('idempotencyKey'),
  },
  {
    operationId,
    status: 422,
    code: 'noSuitableTariffForRequest',
    when: 'the shop has no tariff',
    ask: (harness) => create(operationId, {}, harness.untariffedClient)(harness),
  },
  {
    operationId,
    status: 424,
    code: 'noPaymentDetailsAvailable',
    when: 'the shop has no route',
    ask: (harness) => create(operationId, {}, harness.routelessClient)(harness),
  },
  {
    operationId,
    status: 503,
    code: 'temporarilyUnavailable',
    when: 'a rejected create with the identifier is still open at a provider',
    ask: async (harness) => {
      const again = { idTransactionMerchant: `order-${randomUUID()}` };
      const operation_id = dataOf(await create('createPayIn', again)(harness))['id'] as string;
      const row = harness.testDatabase.database('operations').where({ operation_id });
      await row.clone().update({ status: 'rejecting' });
      const answer = await create(operationId, again)(harness);
      await row.clone().update({ status: 'rejected' });
      return answer;
    },
    check: (answer) => expect(extOf(answer)).toBe('createInProgress'),
  },
]);

const payIns: readonly H2hCase[] = ['.51', '.54', '.55', '.56'].map((kopecks) => ({
  operationId: 'createPayIn',
  status: 424,
  code: 'noPaymentDetailsAvailable',
  when: `the amount ends in ${kopecks}`,
  ask: create('createPayIn', { amount: Number(`1000${kopecks}`) }),
}));

const tooLate: H2hCase = {
  operationId: 'createPayIn',
  status: 424,
  code: 'noPaymentDetailsAvailable',
  when: 'the amount ends in .53, and all providers answer too late',
  ask: (harness) =>
    ask(harness, post(creates.createPayIn, payInBody({ amount: 1000.53 })), harness.client, harness.impatientUrl),
};

const banks = [
  ['its name', 'Сбербанк'],
  ['its identifier', '100000000111'],
  ['its identifier with the prefix', 'BANK100000000111'],
  ['an alias in other case', 'sBERBANK'],
] as const;

const toPhone = { paymentMethod: 'sbp', number: phoneNumber };

const payOuts: readonly H2hCase[] = [
  ...banks.map(
    ([when, bankName]): H2hCase => ({
      operationId: 'createPayOut',
      status: 200,
      code: 'none',
      when: `a bank of sbp is named by ${when}`,
      ask: create('createPayOut', { ...toPhone, bankName }),
    }),
  ),
  {
    operationId: 'createPayOut',
    status: 200,
    code: 'none',
    when: 'the bank of another method is not known',
    ask: create('createPayOut', { bankName: 'no bank at all' }),
  },
  {
    operationId: 'createPayOut',
    status: 400,
    code: 'invalidRequestParameters',
    when: 'the bank of sbp is not known',
    ask: create('createPayOut', { ...toPhone, bankName: 'no bank at all' }),
    check: (answer) =>
      expect(envelopeOf(answer).result).toMatchObject({ codeErrorExt: 'bankName', message: 'Not found bankName' }),
  },
  ...(
    [
      ['toCard', '2200000000000005'],
      ['toCard', phoneNumber],
      ['sbp', cardNumber],
      ['sbp', '79001234567'],
      ['sbp', '89001234567'],
      ['mobile', '89001234567'],
    ] as const
  ).map(
    ([paymentMethod, number]): H2hCase => ({
      operationId: 'createPayOut',
      status: 400,
      code: 'invalidRequestParameters',
      when: `the number of ${paymentMethod} is ${number}`,
      ask: create('createPayOut', { paymentMethod, number, bankName: 'Сбербанк', phoneNumber }),
      check: (answer) => expect(extOf(answer)).toBe('number'),
    }),
  ),
  {
    operationId: 'createPayOut',
    status: 200,
    code: 'none',
    when: 'mobile is sent with the phone number',
    ask: create('createPayOut', { ...toPhone, paymentMethod: 'mobile', phoneNumber }),
  },
  ...['mobile', 'kzt_mobile'].map(
    (paymentMethod): H2hCase => ({
      operationId: 'createPayOut',
      status: 400,
      code: 'invalidRequestParameters',
      when: `${paymentMethod} is sent without the phone number`,
      ask: create('createPayOut', { ...toPhone, paymentMethod }),
      check: (answer) =>
        expect(envelopeOf(answer).result).toMatchObject({
          codeErrorExt: 'phoneNumber',
          message: 'phoneNumber is required',
        }),
    }),
  ),
  ...(
    [
      ['mobile', 'abc'],
      ['mobile', ''],
      ['mobile', '89001234567'],
      ['mobile', '+4915112345678'],
      ['toCard', 'abc'],
    ] as const
  ).map(
    ([paymentMethod, phone]): H2hCase => ({
      operationId: 'createPayOut',
      status: 400,
      code: 'invalidRequestParameters',
      when: `the phone number of ${paymentMethod} is "${phone}"`,
      ask: create('createPayOut', {
        paymentMethod,
        number: paymentMethod === 'mobile' ? phoneNumber : cardNumber,
        phoneNumber: phone,
      }),
      check: (answer) =>
        expect(envelopeOf(answer).result).toMatchObject({
          codeErrorExt: 'phoneNumber',
          message:
            'phoneNumber must be a phone number with its country code, such as +79001003151; of mobile and kzt_mobile +7 and ten digits',
        }),
    }),
  ),
  {
    operationId: 'createPayOut',
    status: 402,
    code: 'notEnoughMoneyOnBalance',
    when: 'the shop never had money',
    ask: (harness) => create('createPayOut', {}, harness.pennilessClient)(harness),
  },
];

const lookups: readonly H2hCase[] = [
  {
    operationId: 'getOperation',
    status: 200,
    code: 'none',
    when: 'it is the shop’s',
    ask: async (harness) => {
      const { id } = dataOf(await create('createPayIn')(harness));
      return ask(harness, get(`/operation/operation/platform/${String(id)}`));
    },
  },
  {
    operationId: 'getOperation',
    status: 400,
    code: 'invalidRequestParameters',
    when: 'the identifier is no UUID',
    ask: (harness) => ask(harness, get('/operation/operation/platform/order-1')),
  },
  {
    operationId: 'getOperation',
    status: 404,
    code: 'operationNotFound',
    when: 'there is none',
    ask: (harness) => ask(harness, sampleOf('getOperation')),
  },
  {
    operationId: 'getOperation',
    status: 404,
    code: 'operationNotFound',
    when: 'it is another shop’s',
    ask: async (harness) => {
      const { id } = dataOf(await create('createPayIn')(harness));
      return ask(harness, get(`/operation/operation/platform/${String(id)}`), harness.otherClient);
    },
  },
  {
    operationId: 'findOperations',
    status: 200,
    code: 'none',
    when: 'there is none',
    ask: (harness) => ask(harness, sampleOf('findOperations')),
    check: (answer) => expect(envelopeOf(answer)).toMatchObject({ data: [], totalNumberRecords: 0 }),
  },
  {
    operationId: 'findOperations',
    status: 200,
    code: 'none',
    when: 'the identifier was used again after its operation had failed',
    ask: async (harness) => {
      const again = { idTransactionMerchant: `order/${randomUUID()}` };
      const first = dataOf(await create('createPayIn', again)(harness))['id'] as string;
      const row = harness.testDatabase.database('operations').where({ operation_id: first });
      await row.update({ status: 'cancelled', cancel_reason: 'expired', finished_at: new Date() });
      const second = dataOf(await create('createPayIn', again)(harness))['id'];
      const answer = await ask(
        harness,
        get(`/operation/operation/merhcant/${encodeURIComponent(again.idTransactionMerchant)}`),
      );
      const { data, totalNumberRecords } = envelopeOf(answer);
      expect([(data as readonly Body[]).map(({ id }) => id), totalNumberRecords]).toEqual([[second, first], 2]);
      return answer;
    },
  },
  {
    operationId: 'findOperations',
    status: 400,
    code: 'invalidRequestParameters',
    when: 'the identifier is too long',
    ask: (harness) => ask(harness, get(`/operation/operation/merhcant/${'x'.repeat(201)}`)),
  },
  {
    operationId: 'listOperations',
    status: 200,
    code: 'none',
    when: 'there are some',
    ask: async (harness) => {
      const { id } = dataOf(await create('createPayOut')(harness));
      const answer = await ask(harness, post('/operation/operation/list', { skip: 0, take: 1 }));
      expect((envelopeOf(answer).data as readonly Body[])[0]).toMatchObject({ id, typeOperation: 'payOut' });
      expect(envelopeOf(answer).totalNumberRecords).toBeGreaterThan(1);
      return answer;
    },
  },
  {
    operationId: 'listBanks',
    status: 200,
    code: 'none',
    when: 'nothing is known of it yet',
    ask: (harness) => ask(harness, sampleOf('listBanks'), harness.readingClient),
    check: (answer) => {
      const names = (envelopeOf(answer).data as readonly Body[]).map(({ bankName }) => bankName as string);
      expect(names).toEqual([...names].sort());
      expect(envelopeOf(answer).totalNumberRecords).toBeGreaterThan(100);
    },
  },
  {
    operationId: 'listBanks',
    status: 304,
    code: 'none',
    when: 'nothing has changed',
    ask: async (harness) => {
      const { headers } = await ask(harness, sampleOf('listBanks'));
      return ask(harness, { ...sampleOf('listBanks'), headers: { 'if-none-match': headers.get('etag')! } });
    },
  },
];

const tokens: readonly H2hCase[] = [
  {
    operationId: 'issueToken',
    status: 200,
    code: 'none',
    when: 'the client is named by HTTP Basic',
    ask: ({ url, client }) => call(url, tokenRequest(client)),
    check: ({ body }) =>
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'payin payout read' }),
  },
  {
    operationId: 'issueToken',
    status: 400,
    code: 'invalid_request',
    when: 'there is no grant',
    ask: ({ url, client }) => call(url, tokenRequest(client, '')),
  },
  {
    operationId: 'issueToken',
    status: 400,
    code: 'unsupported_grant_type',
    when: 'the grant is another',
    ask: ({ url, client }) => call(url, tokenRequest(client, 'grant_type=password')),
  },
  {
    operationId: 'issueToken',
    status: 400,
    code: 'invalid_scope',
    when: 'the client does not have the scope',
    ask: ({ url, readingClient }) =>
      call(url, tokenRequest(readingClient, 'grant_type=client_credentials&scope=payin')),
  },
  {
    operationId: 'issueToken',
    status: 401,
    code: 'invalid_client',
    when: 'the secret is another’s',
    ask: ({ url, client, otherClient }) =>
      call(url, tokenRequest({ clientId: client.clientId, clientSecret: otherClient.clientSecret } as Client)),
  },
  {
    operationId: 'issueToken',
    status: 405,
    code: 'invalid_request',
    when: 'the method is another',
    ask: ({ url }) => call(url, get('/oauth/token')),
  },
  {
    operationId: 'issueToken',
    status: 413,
    code: 'invalid_request',
    when: 'the form has more than 64 KiB',
    ask: ({ url, client }) => call(url, tokenRequest(client, `grant_type=${'x'.repeat(64 * 1024)}`)),
  },
  {
    operationId: 'issueToken',
    status: 415,
    code: 'invalid_request',
    when: 'the body is JSON',
    ask: ({ url, client }) =>
      call(url, { ...tokenRequest(client, '{}'), headers: { 'content-type': 'application/json' } }),
  },
  {
    operationId: 'issueToken',
    status: 429,
    code: 'temporarily_unavailable',
    when: 'the client has used up its minute',
    ask: async ({ limitedUrl, otherClient }) => {
      // Three, because two could fall into two minutes.
      const answers = await Promise.all([1, 2, 3].map(() => call(limitedUrl, tokenRequest(otherClient))));
      return answers.find(({ status }) => status === 429) ?? answers[0]!;
    },
  },
  {
    operationId: 'issueToken',
    status: 503,
    code: 'temporarily_unavailable',
    when: 'the database is gone',
    ask: ({ severedUrl, client }) => call(severedUrl, tokenRequest(client)),
  },
  {
    operationId: 'listSigningKeys',
    status: 200,
    code: 'none',
    when: 'there are some',
    ask: ({ url }) => call(url, get('/.well-known/jwks.json')),
  },
  {
    operationId: 'listSigningKeys',
    status: 405,
    code: 'methodNotAllowed',
    when: 'the method is another',
    ask: ({ url }) => call(url, { method: 'DELETE', path: '/.well-known/jwks.json' }),
  },
  {
    operationId: 'listSigningKeys',
    status: 503,
    code: 'temporarilyUnavailable',
    when: 'the database is gone',
    ask: ({ severedUrl }) => call(severedUrl, get('/.well-known/jwks.json')),
  },
];

/** How to get each documented answer; answers.test.ts asks for all of them and counts them. */
export const h2hCases: readonly H2hCase[] = [
  ...ofEveryGuarded,
  ...ofEveryBody,
  ...ofCreates,
  ...payIns,
  tooLate,
  ...payOuts,
  ...lookups,
  ...tokens,
];
