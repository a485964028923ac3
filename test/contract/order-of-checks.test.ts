import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestShop, type TestShop } from '#test/support/shop';
import { routeOf } from './built-operations.ts';
import { call, post, problemOf, type Answer } from './call.ts';
import { creatingOperations, creatingRequests } from './creating-operations.ts';
import { payoutBody, toPhone } from './payout-body.ts';
import { createHarness, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness?.strike());

type Changes = Readonly<Record<string, unknown>>;
type Told = readonly [status: number, code: string];

const told = (answer: Answer): Told => [answer.status, problemOf(answer).code];

const apiKeyMissing: Told = [401, 'api_key_missing'];
const invalid: Told = [400, 'invalid_request'];
const reused: Told = [412, 'identifier_reused'];
const noTariff: Told = [422, 'no_suitable_tariff'];
const noMoney: Told = [412, 'insufficient_balance'];
const noRoute: Told = [424, 'no_provider_accepted'];

describe.each(creatingOperations)('%s looks at', (operationId) => {
  const { path } = routeOf(operationId);
  const { bodyOf, untariffed } = creatingRequests[operationId]!;
  const create = (body: Changes, apiKey?: string): Promise<Answer> => call(harness.url, post(path, body), apiKey);

  it('the key before the form', async () => {
    expect(told(await create(bodyOf({ amount: 'much' })))).toEqual(apiKeyMissing);
  });

  it('the form before the identifier', async () => {
    const body = bodyOf();
    await create(body, harness.shop.apiKey);
    expect(told(await create({ ...body, amount: 'much' }, harness.shop.apiKey))).toEqual(invalid);
    expect(told(await create({ ...body, client_id: undefined }, harness.shop.apiKey))).toEqual(invalid);
  });

  it('the identifier before the rules of the method', async () => {
    const body = bodyOf();
    await create(body, harness.shop.apiKey);
    for (const changes of [{ method: 'WT_XXX' }, { currency: 'USD' }]) {
      expect(told(await create({ ...body, ...changes }, harness.shop.apiKey))).toEqual(reused);
    }
  });

  it('the rules of the method before the tariff', async () => {
    const body = bodyOf(untariffed);
    expect(told(await create({ ...body, currency: 'USD' }, harness.cardShop.apiKey))).toEqual(invalid);
    expect(told(await create(body, harness.cardShop.apiKey))).toEqual(noTariff);
  });
});

describe('createPayout looks at', () => {
  const create = (shop: TestShop, changes?: Changes): Promise<Answer> =>
    call(harness.url, post('/v1/payout', payoutBody(changes)), shop.apiKey);

  it('the identifier before number, name and bank', async () => {
    const { merchant_operation_id } = payoutBody();
    expect((await create(harness.shop, { ...toPhone, merchant_operation_id })).status).toBe(200);
    for (const changes of [{ number: 'none' }, { number: undefined }, { bankname: 'vtb' }, { bankname: undefined }]) {
      const again = await create(harness.shop, { ...toPhone, merchant_operation_id, ...changes });
      expect(told(again)).toEqual(reused);
    }
  });

  it('number and bank before the tariff', async () => {
    for (const changes of [{ number: 'none' }, { number: undefined }, { bankname: 'vtb' }, { bankname: undefined }]) {
      expect(told(await create(harness.cardShop, { ...toPhone, ...changes }))).toEqual(invalid);
    }
  });

  it('the tariff before the money', async () => {
    expect(told(await create(harness.cardShop, { ...toPhone, amount: '9000.58' }))).toEqual(noTariff);
    expect(told(await create(harness.cardShop, { amount: '9000.58' }))).toEqual(noMoney);
  });

  it('the money before the routes', async () => {
    expect(told(await create(harness.routelessShop, { amount: '9000.58' }))).toEqual(noMoney);
    expect(told(await create(harness.routelessShop, { amount: '1000.58' }))).toEqual(noRoute);
  });

  it('the identifier before tariff, money and routes: a payout is answered again when all of them are gone', async () => {
    const { database } = harness.testDatabase;
    const shop = await createTestShop(database, { balance: '1020.59' });
    const { merchant_operation_id } = payoutBody();
    const first = await create(shop, { merchant_operation_id });
    expect(first.status).toBe(200);
    expect(told(await create(shop))).toEqual(noMoney);
    await database('tariffs').where({ shop_id: shop.shopId }).del();
    await database('routes').where({ shop_id: shop.shopId }).del();
    const again = await create(shop, { merchant_operation_id });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(told(await create(shop, { merchant_operation_id, amount: '1.58' }))).toEqual(reused);
  });
});

describe('re-sent payouts are compared as they were sent', () => {
  const create = (changes: Changes): Promise<Answer> =>
    call(harness.url, post('/v1/payout', payoutBody(changes)), harness.shop.apiKey);

  it.each([
    ['the number in another form', toPhone, { number: '89001234567' }],
    ['a bank that the card rail ignores', {}, { bankname: 'sber' }],
    ['an empty name instead of none', {}, { name: '' }],
    ['the name that stands for none', {}, { name: 'аноним' }],
  ])('%s makes another body', async (_what, sent, changes) => {
    const { merchant_operation_id } = payoutBody();
    expect((await create({ ...sent, merchant_operation_id })).status).toBe(200);
    expect(told(await create({ ...sent, merchant_operation_id, ...changes }))).toEqual(reused);
    expect((await create({ ...sent, merchant_operation_id })).status).toBe(200);
  });

  it('and never mistaken for a payment with the same fields', async () => {
    const body = payoutBody();
    expect((await call(harness.url, post('/v1/payment', body), harness.shop.apiKey)).status).toBe(200);
    expect(told(await create({ merchant_operation_id: body.merchant_operation_id }))).toEqual(reused);
  });
});
