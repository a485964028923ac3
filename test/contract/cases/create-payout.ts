import { expect } from '@jest/globals';
import { isUuid } from '#platform/ids';
import { call, post, problemOf, type Answer } from '../call.ts';
import type { ContractCase } from '../contract-case.ts';
import { paymentBody } from '../payment-body.ts';
import { cardNumber, payoutBody, phoneNumber, toPhone } from '../payout-body.ts';
import { askFor, refusalsOfCreate, type WrongField } from './creates.ts';

const path = '/v1/payout';
const operationId = 'createPayout';
const creating = { operationId, path, bodyOf: payoutBody } as const;
const create = askFor(creating);

const destinationOf = ({ body }: Answer) => {
  const { number, name, bankname, bankname_details } = body as Readonly<Record<string, unknown>>;
  return { number, name, bankname, bankname_details };
};

const unnamed = 'аноним';
const sber = { bankname: 'sber', bankname_details: 'Сбербанк' };
const noBank = { bankname: undefined, bankname_details: undefined };

const accepted: readonly ContractCase[] = [
  { when: 'it goes to a card', sent: {}, shown: { number: cardNumber, name: unnamed, ...noBank } },
  {
    when: 'it goes to a card whose bank was sent all the same',
    sent: { bankname: 'no bank', name: 'IVAN PETROV' },
    shown: { number: cardNumber, name: 'IVAN PETROV', ...noBank },
  },
  { when: 'it goes to a phone', sent: toPhone, shown: { number: phoneNumber, name: unnamed, ...sber } },
  {
    when: 'it goes to a phone at the other bank',
    sent: { ...toPhone, bankname: 'tcs' },
    shown: { number: phoneNumber, name: unnamed, bankname: 'tcs', bankname_details: 'Т-Банк' },
  },
  {
    when: 'the phone number begins with 8',
    sent: { ...toPhone, number: '89001234567' },
    shown: { number: phoneNumber, name: unnamed, ...sber },
  },
  {
    when: 'the phone number begins with 7',
    sent: { ...toPhone, number: '79001234567', name: '' },
    shown: { number: phoneNumber, name: unnamed, ...sber },
  },
].map(({ when, sent, shown }) => ({
  operationId,
  status: 200,
  code: null,
  when,
  ask: ({ url, shop }) => create(url, shop.apiKey, sent),
  check: (answer) => {
    expect(answer.body).toMatchObject({ type: 'payout', status: 'pending', actual_amount: '0.00', currency: 'RUB' });
    expect(destinationOf(answer)).toEqual(shown);
  },
}));

const amounts: readonly ContractCase[] = [
  // 2 % of 1000.58 are 20.0116.
  { amount: '1000.58', settlement_amount: '1020.59', commission_amount: '20.01', when: 'the commission is rounded' },
  {
    amount: '999999999.99',
    settlement_amount: '1019999999.99',
    commission_amount: '20000000.00',
    when: 'it is the largest',
  },
  { amount: '0.01', settlement_amount: '0.01', commission_amount: '0.00', when: 'it is the smallest' },
].map(({ amount, when, ...figures }) => ({
  operationId,
  status: 200,
  code: null,
  when,
  ask: ({ url, otherShop }) => create(url, otherShop.apiKey, { amount }),
  check: ({ body }) => expect(body).toMatchObject({ expected_amount: amount, settlement_currency: 'RUB', ...figures }),
}));

const wrongDestinations: readonly WrongField[] = [
  { when: 'the number is missing', changes: { number: undefined }, at: '/body/number', code: 'required' },
  {
    when: 'the number is no card number',
    changes: { number: '2200000000000005' },
    at: '/body/number',
    code: 'wrong_number',
  },
  {
    when: 'the number is no phone number',
    changes: { ...toPhone, number: cardNumber },
    at: '/body/number',
    code: 'wrong_number',
  },
  { when: 'the bank is missing', changes: { ...toPhone, bankname: undefined }, at: '/body/bankname', code: 'required' },
  { when: 'the bank is unknown', changes: { ...toPhone, bankname: 'vtb' }, at: '/body/bankname', code: 'unknown_bank' },
];

const refused: readonly ContractCase[] = [
  ...refusalsOfCreate(creating, wrongDestinations, toPhone),
  {
    operationId,
    status: 412,
    code: 'identifier_reused',
    when: 'the identifier names a payment',
    ask: async ({ url, shop }) => {
      const payment = paymentBody();
      const { body: first } = await call(url, post('/v1/payment', payment), shop.apiKey);
      const again = await create(url, shop.apiKey, { merchant_operation_id: payment.merchant_operation_id });
      expect(problemOf(again).operation_id).toBe((first as { operation_id: string }).operation_id);
      return again;
    },
    check: (answer) => expect(isUuid(problemOf(answer).operation_id ?? '')).toBe(true),
  },
  {
    operationId,
    status: 412,
    code: 'insufficient_balance',
    when: 'the shop never had money',
    ask: ({ url, pennilessShop }) => create(url, pennilessShop.apiKey),
    check: (answer) => expect(problemOf(answer).operation_id).toBeUndefined(),
  },
  {
    operationId,
    status: 412,
    code: 'insufficient_balance',
    when: 'the balance covers the amount and not its commission',
    ask: ({ url, cardShop }) => create(url, cardShop.apiKey, { amount: '5000.00' }),
  },
  {
    operationId,
    status: 503,
    code: 'create_in_progress',
    when: 'a rejected create with the identifier is still open at a provider',
    ask: async ({ url, shop, testDatabase }) => {
      const payment = paymentBody();
      const { body } = await call(url, post('/v1/payment', payment), shop.apiKey);
      const { operation_id } = body as { operation_id: string };
      const row = testDatabase.database('operations').where({ operation_id });
      await row.clone().update({ status: 'rejecting' });
      const answer = await create(url, shop.apiKey, { merchant_operation_id: payment.merchant_operation_id });
      await row.clone().update({ status: 'rejected' });
      return answer;
    },
  },
];

export const createPayoutCases: readonly ContractCase[] = [
  ...accepted,
  ...amounts,
  {
    operationId,
    status: 200,
    code: null,
    when: 'the shop settles in another currency',
    ask: ({ url, convertingShop }) => create(url, convertingShop.apiKey),
    check: ({ body }) =>
      expect(body).toMatchObject({
        fx_source: 'sandbox',
        fx_rate: '0.012500',
        // 1000.58 × 0.0125 = 12.50725, and 2 % of it are 0.250145.
        settlement_amount: '12.757395',
        settlement_currency: 'USDT',
        commission_amount: '0.250145',
      }),
  },
  ...refused,
];
