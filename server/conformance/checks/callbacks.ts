import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { bodyOf, NotTried, requireState, Unmet, type Json } from '../outcomes.ts';
import type { Check, Trial } from '../trial.ts';
import type { Delivery, Reaction } from '../receive-callbacks.ts';
import { createOf, lookUpOf, orderOf, type Direction } from './orders.ts';

const dataOf = ({ body }: Delivery): Json => (body?.['data'] ?? {}) as Json;

/** A direction whose orders of this case move money by themselves. */
const directionWith = async (trial: Trial, name: 'paid' | 'early_callback'): Promise<Direction> => {
  for (const direction of ['payout', 'payment'] as const) {
    const body = await orderOf(trial, direction, name as 'paid').catch((error: unknown) => {
      if (error instanceof NotTried) return null;
      throw error;
    });
    if (body !== null) return direction;
  }
  throw new NotTried(`no amount was told for the case ${name}`);
};

/** Places an order that will be told about; the receiver does so with what comes. */
const place = async (trial: Trial, reactions: readonly Reaction[], name: 'paid' | 'early_callback' = 'paid') => {
  const receiver = trial.callbacks();
  const direction = await directionWith(trial, name);
  const attemptId = randomUUID();
  receiver.react(attemptId, reactions);
  const body = await orderOf(trial, direction, name);
  const params = { attempt_id: attemptId };
  const done = await trial.call(createOf[direction], { params, body });
  requireState(done, ['open', 'paid']);
  return { direction, params, attemptId, done, told: () => receiver.of(attemptId) };
};

const untilTold = async (
  trial: Trial,
  told: () => readonly Delivery[],
  count: number,
): Promise<readonly Delivery[]> => {
  const found = await trial.eventually(() => (told().length >= count ? told() : null));
  if (found !== null) return found;
  const last = told().at(-1) ?? null;
  const why = last === null ? 'Nothing is told' : `It is told ${told().length} times, and not once more`;
  throw new Unmet(`${why} within ${trial.patienceMs} ms.`, last);
};

/** One event that is not recorded at first, by each check that looks at what comes then. */
const repeatedAfter = async (trial: Trial, reaction: Reaction) => {
  const { told } = await place(trial, [reaction]);
  const [first, second] = await untilTold(trial, told, 2);
  return { first: first!, second: second! };
};

// The first repetition is due after five seconds.
const longerThanTheFirstWaitMs = 9_000;

const staysQuiet = async (trial: Trial, reaction: Reaction): Promise<void> => {
  const { told } = await place(trial, [reaction]);
  const [first] = await untilTold(trial, told, 1);
  await new Promise((resolve) => setTimeout(resolve, longerThanTheFirstWaitMs));
  const repeated = told()
    .slice(1)
    .find(({ id }) => id === first!.id);
  if (repeated !== undefined)
    throw new Unmet(`It is sent again, though it was answered ${String(reaction)}.`, repeated);
};

export const callbackChecks: readonly Check[] = [
  {
    name: 'callback_told',
    requirement: 'A change is told by a callback, with the shop of its order, as a look-up answers it',
    where: 'Callbacks',
    run: async (trial) => {
      const { told, direction, params } = await place(trial, []);
      const [first] = await untilTold(trial, told, 1);
      const { type, shop_id: shopId } = first!.body ?? {};
      if (type !== `${direction}.changed`) throw new Unmet(`Its type is ${String(type)}.`, first);
      if (shopId !== trial.shopId) throw new Unmet('Its shop_id is not that of the order.', first);
      const found = bodyOf(await trial.call(lookUpOf[direction], { params }));
      const totals = ['status', 'paid_total', 'returned_total', 'currency', 'destination'];
      const differing = totals.filter((name) => !isDeepStrictEqual(dataOf(first!)[name], found[name]));
      if (differing.length > 0) throw new Unmet(`It tells another ${differing.join(', ')} than a look-up.`, first);
    },
  },
  {
    name: 'callback_after_error',
    requirement: 'A callback that is answered 500 is sent again',
    where: 'Callbacks, "Repeat until it is recorded"',
    run: async (trial) => void (await repeatedAfter(trial, 500)),
  },
  {
    name: 'callback_after_silence',
    requirement: 'A callback that is not answered within 15 seconds is sent again',
    where: 'Callbacks, "Repeat until it is recorded"; response default',
    run: async (trial) => void (await repeatedAfter(trial, 'silent')),
  },
  {
    name: 'callback_after_break',
    requirement: 'A callback whose connection breaks is sent again',
    where: 'Callbacks, "Repeat until it is recorded"',
    run: async (trial) => void (await repeatedAfter(trial, 'cut')),
  },
  {
    name: 'callback_id_stable',
    requirement: 'A callback that is sent again has the webhook-id of the first time, and a timestamp of its own time',
    where: 'Callbacks, "Sign"',
    run: async (trial) => {
      const { first, second } = await repeatedAfter(trial, 503);
      if (first.id !== second.id) throw new Unmet(`Its webhook-id was ${first.id} at first.`, second);
      const { 'webhook-timestamp': before } = first.headers;
      if (before === second.headers['webhook-timestamp'])
        throw new Unmet('Its webhook-timestamp is still the first one.', second);
    },
  },
  {
    name: 'callback_recorded',
    requirement: 'A callback that is answered 204 is not sent again',
    where: 'Callbacks, "Repeat until it is recorded"',
    run: (trial) => staysQuiet(trial, 204),
  },
  {
    name: 'callback_not_mended',
    requirement: 'A callback that is answered 404 is not sent again, since repeating mends nothing',
    where: 'Callbacks, "Repeat until it is recorded"',
    run: (trial) => staysQuiet(trial, 404),
  },
  {
    name: 'callback_early',
    requirement: 'Callbacks that overtake the answer, come twice or out of order never tell more money than there is',
    where: 'Callbacks, "Order and repetition"',
    run: async (trial) => {
      const { told, done, direction, params } = await place(trial, [], 'early_callback');
      const deliveries = await untilTold(trial, told, 1);
      if (!deliveries.some(({ receivedAtMs }) => receivedAtMs < done.endedAtMs)) {
        throw new Unmet('None of its callbacks came before the answer.', deliveries[0]);
      }
      const after = bodyOf(await trial.call(lookUpOf[direction], { params }));
      const above = told().find((one) => Number(dataOf(one)['paid_total']) > Number(after['paid_total']));
      if (above !== undefined)
        throw new Unmet(`It tells more than the look-up after it, ${String(after['paid_total'])}.`, above);
    },
  },
  {
    name: 'payout_returned',
    requirement:
      'Money that comes back after a payout was paid is told as paid, with a returned_total of at most paid_total',
    where: 'schema TakenPayout; Money and time',
    run: async (trial) => {
      const receiver = trial.callbacks();
      const params = { attempt_id: randomUUID() };
      const body = await trial.payout('returned');
      requireState(await trial.call('createPayout', { params, body }), ['open', 'paid']);
      const told = await trial.eventually(
        () => receiver.of(params.attempt_id).find((one) => Number(dataOf(one)['returned_total']) > 0) ?? null,
      );
      if (told === null) throw new Unmet(`Nothing is told to have come back within ${trial.patienceMs} ms.`);
      const { status, paid_total: paid, returned_total: returned } = dataOf(told);
      if (status !== 'paid') throw new Unmet(`It is told as ${String(status)}.`, told);
      if (Number(returned) > Number(paid)) throw new Unmet('More has come back than was sent.', told);
    },
  },
];
