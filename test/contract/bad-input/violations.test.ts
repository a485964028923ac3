import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { violations } from '../documents.ts';
import { formBody, receiptParts } from '#test/support/form-body';
import { routeOf } from '../built-operations.ts';
import { confirmPath } from '../awaiting-receipt.ts';
import { call, post, postForm, postText, problemOf, type Answer } from '../call.ts';
import { jsonRoutes, violationsOf } from '../document.ts';
import { paymentBody } from '../payment-body.ts';
import { payoutBody, toPhone } from '../payout-body.ts';
import { sampleOf } from '../sample-requests.ts';
import { createHarness, type Harness } from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness?.strike());

const send = (path: string, body: unknown): Promise<Answer> => call(harness.url, post(path, body), harness.shop.apiKey);

const errorsOf = async (path: string, body: unknown) => problemOf(await send(path, body)).errors;

/** As a regular expression in which every braced name may stand for something. */
const sentences = Object.entries(violations).map(([code, sentence]) => ({
  code,
  form: new RegExp(
    `^${sentence
      .split(/\{\w+\}/)
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  ),
}));

/** Words of a validator, of a regular expression, or of a sentence that lacks what it should name. */
const isForMachines = (message: string): boolean =>
  /schema|pattern|instance|oneOf|anyOf|\bnull\b|[\^$\\]|\{|what the contract says/.test(message);

/** What is wrong with the violations of an answer: nothing when each is documented and said in words. */
const faultsOf = (answer: Answer): string[] =>
  (problemOf(answer).errors ?? []).flatMap(({ path, code, message }) => {
    const known = sentences.find((sentence) => sentence.code === code);
    if (known === undefined) return [`${code} at ${path} is not documented`];
    return known.form.test(message) && !isForMachines(message) ? [] : [`${code} at ${path} says: ${message}`];
  });

describe('a violation', () => {
  const identifier = {
    path: '/body',
    message: 'must have exactly one of operation_id and merchant_operation_id',
    code: 'one_of',
  };
  const uuid = 'must be a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50';
  const [read, cancel] = ['/v1/get_operation_state', '/v1/cancel_operation'];
  it.each([
    ['no identifier', read, {}, [identifier]],
    ['both identifiers', read, { operation_id: randomUUID(), merchant_operation_id: 'order-1' }, [identifier]],
    ['no UUID', read, { operation_id: 'order-1' }, [{ path: '/body/operation_id', message: uuid, code: 'pattern' }]],
    [
      'a number as identifier',
      read,
      { operation_id: 5 },
      [{ path: '/body/operation_id', message: 'must be a string', code: 'type' }],
    ],
    ['a list', read, [], [{ path: '/body', message: 'must be an object', code: 'type' }]],
    [
      'no identifier, and a reason that is too long',
      cancel,
      { reason: 'r'.repeat(2_049) },
      [identifier, { path: '/body/reason', message: 'must have at most 2048 characters', code: 'max_length' }],
    ],
    [
      'a reason of too many bytes',
      cancel,
      { operation_id: randomUUID(), reason: 'я'.repeat(1_025) },
      [{ path: '/body/reason', message: 'must have at most 2048 bytes', code: 'max_length' }],
    ],
  ])('is told once and in words: %s', async (_name, path, body, expected) => {
    const errors = (await errorsOf(path, body)) ?? [];
    expect([...errors].sort((one, other) => one.path.localeCompare(other.path))).toEqual(expected);
  });

  it('is told beside all others', async () => {
    const body = paymentBody({
      amount: '1e3',
      currency: 'rub',
      client_id: '',
      client_ip: 'home',
      method: undefined,
      shop_id: 's-1',
    });
    const errors = (await errorsOf('/v1/payment', body)) ?? [];
    expect(Object.fromEntries(errors.map(({ path, message }) => [path, message]))).toEqual({
      '/body/amount':
        'must be a decimal string with exactly two decimals, above zero and at most 999999999.99, such as "1000.00"',
      '/body/currency': 'must be a currency code of three capital letters, such as RUB',
      '/body/client_id': 'must have at least 1 character',
      '/body/client_ip': 'must be an IPv4 or IPv6 address',
      '/body/method': 'is required',
      '/body/shop_id': 'must not be sent',
    });
    expect(errors).toHaveLength(6);
  });

  it.each([
    ['an unknown method', '/v1/payment', { method: 'CASH' }, 'must be the code of a payment method'],
    ['a foreign currency', '/v1/payment', { currency: 'USD' }, 'must be RUB, the currency of WT_RUB_C2C'],
    ['no card', '/v1/payout', { number: '1' }, 'must be a card number of 16 to 19 digits with a valid check digit'],
    [
      'an unknown bank',
      '/v1/payout',
      { ...toPhone, bankname: 'b' },
      'must be the code of a bank that WT_RUB_PHONE reaches: sber, tcs',
    ],
  ])('of the method says what the method takes: %s', async (_name, path, changes, message) => {
    const body = path === '/v1/payment' ? paymentBody(changes) : payoutBody(changes);
    expect((await errorsOf(path, body))?.map((error) => error.message)).toEqual([message]);
  });
});

describe('rubbish', () => {
  const texts = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"a":1,"a":2}',
    '{"__proto__":1}',
    '{"a":"\\u0000"}',
    '['.repeat(11) + ']'.repeat(11),
    JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, 1]))),
  ];
  const value = fc.oneof(
    fc.constantFrom(
      '',
      'x',
      'x'.repeat(3_000),
      '1000.00',
      'RUB',
      'WT_RUB_C2C',
      'WT_RUB_PHONE',
      randomUUID(),
      'https://a@b',
    ),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const names = [
    'merchant_operation_id',
    'client_id',
    'client_ip',
    'method',
    'amount',
    'currency',
    'number',
    'name',
    'bankname',
    'reason',
    'operation_id',
    'merchant_id',
    'shop_id',
    'return_url',
    'description',
    'metadata',
    'other',
  ];
  const body = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: names.length });

  it.each(jsonRoutes.map(({ operationId }) => operationId))(
    'to %s meets documented violations only',
    async (operationId) => {
      const { path } = routeOf(operationId);
      const sample = JSON.parse(sampleOf(operationId).body as string) as object;
      for (const text of texts)
        expect(faultsOf(await call(harness.url, postText(path, text), harness.shop.apiKey))).toEqual([]);
      const changed = fc.oneof(
        body,
        body.map((changes) => ({ ...sample, ...changes })),
      );
      await fc.assert(
        fc.asyncProperty(changed, async (rubbish) => {
          expect(faultsOf(await send(path, rubbish))).toEqual([]);
        }),
        { numRuns: 60 },
      );
    },
  );

  it('in a form meets documented violations only', async () => {
    const parts = receiptParts('x', '');
    const forms = [
      [],
      parts,
      [...parts, ...parts],
      [{ name: '__proto__', content: 'x' }],
      [{ name: 'operation_id', content: '\u0000' }],
      [{ name: 'receipt', content: 'text' }],
      Array.from({ length: 30 }, () => ({ name: 'x', content: 'x' })),
    ];
    const answers = await Promise.all(
      forms.map((form) => call(harness.url, postForm(confirmPath, formBody(form)), harness.shop.apiKey)),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(faultsOf(answer)).toEqual([]);
    }
    const codes = answers.flatMap((answer) => (problemOf(answer).errors ?? []).map(({ code }) => code));
    expect(codes).toEqual(
      expect.arrayContaining(['duplicate_key', 'forbidden_key', 'forbidden_character', 'too_many_parts', 'required']),
    );
  });
});

it('every violation with a sentence is one that the contract lists', () => {
  const schema = { $ref: 'v1#/components/schemas/Violation' };
  for (const [code, message] of Object.entries(violations)) {
    expect(violationsOf(schema, { path: '/body', message, code })).toEqual([]);
  }
});
