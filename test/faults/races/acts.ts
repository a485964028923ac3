import { decimal } from '#platform/money';
import type { AttemptRef, PaymentFact } from '#providers';
import { eventually } from '#test/support/eventually';
import { cancelOperation, detailsIn, type Named } from '../cancel-merchant.ts';
import { createPayment, type Answer, type Order } from '../merchant.ts';
import type { House } from './house.ts';
import { answers as providerAnswers, type Visit } from './provider-desk.ts';
import { fullAmount, partAmount, type StepName } from './steps.ts';

/** One payment on its way through a cell. */
export type Trial = {
  readonly house: House;
  readonly order: Order;
  readonly visit: Visit;
  /** What each request was answered, by its position. */
  readonly answers: string[];
  /** Every id by which the merchant was told of the payment. */
  readonly toldIds: Set<string>;
  /** Resolves when the first create has its answer. */
  readonly created: Promise<void>;
  readonly tellCreated: () => void;
  isCreated: boolean;
  /** The creates that were sent, the first one included. */
  readonly creates: Promise<void>[];
  /** The id that the last cancellation by identifier told. */
  cancelledId: string | null;
  /** Of the operation that a provider was asked for, once somebody wanted to know it. */
  operationId: Promise<string> | null;
};

type Place = { readonly instance: number; readonly position: number };
type Act = (trial: Trial, at: Place) => Promise<void>;

/** What the provider was asked for; null where the create was answered without it. */
export const attemptOf = ({ visit, created }: Trial): Promise<AttemptRef | null> =>
  Promise.race([visit.asked, created.then(() => (visit.isReached ? visit.asked : null))]);

export const operationOf = async (trial: Trial, { shopId, attemptId }: AttemptRef): Promise<string> => {
  trial.operationId ??= trial.house.database('attempts')
    .where({ shop_id: shopId, attempt_id: attemptId }).first('operation_id')
    .then((row) => row.operation_id as string);
  return trial.operationId;
};

export const shownIn = (given: Answer): string => {
  const { status, actual_amount: actual, cancel_reason: reason } = given.body as Record<string, string>;
  if (given.status !== 200) return String(given.status);
  const end = status === 'completed' ? ` ${actual}` : status === 'cancelled' ? ` (${reason})` : '';
  return `${status}${end}${detailsIn(given).length > 0 ? ', details' : ''}`;
};

const send: Act = async (trial, { instance, position }) => {
  const { house, order, answers, toldIds } = trial;
  const given = await createPayment(house.instances[instance]!.url, house.shop.apiKey, order);
  answers[position] = shownIn(given);
  if (given.status === 200) toldIds.add(given.body['operation_id'] as string);
};

/** Whoever waits for the creates later hears of one that failed. */
const keep = ({ creates }: Trial, sent: Promise<void>): void => {
  sent.catch(() => undefined);
  creates.push(sent);
};

/** Resolves once the create is under way or over: whoever comes now comes after it. */
const create: Act = async (trial, at) => {
  const sent = send(trial, at).finally(trial.tellCreated);
  keep(trial, sent);
  await attemptOf(trial);
};

const createAgain: Act = async (trial, at) => {
  const sent = send(trial, at);
  keep(trial, sent);
  // As long as the first one waits for its provider, so does this one.
  if (trial.isCreated) await sent;
};

const answer = (name: keyof typeof providerAnswers): Act => async (trial) => {
  if ((await attemptOf(trial)) === null) return;
  trial.visit.answer(providerAnswers[name]);
  await Promise.all(trial.creates);
};

const callBack = (state: PaymentFact['state'], total: string): Act => async (trial, { instance }) => {
  const attempt = await attemptOf(trial);
  if (attempt === null) return;
  const { desk } = trial.house;
  await (state === 'paid' ? desk.pay(attempt, total) : desk.fail(attempt));
  await desk.callBack(instance, { attempt, state, paidTotal: decimal(total), evidence: [] });
};

const cancelNamed = async (trial: Trial, { instance, position }: Place, named: Named): Promise<string | null> => {
  const { house, answers, toldIds } = trial;
  const given = await cancelOperation(house.instances[instance]!.url, house.shop.apiKey, named);
  const { outcome, operation } = given.body as { outcome: string; operation?: { operation_id: string; status: string } };
  if (operation === undefined) {
    answers[position] = String(given.status);
    return null;
  }
  answers[position] = outcome === operation.status ? outcome : `${outcome}, ${operation.status}`;
  toldIds.add(operation.operation_id);
  return operation.operation_id;
};

const cancel: Act = async (trial, at) => {
  trial.cancelledId = await cancelNamed(trial, at, { merchant_operation_id: trial.order.merchant_operation_id });
};

/** Before anybody was told the id, somebody has guessed it. */
const cancelById: Act = async (trial, at) => {
  const known = trial.cancelledId ?? (await operationOf(trial, (await attemptOf(trial))!));
  await cancelNamed(trial, at, { operation_id: known });
};

const expire: Act = async (trial, { instance }) => {
  const attempt = await attemptOf(trial);
  if (attempt === null) return;
  const { database, expireDue } = trial.house;
  const due = database('operations')
    .where({ shop_id: attempt.shopId, operation_id: await operationOf(trial, attempt), status: 'pending' })
    .where('expires_at', '<=', database.fn.now());
  await eventually(async () => {
    await expireDue(instance);
    // A sweep passes over a row that somebody holds, and comes back to it.
    return (await due.clone().first('status')) === undefined;
  }, 'the payment to be looked at');
};

/**
 * A lifetime ends by itself, so it has ended before the steps that overlap with the sweep begin. Whatever is true of the
 * provider then is so before.
 */
const endLifetime =
  (beforehand: (trial: Trial, attempt: AttemptRef) => Promise<void>) =>
  async (trial: Trial): Promise<void> => {
    const attempt = await attemptOf(trial);
    if (attempt === null) return;
    const { database } = trial.house;
    const accepted = database('operations')
      .where({ shop_id: attempt.shopId, operation_id: await operationOf(trial, attempt) }).whereNotNull('expires_at');
    if ((await accepted.clone().first('status')) === undefined) return;
    await beforehand(trial, attempt);
    await accepted.update({ expires_at: database.raw(`now() - interval '1 second'`) });
  };

/** How a step is carried out, and what has to be so before it and those that overlap with it begin. */
export const acts: Readonly<Record<StepName, { readonly act: Act; readonly prepare?: (trial: Trial) => Promise<unknown> }>> = {
  create: { act: create },
  'create again': { act: createAgain },
  accepted: { act: answer('accepted') },
  declined: { act: answer('declined') },
  'no answer': { act: answer('no answer') },
  paid: { act: callBack('paid', fullAmount) },
  'paid in part': { act: callBack('paid', partAmount) },
  failed: { act: callBack('failed', '0.00') },
  cancel: { act: cancel },
  'cancel by id': { act: cancelById },
  expire: { act: expire, prepare: endLifetime(async () => undefined) },
  'expire (paid unheard)': {
    act: expire,
    prepare: endLifetime(({ house }, attempt) => house.desk.pay(attempt, fullAmount)),
  },
  'expire (in doubt)': {
    act: async (trial, at) => {
      await expire(trial, at);
      trial.visit.isSilent = false;
    },
    prepare: endLifetime(async ({ visit }) => {
      visit.isSilent = true;
    }),
  },
};
