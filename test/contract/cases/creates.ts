import { expect } from '@jest/globals';
import { call, post, postText, problemOf, type Answer } from '../call.ts';
import type { BuiltOperation } from '../built-operations.ts';
import type { ContractCase } from '../contract-case.ts';

type Changes = Readonly<Record<string, unknown>>;

/** An operation that makes a payment or a payout from one JSON body. */
export type Create = {
  readonly operationId: BuiltOperation;
  readonly path: string;
  /** A body that is accepted, but for the changes. */
  readonly bodyOf: (changes?: Changes) => object;
};

export type WrongField = {
  readonly when: string;
  readonly changes: Changes;
  readonly at: string;
  readonly code: string;
};

export const askFor =
  ({ path, bodyOf }: Create) =>
  (url: string, apiKey: string, changes?: Changes): Promise<Answer> =>
    call(url, post(path, bodyOf(changes)), apiKey);

const firstViolation = (answer: Answer) => problemOf(answer).errors?.[0];

/** What is wrong with every create, whatever it makes. */
const wrongEverywhere: readonly WrongField[] = [
  { when: 'a field is missing', changes: { client_id: undefined }, at: '/body/client_id', code: 'required' },
  { when: 'the amount is malformed', changes: { amount: '10.5' }, at: '/body/amount', code: 'pattern' },
  { when: 'the method is unknown', changes: { method: 'WT_XXX' }, at: '/body/method', code: 'unknown_method' },
  {
    when: 'the currency is not the method’s',
    changes: { currency: 'USD' },
    at: '/body/currency',
    code: 'wrong_currency',
  },
  { when: 'the shop is sent', changes: { shop_id: 'shop-1' }, at: '/body/shop_id', code: 'forbidden' },
];

const invalid = (create: Create, { when, changes, at, code }: WrongField): ContractCase => ({
  operationId: create.operationId,
  status: 400,
  code: 'invalid_request',
  when,
  ask: ({ url, shop }) => askFor(create)(url, shop.apiKey, changes),
  check: (answer) => expect(firstViolation(answer)).toMatchObject({ path: at, code }),
});

/** The refusals of every create, with the fields that only this one has, and a method that a shop without a tariff lacks. */
export const refusalsOfCreate = (
  create: Create,
  wrongFields: readonly WrongField[],
  withoutTariff: Changes,
): readonly ContractCase[] => {
  const { operationId, path } = create;
  return [
    ...[...wrongEverywhere, ...wrongFields].map((field) => invalid(create, field)),
    {
      operationId,
      status: 400,
      code: 'invalid_request',
      when: 'the body is not JSON',
      ask: ({ url, shop }) => call(url, postText(path, '{"amount": '), shop.apiKey),
      check: (answer) => expect(firstViolation(answer)).toMatchObject({ path: '/body', code: 'json' }),
    },
    {
      operationId,
      status: 422,
      code: 'no_suitable_tariff',
      when: 'the shop has no tariff for the method',
      ask: ({ url, cardShop }) => askFor(create)(url, cardShop.apiKey, withoutTariff),
    },
    {
      operationId,
      status: 424,
      code: 'no_provider_accepted',
      when: 'the shop has no route',
      ask: ({ url, routelessShop }) => askFor(create)(url, routelessShop.apiKey),
    },
  ];
};
