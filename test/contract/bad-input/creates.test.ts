import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routeOf } from '../built-operations.ts';
import { call, get, post, postText, type Answer } from '../call.ts';
import { creatingOperations, creatingRequests } from '../creating-operations.ts';
import { createHarness, type Harness } from '../harness.ts';
import { malformedAmounts, mistypedAmounts } from './amounts.ts';
import { countRows, expectRefusal, type Refusal } from './untouched.ts';

type Changes = Readonly<Record<string, unknown>>;

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 40);

const required = ['merchant_operation_id', 'client_id', 'method', 'amount', 'currency'] as const;
const fields = [...required, 'client_ip', 'number', 'name', 'bankname'] as const;

const refusals: readonly (readonly [string, Changes, Refusal])[] = [
  ['an identifier of 201 characters', { merchant_operation_id: 'x'.repeat(201) }, { code: 'max_length' }],
  ['an identifier of 201 emoji', { merchant_operation_id: '🙂'.repeat(201) }, { code: 'max_length' }],
  ['a client of 201 characters', { client_id: 'я'.repeat(201) }, { code: 'max_length' }],
  ['a name of 141 characters', { name: 'я'.repeat(141) }, { code: 'max_length' }],
  ['a method that does not exist', { method: 'WT_RUB_CASH' }, { path: '/body/method', code: 'unknown_method' }],
  ['a method in lower case', { method: 'wt_rub_c2c' }, { path: '/body/method', code: 'unknown_method' }],
  ['a method with a space', { method: 'WT_RUB_C2C ' }, { path: '/body/method', code: 'unknown_method' }],
  ['a method of the other API', { method: 'toCard' }, { path: '/body/method', code: 'unknown_method' }],
  ['a method named like a property', { method: 'constructor' }, { path: '/body/method', code: 'unknown_method' }],
  ['a currency of another method', { currency: 'USD' }, { path: '/body/currency', code: 'wrong_currency' }],
  ['a currency that does not exist', { currency: 'XXX' }, { path: '/body/currency', code: 'wrong_currency' }],
  ['a currency in lower case', { currency: 'rub' }, { path: '/body/currency', code: 'pattern' }],
  ['a currency of four letters', { currency: 'RUBL' }, { path: '/body/currency', code: 'pattern' }],
  ['a Cyrillic currency', { currency: 'РУБ' }, { path: '/body/currency', code: 'pattern' }],
  ['a merchant', { merchant_id: 'm-1' }, { path: '/body/merchant_id', code: 'forbidden' }],
  ['a shop', { shop_id: 's-1' }, { path: '/body/shop_id', code: 'forbidden' }],
  ['an empty shop', { shop_id: null }, { path: '/body/shop_id', code: 'forbidden' }],
  ...['999.1.1.1', '1.2.3', '1.2.3.4/24', '1.2.3.4:80', ' 1.2.3.4', '::g', 'localhost', '01.02.03.04', '', '[::1]'].map(
    (ip) => [`the client_ip ${shown(ip)}`, { client_ip: ip }, { path: '/body/client_ip' }] as const,
  ),
];

const accepted: readonly (readonly [string, Changes])[] = [
  ['an identifier of 200 characters', { merchant_operation_id: 'x'.repeat(200) }],
  ['an identifier of 200 emoji', { merchant_operation_id: '🙂'.repeat(200) }],
  ['an identifier of white space', { merchant_operation_id: ' \t\u00a0 ' }],
  ['an identifier written from right to left', { merchant_operation_id: '\u202eطلب رقم ١٢٣\u202c' }],
  ['an identifier of combined characters', { merchant_operation_id: '👩‍👩‍👧‍👦e\u0301\u200b' }],
  ['an identifier with SQL in it', { merchant_operation_id: `'; drop table operations; --` }],
  ['an identifier named like a property', { merchant_operation_id: '__proto__' }],
  ['control characters', { merchant_operation_id: '\u0001\u001f\u007f\u0085\uffff\ufffe', client_id: '\u0007' }],
  ['an IPv6 client', { client_ip: '2001:db8::1' }],
  ['an IPv4 client in IPv6 form', { client_ip: '::ffff:203.0.113.24' }],
  ['fields that the contract does not know', { note: 'x', amount_: 1, nested: { list: [1, 2, { three: null }] } }],
  ['a method name in another field', { client_id: 'WT_RUB_C2C' }],
];

describe.each(creatingOperations)('%s', (operationId) => {
  const { path } = routeOf(operationId);
  const { bodyOf } = creatingRequests[operationId]!;

  // One each: payments and payouts of a shop share their identifiers.
  let harness: Harness;
  beforeAll(async () => {
    harness = await createHarness();
  });
  afterAll(() => harness?.strike());

  const refuse = (changes: Changes, refusal?: Refusal): Promise<Answer> =>
    expectRefusal(
      harness.testDatabase.database,
      () => call(harness.url, post(path, bodyOf(changes)), harness.shop.apiKey),
      refusal,
    );

  describe('the amount', () => {
    it.each(malformedAmounts.map((amount) => [shown(amount), amount]))('is not %s', async (_name, amount) => {
      await refuse({ amount }, { path: '/body/amount', code: 'pattern' });
    });

    it.each(mistypedAmounts.map((amount) => [shown(amount), amount]))(
      'is not the JSON value %s',
      async (_name, amount) => {
        await refuse({ amount }, { path: '/body/amount', code: 'type' });
      },
    );

    it.each(['1e400', '1.00', '-0', '100000000000000000000.58'])('is not the bare number %s', async (number) => {
      const text = JSON.stringify(bodyOf()).replace('"1000.58"', number);
      const { database } = harness.testDatabase;
      await expectRefusal(database, () => call(harness.url, postText(path, text), harness.shop.apiKey), {
        path: '/body/amount',
        code: 'type',
      });
    });
  });

  describe.each(fields)('%s', (field) => {
    it.each([1, true, null, {}, [], ['text'], { $ne: '' }])('is not %p', async (value) => {
      await refuse({ [field]: value }, { path: `/body/${field}` });
    });

    it('holds no NUL and no half of a character', async () => {
      const lone = ['\u0000', 'a\u0000b', '\ud800', '\udc00', 'a\udfff', '\udc00\ud800'];
      for (const text of lone) await refuse({ [field]: text }, { path: '/body', code: 'forbidden_character' });
    });

    it('is not as long as the body may be', async () => {
      await refuse({ [field]: 'x'.repeat(60_000) }, { path: `/body/${field}` });
    });
  });

  describe('what is required', () => {
    it.each(required)('includes %s', async (field) => {
      await refuse({ [field]: undefined }, { path: `/body/${field}`, code: 'required' });
      await refuse({ [field]: '' }, { path: `/body/${field}` });
    });

    it('is named as a whole where several are missing', async () => {
      const answer = await refuse(Object.fromEntries(required.map((field) => [field, undefined])));
      const { errors } = answer.body as { errors: { path: string }[] };
      expect(errors.map((error) => error.path).sort()).toEqual(required.map((field) => `/body/${field}`).sort());
    });
  });

  describe('an operation', () => {
    it.each(refusals)('is not created with %s', async (_name, changes, refusal) => {
      await refuse(changes, refusal);
    });

    it.each(accepted)('is created with %s, and found again', async (_name, changes) => {
      const body = bodyOf(changes);
      const created = await call(harness.url, post(path, body), harness.shop.apiKey);
      expect([created.status, created.text]).toEqual([200, created.text]);
      const lookup = { merchant_operation_id: body['merchant_operation_id'] };
      const found = await call(harness.url, post('/v1/get_operation_state', lookup), harness.shop.apiKey);
      // The address of the page is on the answer to its create alone.
      const { payment_url: _paymentUrl, ...operation } = created.body as Changes;
      expect(found.body).toMatchObject(operation);
      expect(found.body).not.toHaveProperty('payment_url');
    });

    it('is created by POST with a body, never by a query', async () => {
      const before = await countRows(harness.testDatabase.database);
      const query = new URLSearchParams(bodyOf() as Record<string, string>).toString();
      expect((await call(harness.url, get(`${path}?${query}`), harness.shop.apiKey)).status).toBe(405);
      const posted = {
        method: 'POST',
        path: `${path}?${query}`,
        headers: { 'content-type': 'application/json' },
        body: '{}',
      };
      expect((await call(harness.url, posted, harness.shop.apiKey)).status).toBe(400);
      expect(await countRows(harness.testDatabase.database)).toEqual(before);
    });
  });
});
