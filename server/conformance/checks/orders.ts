import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { PaymentCase, PayoutCase } from '../cases.ts';
import type { Exchange, OperationId } from '../exchange.ts';
import { bodyOf, requireState, requireStatus, requireTaken, Unmet, type Json } from '../outcomes.ts';
import type { Check, Trial } from '../trial.ts';

export type Direction = 'payment' | 'payout';
type Case = PaymentCase & PayoutCase;

export const createOf = { payment: 'createPayment', payout: 'createPayout' } as const satisfies Record<
  Direction,
  OperationId
>;
export const lookUpOf = { payment: 'lookUpPayment', payout: 'lookUpPayout' } as const satisfies Record<
  Direction,
  OperationId
>;

export const orderOf = (trial: Trial, direction: Direction, name: Case = 'plain', changes: Json = {}): Promise<Json> =>
  direction === 'payment' ? trial.payment(name, changes) : trial.payout(name, changes);

const taken = ['open', 'paid'];

/** Sends the create of one attempt, as often as it is called. */
const creating = (trial: Trial, direction: Direction) => {
  const params = { attempt_id: randomUUID() };
  return {
    params,
    create: (body: Json, isAtOnce = false): Promise<Exchange> =>
      trial.call(createOf[direction], { params, body, isAtOnce }),
    lookUp: (): Promise<Exchange> => trial.call(lookUpOf[direction], { params }),
  };
};

const where = (direction: Direction): string => `${createOf[direction]}, "The same call again"`;

const requireSameDestination = (first: Json, second: Json, shownBy: Exchange): void => {
  if (!isDeepStrictEqual(first['destination'], second['destination'])) {
    throw new Unmet('Another destination is answered than the first time: there are two orders.', shownBy);
  }
};

const repeating = (direction: Direction): readonly Check[] => [
  {
    name: `${direction}_taken`,
    requirement: `A ${direction} within the limits that are told is taken on`,
    where: `${createOf[direction]}; getCapabilities`,
    run: async (trial) => {
      const { create } = creating(trial, direction);
      requireState(await create(await orderOf(trial, direction)), taken);
    },
  },
  {
    name: `${direction}_repeated`,
    requirement: `The same ${direction}, sent again, is answered as the order that exists`,
    where: where(direction),
    run: async (trial) => {
      const { create, lookUp } = creating(trial, direction);
      const body = await orderOf(trial, direction);
      const first = requireTaken(await create(body));
      const again = await create(body);
      requireSameDestination(first, requireState(again, taken), again);
      const found = await lookUp();
      requireSameDestination(first, requireState(found, taken), found);
    },
  },
  {
    name: `${direction}_at_once`,
    requirement: `Two equal calls for a ${direction} at once are one order; the second may be answered outcome_unknown`,
    where: where(direction),
    run: async (trial) => {
      const { create } = creating(trial, direction);
      const body = await orderOf(trial, direction);
      const both = await Promise.all([create(body, true), create(body, true)]);
      const told = both.filter((done) => bodyOf(done)['code'] !== 'outcome_unknown');
      if (told.length === 0) throw new Unmet('Both are answered outcome_unknown.', both[0]);
      const [first, second] = told.map(requireTaken);
      if (first !== undefined && second !== undefined) requireSameDestination(first, second, both[1]);
    },
  },
  {
    name: `${direction}_with_another_amount`,
    requirement: `Another amount under the attempt id of a ${direction} is refused with 409 attempt_reused`,
    where: where(direction),
    run: async (trial) => {
      const { create, lookUp } = creating(trial, direction);
      const body = await orderOf(trial, direction);
      const first = requireTaken(await create(body));
      const amount = String(body['amount']).replace(/\d(?=\.)/, (digit) => String((Number(digit) + 1) % 10 || 1));
      const whole = direction === 'payout' ? { payout: { amount, leg: 1, legs: 1 } } : {};
      requireStatus(await create({ ...body, amount, ...whole }), 409, 'attempt_reused');
      const after = await lookUp();
      requireSameDestination(first, requireState(after, taken), after);
    },
  },
  {
    name: `${direction}_with_other_details`,
    requirement: `What is told of the client may differ when a ${direction} is sent again: it is the same order`,
    where: where(direction),
    run: async (trial) => {
      const { create } = creating(trial, direction);
      const body = await orderOf(trial, direction);
      requireTaken(await create(body));
      const client = { id: 'conformance-1', ip: '203.0.113.24', created_at: '2025-06-01T12:00:00.000Z' };
      requireState(await create({ ...body, client }), taken);
    },
  },
];

const declining = (direction: Direction): readonly Check[] => [
  {
    name: `${direction}_of_unknown_method`,
    requirement: `A ${direction} by a method that is not served is declined with method_unavailable, for good`,
    where: 'schema Method; responses of the creates, 400',
    run: async (trial) => {
      const { create, lookUp } = creating(trial, direction);
      const body = await orderOf(trial, direction, 'plain', { method: 'not_served_by_anyone' });
      const done = await create(body);
      const { reason } = requireState(done, ['declined']);
      if (reason !== 'method_unavailable') throw new Unmet(`The reason is ${String(reason)}.`, done);
      requireState(await create(body), ['declined']);
      requireState(await lookUp(), ['declined']);
    },
  },
  {
    name: `${direction}_not_found`,
    requirement: `A look-up of a ${direction} that never came is answered not_found, in a 200`,
    where: `${lookUpOf[direction]}; "What counts as what"`,
    run: async (trial) => {
      requireState(await creating(trial, direction).lookUp(), ['not_found']);
    },
  },
  {
    name: `${direction}_declined`,
    requirement: `A decline of a ${direction} is remembered: its create and its look-up answer it again`,
    where: direction === 'payment' ? 'schema DeclinedPayment' : 'lookUpPayout',
    run: async (trial) => {
      const { create, lookUp } = creating(trial, direction);
      const body = await orderOf(trial, direction, 'declined');
      requireState(await create(body), ['declined']);
      requireState(await lookUp(), ['declined']);
      requireState(await create(body), ['declined']);
    },
  },
];

export const orderChecks: readonly Check[] = [
  ...repeating('payment'),
  ...declining('payment'),
  ...repeating('payout'),
  ...declining('payout'),
  {
    name: 'payout_to_another_number',
    requirement: 'Another destination number under the attempt id of a payout is refused with 409 attempt_reused',
    where: where('payout'),
    run: async (trial) => {
      const { create } = creating(trial, 'payout');
      const body = await orderOf(trial, 'payout');
      requireTaken(await create(body));
      const destination = { ...(body['destination'] as Json), number: '2200000000000012' };
      requireStatus(await create({ ...body, destination }), 409, 'attempt_reused');
    },
  },
  {
    name: 'attempt_of_the_other_direction',
    requirement:
      'Payments and payouts share one namespace: a payout under the attempt id of a payment is refused with 409',
    where: 'schema AttemptId; createPayout',
    run: async (trial) => {
      const { params, create } = creating(trial, 'payment');
      const payout = await orderOf(trial, 'payout');
      requireTaken(await create(await orderOf(trial, 'payment')));
      requireStatus(await trial.call('createPayout', { params, body: payout }), 409, 'attempt_reused');
    },
  },
];
