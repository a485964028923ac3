import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Router } from 'express';
import { envelope, token } from '#generated/h2h/errors';
import type { Caller, Scope } from '#features/access';
import {
  nothingSealed,
  toOperation,
  type CreateRequest,
  type Operation,
  type OperationRecord,
} from '#features/operations';
import { errorCodes, fieldError, invalidFields, RequestError } from '#platform/errors';
import { isUuid } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { createApp } from '../http/create-app.ts';
import { createRendererFinder } from '../http/mounted-documents.ts';
import { mountH2h, type H2hNeeds } from './index.ts';
import { envelopeCodeOf, renderRefusal } from './refusals.ts';

const operationId = '019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50';

const record = {
  operation_id: operationId,
  merchant_operation_id: 'order-1',
  type: 'payment',
  status: 'pending',
  method: 'toCard',
  currency: 'RUB',
  expected_amount: '999999999.99',
  actual_amount: '0',
  fx_source: 'sandbox',
  fx_rate: '0.0125',
  settlement_currency: 'USDT',
  settlement_amount: '12124999.999879',
  commission_amount: '374999.999996',
  is_confirmation_required: false,
  holder_name: 'Иван П.',
  bankname: 'Сбербанк',
  created_at: '2026-02-10T09:00:00.113Z',
  updated_at: '2026-02-10T09:00:02.113Z',
} as const satisfies OperationRecord;

const operationOf = (changes: Partial<OperationRecord>): Operation =>
  toOperation({ ...record, ...changes }, { ...nothingSealed, number: '2200000000000004' });

/** What the features answer, and what they were asked for; each test sets what it needs. */
const fake = {
  answer: (): Operation => operationOf({}),
  asked: [] as (CreateRequest & { readonly bankname?: string | null })[],
  scopes: ['payin', 'payout', 'read'] as Scope[],
};
afterEach(() => {
  fake.answer = () => operationOf({});
  fake.asked = [];
  fake.scopes = ['payin', 'payout', 'read'];
});

const counted = async () => ({ operations: [fake.answer()], total: 1284 });
const create = async (_caller: Caller, request: CreateRequest) => {
  fake.asked.push(request);
  return fake.answer();
};
const features: H2hNeeds['features'] = {
  paymentCurrency: async () => 'RUB',
  payoutCurrency: async () => 'RUB',
  createPayment: create,
  createPayout: create,
  readOperation: async () => fake.answer(),
  findNamedOperations: counted,
  pageOperations: counted,
  listBanks: async () => ({
    version: 'sbp-3',
    banks: [{ bankName: 'Сбербанк', bankCode: '100000000111', aliases: ['Sber'] }],
  }),
};

const oauthRouter = Router();
oauthRouter.post('/oauth/token', () => {
  throw new RequestError('temporarily_unavailable');
});
oauthRouter.all('/oauth/token', () => {
  throw new RequestError('method_not_allowed', { allow: ['POST'] });
});

let server: Server;
let url: string;
beforeAll(async () => {
  const mounts = mountH2h({
    features,
    authenticate: (request, response, next) => {
      if (request.get('authorization') !== 'Bearer good') throw new RequestError('api_key_missing');
      response.locals['caller'] = { shopId: 'shop', api: 'h2h', scopes: fake.scopes };
      next();
    },
    oauth: { paths: [{ path: '/oauth/token', template: '/oauth/token' }], router: oauthRouter },
    limit: (_request, _response, next) => next(),
    isValidatingResponses: true,
    isServing: true,
  });
  const rendererOf = createRendererFinder(mounts, renderRefusal);
  const isForeignOperation = () => Promise.resolve(false);
  server = createServer(
    createApp({
      log: createLog('silent'),
      metrics: createMetrics(),
      mounts,
      rendererOf,
      isForeignOperation,
      trustedProxies: [],
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const client = { clientID: 'user-1', clientIP: '203.0.113.24', clientDateCreated: '2025-06-01T12:00:00Z' };
const payIn = { paymentMethod: 'toCard', idTransactionMerchant: 'order-1', ...client };
const payOut = { ...payIn, number: '2200000000000004', bankName: 'sber', amount: 1000 };

type Init = { readonly method?: string; readonly body?: string; readonly headers?: Readonly<Record<string, string>> };

const ask = async (path: string, { method, body, headers = {} }: Init = {}) => {
  const answer = await fetch(url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: 'Bearer good',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: text === '' ? null : (JSON.parse(text) as unknown),
  };
};

const resultOf = ({ body }: Awaited<ReturnType<typeof ask>>) =>
  (body as { result: { status: string; codeError: string; codeErrorExt: string; message: string } }).result;

/** The body with an amount written exactly like this. */
const payInOf = (amount: string): string =>
  JSON.stringify({ ...payIn, amount: 0 }).replace('"amount":0', `"amount":${amount}`);

describe('amounts of requests', () => {
  it.each([
    ['1000', '1000.00'],
    ['1000.5', '1000.50'],
    ['0.01', '0.01'],
    ['999999999.99', '999999999.99'],
    ['"1000.00"', '1000.00'],
  ])('are read from %s, digit by digit', async (written, read) => {
    const { status } = await ask('/host2host/payin', { body: payInOf(written) });
    expect([status, fake.asked[0]?.amount.amount.toFixed(2)]).toEqual([200, read]);
  });

  it.each([
    '1e3',
    '1E3',
    '1.001',
    '1000.000',
    '0',
    '0.00',
    '-1',
    '1000000000',
    '0.1e1',
    '"1000"',
    '"1e3"',
    'true',
    '[1]',
    'null',
  ])('are refused where they are %s', async (written) => {
    const answer = await ask('/host2host/payin', { body: payInOf(written) });
    expect([answer.status, resultOf(answer).codeErrorExt, fake.asked]).toEqual([400, 'amount', []]);
  });

  it('are the same request as a number and as a string', async () => {
    await ask('/host2host/payin', { body: payInOf('1000.5') });
    await ask('/host2host/payin', { body: payInOf('"1000.50"') });
    expect(fake.asked[0]?.canonicalRequest).toBe(fake.asked[1]?.canonicalRequest);
  });
});

describe('an operation', () => {
  it('has its figures to the last digit', async () => {
    const { text } = await ask(`/operation/operation/platform/${operationId}`);
    expect(text).toContain('"amountInitial":999999999.99,"amountRandomized":999999999.99,"amount":999999999.99');
    expect(text).toContain(
      '"amountInCurrencyBalance":12124999.999879,"amountComissionInCurrencyBalance":374999.999996',
    );
    // 374999.999996 ÷ 0.0125 = 29999999.99968
    expect(text).toContain('"amountComission":30000000.00');
    expect(text).toContain('"exchangeRate":0.012500');
  });

  it.each([
    ['0.375000', '0.0125', '30.00'],
    ['0.000062', '0.0125', '0.00'],
    ['0.000063', '0.0125', '0.01'],
    ['1.005000', '1', '1.01'],
  ])('shows a commission of %s at the rate %s as %s in its own currency', async (commission, rate, shown) => {
    fake.answer = () => operationOf({ commission_amount: commission, fx_rate: rate });
    const { text } = await ask(`/operation/operation/platform/${operationId}`);
    expect(text).toContain(`"amountComission":${shown},`);
  });

  it.each([
    ['pending', 'in_progress'],
    ['awaiting_confirmation', 'in_progress'],
    ['manual_check', 'in_progress'],
    ['completed', 'success'],
    ['cancelled', 'failed'],
  ] as const)('that is %s in the core is %s', async (status, shown) => {
    fake.answer = () => operationOf({ status });
    const { body } = await ask(`/operation/operation/platform/${operationId}`);
    expect(body).toMatchObject({ data: { status: shown }, totalNumberRecords: 0 });
  });

  it('has the amount that moved once money has moved', async () => {
    fake.answer = () => operationOf({ status: 'completed', actual_amount: '500.28', expected_amount: '1000.57' });
    const { text } = await ask(`/operation/operation/platform/${operationId}`);
    expect(text).toContain('"amountInitial":1000.57,"amountRandomized":1000.57,"amount":500.28');
  });

  it('has payment details as a PayIn, and none as a PayOut', async () => {
    const details = (answer: { readonly body: unknown }) =>
      (answer.body as { data: { paymentDetailsData?: unknown } }).data.paymentDetailsData;
    const path = `/operation/operation/platform/${operationId}`;
    expect(details(await ask(path))).toEqual({
      nameMediator: 'Иван П.',
      paymentMethod: 'toCard',
      bankName: 'Сбербанк',
      number: '2200000000000004',
      numberAdditional: null,
      qRcode: null,
    });
    fake.answer = () => operationOf({ type: 'payout' });
    expect(details(await ask(path))).toBeUndefined();
  });

  it('comes in the envelope of its request', async () => {
    const answer = await ask(`/operation/operation/platform/${operationId}`);
    expect(resultOf(answer)).toEqual({
      status: 'success',
      'x-request-id': answer.headers.get('x-request-id'),
      codeError: 'none',
      codeErrorExt: 'none',
      message: '',
    });
  });
});

describe('lists', () => {
  it('have the named fields alone, and the total', async () => {
    const { body } = await ask('/operation/operation/list', { body: '{"skip":0,"take":1}' });
    const { data, totalNumberRecords } = body as { data: readonly object[]; totalNumberRecords: number };
    expect(totalNumberRecords).toBe(1284);
    expect(Object.keys(data[0]!)).toEqual([
      'id',
      'dateAdded',
      'typeOperation',
      'status',
      'idTransactionMerchant',
      'amount',
      'currency',
      'exchangeRate',
    ]);
  });

  it.each([
    ['{"take":1}', 'skip'],
    ['{"skip":0}', 'take'],
    ['{"skip":-1,"take":1}', 'skip'],
    ['{"skip":0,"take":0}', 'take'],
    ['{"skip":0,"take":501}', 'take'],
    ['{"skip":0,"take":"1"}', 'take'],
    ['{"skip":0,"take":1.5}', 'take'],
  ])('are refused for %s', async (body, field) => {
    const answer = await ask('/operation/operation/list', { body });
    expect([answer.status, resultOf(answer).codeErrorExt]).toEqual([400, field]);
  });

  it('by the merchant’s identifier are arrays of whole operations', async () => {
    const { body } = await ask('/operation/operation/merhcant/order%2F1');
    expect(body).toMatchObject({ data: [{ idTransactionMerchant: 'order-1', amountInitial: 999999999.99 }] });
  });
});

describe('the bank list', () => {
  it('has a weak tag, and is not sent again while it fits', async () => {
    const first = await ask('/masterdata/bank/list');
    expect(first.headers.get('etag')).toBe('W/"sbp-3"');
    expect(first.body).toMatchObject({ data: [{ bankName: 'Сбербанк', bankCode: '100000000111', aliases: ['Sber'] }] });
    const again = await ask('/masterdata/bank/list', { headers: { 'if-none-match': '"other", W/"sbp-3"' } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', 'W/"sbp-3"']);
    expect((await ask('/masterdata/bank/list', { headers: { 'if-none-match': 'W/"sbp-2"' } })).status).toBe(200);
  });
});

describe('a refusal', () => {
  it.each(errorCodes.filter((code) => code !== 'invalid_request'))(
    '%s of a feature comes in the envelope',
    async (code) => {
      fake.answer = () => {
        throw new RequestError(code);
      };
      const answer = await ask('/host2host/payout', { body: JSON.stringify(payOut) });
      const { status, codeError, codeErrorExt, message } = envelope[envelopeCodeOf(code)];
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({
        result: {
          status: 'error',
          'x-request-id': answer.headers.get('x-request-id'),
          codeError,
          codeErrorExt,
          message,
        },
        data: null,
        totalNumberRecords: 0,
      });
      expect(answer.headers.get('retry-after') !== null).toBe(status === 429 || status === 503);
    },
  );

  it('of a bank that is not found has that sentence alone', async () => {
    fake.answer = () => {
      throw invalidFields([
        fieldError('destination.number', 'wrong_number', { expected: 'a phone number' }),
        fieldError('destination.bank', 'unknown_bank', { method: 'sbp', banks: '' }),
      ]);
    };
    const answer = await ask('/host2host/payout', { body: JSON.stringify(payOut) });
    expect([answer.status, resultOf(answer)]).toMatchObject([
      400,
      { codeError: 'invalidRequestParameters', message: 'Not found bankName' },
    ]);
  });

  it('names the first place and tells of each', async () => {
    const body = JSON.stringify({
      ...payIn,
      amount: 1,
      clientIP: 'nowhere',
      integrationMerhcnatData: { webHook: 'x' },
    });
    const { codeErrorExt, message } = resultOf(await ask('/host2host/payin', { body }));
    expect(codeErrorExt).toBe('clientIP');
    expect(message).toBe(
      'clientIP must be an IPv4 or IPv6 address; integrationMerhcnatData.webHook must be an absolute URL of at most 2,048 characters',
    );
  });

  it('names a day that there is not', async () => {
    const body = JSON.stringify({ ...payIn, amount: 1, clientDateCreated: '2025-02-30T00:00:00Z' });
    const answer = await ask('/host2host/payin', { body });
    expect([answer.status, resultOf(answer).codeErrorExt]).toEqual([400, 'clientDateCreated']);
  });

  it('comes before the body is read where there is no token', async () => {
    const answer = await ask('/host2host/payin', { body: '{"broken', headers: { authorization: 'Bearer bad' } });
    expect([answer.status, resultOf(answer).codeErrorExt]).toEqual([401, 'tokenMissing']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="turnpike"');
  });

  it('of a scope comes before the body is read', async () => {
    fake.scopes = ['read', 'payout'];
    const answer = await ask('/host2host/payin', { body: '{"broken' });
    expect([answer.status, resultOf(answer).codeError]).toEqual([403, 'forbidden']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="turnpike", error="insufficient_scope"');
  });

  it.each<[string, Init, number, string, string]>([
    ['/host2host/payin', { method: 'GET' }, 405, 'methodNotAllowed', 'none'],
    ['/host2host/nothing', {}, 404, 'routeNotFound', 'none'],
    ['/operation/operation/platform/no-uuid', {}, 400, 'invalidRequestParameters', 'id'],
    [`/operation/operation/merhcant/${'x'.repeat(201)}`, {}, 400, 'invalidRequestParameters', 'idTransactionMerchant'],
    ['/operation/operation/merhcant/%00', {}, 400, 'invalidRequestParameters', 'idTransactionMerchant'],
    ['/host2host/payin', { body: '{"broken' }, 400, 'invalidRequestParameters', 'body'],
    ['/host2host/payin', { body: '{"amount":1,"amount":2}' }, 400, 'invalidRequestParameters', 'body'],
    ['/host2host/payin', { body: `"${'x'.repeat(64 * 1024)}"` }, 413, 'payloadTooLarge', 'none'],
    [
      '/host2host/payin',
      { body: '{}', headers: { 'content-type': 'text/plain' } },
      415,
      'unsupportedMediaType',
      'none',
    ],
    [
      '/host2host/payin',
      { body: payInOf('1'), headers: { 'idempotency-key': 'x'.repeat(201) } },
      400,
      'invalidRequestParameters',
      'idempotencyKey',
    ],
  ])('at %s comes in the envelope', async (path, init, status, codeError, codeErrorExt) => {
    const answer = await ask(path, init);
    expect([answer.status, resultOf(answer)]).toMatchObject([status, { status: 'error', codeError, codeErrorExt }]);
    expect(isUuid(answer.headers.get('x-request-id') ?? '')).toBe(true);
  });

  it('of the token endpoint has the form of RFC 6749', async () => {
    const wrong = await ask('/oauth/token');
    expect([wrong.status, wrong.body, wrong.headers.get('allow')]).toEqual([
      405,
      { error: 'invalid_request', error_description: token.method_not_allowed.error_description },
      'POST',
    ]);
    const unavailable = await ask('/oauth/token', { body: '' });
    expect([unavailable.status, unavailable.body]).toMatchObject([503, { error: 'temporarily_unavailable' }]);
    expect(unavailable.headers.get('cache-control')).toBe('no-store');
  });
});

it('passes on the key, the URL for events and who the client is', async () => {
  const body = JSON.stringify({ ...payOut, integrationMerhcnatData: { webHook: 'https://shop.example/events' } });
  await ask('/host2host/payout', { body, headers: { 'idempotency-key': 'key-1' } });
  expect(fake.asked).toMatchObject([
    {
      merchantOperationId: 'order-1',
      clientId: 'user-1',
      clientIp: '203.0.113.24',
      method: 'toCard',
      bankname: 'sber',
      idempotencyKey: 'key-1',
      webhookUrl: 'https://shop.example/events',
    },
  ]);
});
