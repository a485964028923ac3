import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { everyScope } from '#features/access';
import { issueClient } from '#features/clients';
import { normaliseNumber } from '#features/pricing';
import type { RunningServer } from '#server/start-server';
import { standardMethods } from '#server/features/setup/standard-methods';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { seeder } from '#test/support/operators';
import { startTestServer } from '#test/support/server';
import { createTestShop } from '#test/support/shop';
import { call, post, type Answer } from '../call.ts';
import { tokenRequest } from './harness.ts';
import { callWith, cardNumber, dataOf, envelopeOf, payInBody, payOutBody, phoneNumber } from './requests.ts';

type Row = {
  readonly method: string;
  readonly currency: string;
  readonly good: string;
  readonly bad: readonly string[];
  readonly bankName: string;
};

const cbu = '2850590940090418135201';
const imps = '123456789012:SBIN0001234';
const badCards = ['2200000000000005', '220000000000000004', phoneNumber];
const badPhones = ['79001234567', '89001234567', '+7900123456', '+7 900 123-45-67', cardNumber];

const rows: readonly Row[] = [
  { method: 'toCard', currency: 'RUB', good: cardNumber, bad: badCards, bankName: 'any' },
  { method: 'sbp', currency: 'RUB', good: phoneNumber, bad: badPhones, bankName: 'Сбербанк' },
  { method: 'mobile', currency: 'RUB', good: phoneNumber, bad: badPhones, bankName: 'any' },
  { method: 'azn_c2c', currency: 'AZN', good: cardNumber, bad: badCards, bankName: 'any' },
  { method: 'kzt_c2c', currency: 'KZT', good: cardNumber, bad: badCards, bankName: 'any' },
  { method: 'kzt_mobile', currency: 'KZT', good: '+77001234567', bad: badPhones, bankName: 'any' },
  {
    method: 'ars_cbu',
    currency: 'ARS',
    good: cbu,
    bad: [cbu.slice(1), '2850590840090418135201', '2850590940090418135202', cardNumber],
    bankName: 'any',
  },
  {
    method: 'inr_imps',
    currency: 'INR',
    good: imps,
    bad: ['123456789012', '123456789012:SBIN1001234', '123456789012:sbin0001234', ':SBIN0001234'],
    bankName: 'any',
  },
];

let db: TestDatabase;
let server: RunningServer;
let token: string;
beforeAll(async () => {
  db = await createTestDatabase();
  const methods = rows.map(({ method }) => method);
  const { shopId } = await createTestShop(db.database, {
    settlementCurrency: 'USDT',
    methods,
    balance: '1000000.000000',
  });
  await db.database('fx_rates').insert(
    ['AZN', 'KZT', 'ARS', 'INR'].map((base) => ({
      base,
      quote: 'USDT',
      source: 'sandbox',
      valid_from: new Date(0),
      rate: '0.25',
    })),
  );
  const issued = await issueClient(db, { shop: { shopId, mode: 'test' }, scopes: everyScope, actor: seeder });
  server = await startTestServer(db.url, { TURNPIKE_ROLE: 'api' });
  const { body } = await call(server.url, tokenRequest({ shopId, ...issued }));
  ({ access_token: token } = body as { access_token: string });
});
afterAll(async () => {
  await server?.stop();
  await db?.drop();
});

const create = (path: string, body: object): Promise<Answer> => callWith(server.url, post(path, body), token);

it('all methods of the API are tried', () => {
  const standard = standardMethods.filter(({ api }) => api === 'h2h').map(({ code }) => code);
  expect(rows.map(({ method }) => method).sort()).toEqual([...new Set(standard)].sort());
});

describe.each(rows)('$method', ({ method, currency, good, bad, bankName }) => {
  const payOut = (number: string): Promise<Answer> =>
    create('/host2host/payout', payOutBody({ paymentMethod: method, number, bankName, phoneNumber }));

  it('is of its currency, and shows its payers where to pay', async () => {
    const answer = await create('/host2host/payin', payInBody({ paymentMethod: method }));
    expect([answer.status, dataOf(answer)]).toMatchObject([
      200,
      { currency, typeOperation: 'payIn', paymentDetailsData: { paymentMethod: method } },
    ]);
    const { number } = dataOf(answer)['paymentDetailsData'] as { readonly number: string };
    const { numberFormat } = standardMethods.find(({ code }) => code === method)!;
    expect(normaliseNumber(numberFormat, number)).toBe(number);
  });

  it('pays out to a number of its form', async () => {
    const answer = await payOut(good);
    expect([answer.status, dataOf(answer)]).toMatchObject([200, { currency, typeOperation: 'payOut' }]);
  });

  it.each(bad)('pays out to no %s', async (number) => {
    const answer = await payOut(number);
    expect([answer.status, envelopeOf(answer).result.codeErrorExt]).toEqual([400, 'number']);
  });
});
