import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, post, type Answer } from '../call.ts';
import { createH2hHarness, tokenRequest, type Client, type H2hHarness } from './harness.ts';
import { ask, callWith, envelopeOf, payInBody, payOutBody } from './requests.ts';

let harness: H2hHarness;
beforeAll(async () => {
  harness = await createH2hHarness();
});
afterAll(() => harness?.strike());

type Body = Readonly<Record<string, unknown>>;

const creates = {
  PayIn: { path: '/host2host/payin', bodyOf: payInBody },
  PayOut: { path: '/host2host/payout', bodyOf: payOutBody },
} as const;
type Create = keyof typeof creates;

const create = (name: Create, changes: Body, client: Client = harness.client): Promise<Answer> =>
  ask(harness, post(creates[name].path, creates[name].bodyOf(changes)), client);

const refusalOf = (answer: Answer) => {
  const { codeError, codeErrorExt } = envelopeOf(answer).result;
  return [answer.status, codeError, codeErrorExt];
};

/** More than any shop here has. */
const unaffordable = { amount: 999999999.99 };
const noCard = { number: '2200000000000005' };

describe.each(['PayIn', 'PayOut'] as const)('a %s', (name) => {
  it('without a token hears of that before its scope or form', async () => {
    expect(refusalOf(await callWith(harness.url, post(creates[name].path, {}), undefined))[0]).toBe(401);
  });

  it('without its scope hears of that before its form', async () => {
    const { body } = await call(harness.url, tokenRequest(harness.readingClient));
    const token = (body as { access_token: string }).access_token;
    expect(refusalOf(await callWith(harness.url, post(creates[name].path, {}), token))[0]).toBe(403);
  });

  it('hears of its form before its identifier, and of that before its method', async () => {
    const again = { idTransactionMerchant: `order-${randomUUID()}` };
    expect((await create(name, again)).status).toBe(200);
    const misshapen = await create(name, { ...again, clientIP: 'nowhere', paymentMethod: 'none' });
    expect(refusalOf(misshapen)).toEqual([400, 'invalidRequestParameters', 'clientIP']);
    const known = await create(name, { ...again, paymentMethod: 'none' });
    expect(refusalOf(known)).toEqual([409, 'duplicateIdentifier', 'none']);
  });

  it('hears of its method and limits before its tariff', async () => {
    const { untariffedClient } = harness;
    const unknown = await create(name, { paymentMethod: 'none' }, untariffedClient);
    expect(refusalOf(unknown)).toEqual([400, 'invalidRequestParameters', 'paymentMethod']);
    const tooMuch = await create(name, { amount: 1000000000 }, untariffedClient);
    expect(refusalOf(tooMuch)).toEqual([400, 'invalidRequestParameters', 'amount']);
  });

  it('hears of its tariff before its providers', async () => {
    const { testDatabase, routelessClient, untariffedClient } = harness;
    const routes = await testDatabase.database('routes').where({ shop_id: untariffedClient.shopId }).select('*');
    await testDatabase.database('routes').where({ shop_id: untariffedClient.shopId }).del();
    const refused = refusalOf(await create(name, {}, untariffedClient));
    await testDatabase.database('routes').insert(routes);
    expect(refused).toEqual([422, 'noSuitableTariffForRequest', 'none']);
    expect(refusalOf(await create(name, {}, routelessClient))).toEqual([424, 'noPaymentDetailsAvailable', 'none']);
  });
});

it('a PayOut hears of its number before its tariff', async () => {
  const refused = await create('PayOut', noCard, harness.untariffedClient);
  expect(refusalOf(refused)).toEqual([400, 'invalidRequestParameters', 'number']);
});

it('a PayOut hears of its tariff before its money', async () => {
  const refused = await create('PayOut', unaffordable, harness.untariffedClient);
  expect(refusalOf(refused)).toEqual([422, 'noSuitableTariffForRequest', 'none']);
});

it('a PayOut hears of its money before its providers, and a PayIn needs none', async () => {
  const refused = await create('PayOut', unaffordable, harness.routelessClient);
  expect(refusalOf(refused)).toEqual([402, 'notEnoughMoneyOnBalance', 'none']);
  expect((await create('PayIn', {}, harness.pennilessClient)).status).toBe(200);
});

it('a refused create leaves its identifier free, and no operation', async () => {
  const again = { idTransactionMerchant: `order-${randomUUID()}` };
  for (const changes of [noCard, { paymentMethod: 'sbp', number: '+79001234567', bankName: 'none at all' }]) {
    expect((await create('PayOut', { ...again, ...changes })).status).toBe(400);
  }
  const path = `/operation/operation/merhcant/${again.idTransactionMerchant}`;
  const found = await ask(harness, { method: 'GET', path });
  expect(envelopeOf(found)).toMatchObject({ data: [], totalNumberRecords: 0 });
  expect((await create('PayOut', again)).status).toBe(200);
});
