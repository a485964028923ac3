import { decimal } from '#platform/money';
import type { AttemptRef, PaymentFact } from '#providers';
import { eventually } from '#test/support/eventually';
import { cancelOperation, detailsIn, type Named } from '../cancel-merchant.ts';
import { createPayment, type Answer } from '../merchant.ts';
import { answers as providerAnswers } from './provider-desk.ts';
import { receiptActs } from './receipt-acts.ts';
import { fullAmount, partAmount } from './reports.ts';
import { isConfirmation, type StepName } from './step-names.ts';
import { attemptOf, operationOf, type Act, type Place, type Prepare, type Trial } from './payment-trial.ts';

export const shownIn = (given: Answer): string => {
  const {
    status = '',
    actual_amount: actual,
    cancel_reason: reason,
    manual_check_reason: doubt,
  } = given.body as Record<string, string>;
  if (given.status !== 200) return String(given.status);
  const why: Readonly<Record<string, string>> = {
    completed: ` ${actual}`,
    cancelled: ` (${reason})`,
    manual_check: ` (${doubt})`,
  };
  return `${status}${why[status] ?? ''}${detailsIn(given).length > 0 ? ', details' : ''}`;
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

const answer =
  (name: keyof typeof providerAnswers): Act =>
  async (trial) => {
    if ((await attemptOf(trial)) === null) return;
    trial.visit.answer(providerAnswers[name]);
    await Promise.all(trial.creates);
  };

const callBack =
  (state: PaymentFact['state'], total: string): Act =>
  async (trial, { instance }) => {
    const attempt = await attemptOf(trial);
    if (attempt === null) return;
    const { desk } = trial.house;
    await (state === 'paid' ? desk.pay(attempt, total) : desk.fail(attempt));
    await desk.callBack(instance, { attempt, state, paidTotal: decimal(total), evidence: [] });
  };

const cancelNamed = async (trial: Trial, { instance, position }: Place, named: Named): Promise<string | null> => {
  const { house, answers, toldIds } = trial;
  const given = await cancelOperation(house.instances[instance]!.url, house.shop.apiKey, named);
  const { outcome, operation } = given.body as {
    outcome: string;
    operation?: { operation_id: string; status: string };
  };
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
  const payment = { shop_id: attempt.shopId, operation_id: await operationOf(trial, attempt) };
  const due = database('operations')
    .where({ ...payment, receipt_file_id: null })
    .whereIn('status', ['pending', 'awaiting_confirmation'])
    .where('expires_at', '<=', database.fn.now());
  // At most the moment that is left where a receipt comes just then.
  await database('operations')
    .where(payment)
    .select(database.raw(`pg_sleep(least(0.01, extract(epoch from expires_at - now())))`));
  await eventually(async () => {
    await expireDue(instance);
    // A sweep passes over a row that somebody holds, and comes back to it.
    return (await due.clone().first('status')) === undefined;
  }, 'the payment to be looked at');
};

/**
 * A lifetime ends by itself, so it has ended before the steps that overlap with the sweep begin; where a receipt is among
 * them, some milliseconds after they have begun. Whatever is true of the provider then is so before.
 */
const endLifetime =
  (beforehand: (trial: Trial, attempt: AttemptRef) => Promise<void>): Prepare =>
  async (trial, overlapping) => {
    const attempt = await attemptOf(trial);
    if (attempt === null) return;
    const { database } = trial.house;
    const accepted = database('operations')
      .where({ shop_id: attempt.shopId, operation_id: await operationOf(trial, attempt) })
      .whereNotNull('expires_at');
    if ((await accepted.clone().first('status')) === undefined) return;
    await beforehand(trial, attempt);
    const leftMs = overlapping.some(isConfirmation) ? 6 : -1_000;
    await accepted.update({ expires_at: database.raw(`now() + ? * interval '1 millisecond'`, [leftMs]) });
  };

/** How a step is carried out, and what has to be so before it and those that overlap with it begin. */
export const acts: Readonly<Record<StepName, { readonly act: Act; readonly prepare?: Prepare }>> = {
  create: { act: create },
  'create again': { act: createAgain },
  accepted: { act: answer('accepted') },
  'accepted, receipt wanted': { act: answer('accepted, receipt wanted') },
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
  ...receiptActs,
};
