import { decimal } from '#platform/money';
import type { AttemptRef, PaymentFact } from '#providers';
import { eventually } from '#test/support/eventually';
import { cancelOperation, type Named } from '../cancel-merchant.ts';
import { mayWait } from './overlaps.ts';
import { answers as providerAnswers } from './provider-desk.ts';
import { receiptActions } from './receipt-actions.ts';
import { fullAmount, partAmount } from './reports.ts';
import { isConfirmation, type StepName } from './step-names.ts';
import { attemptOf, operationOf, type Action, type Place, type Prepare, type RaceRun } from './race-run.ts';

const keyed = 'create again (same key)';

const send = async (raceRun: RaceRun, { instance, position }: Place, isKeyed: boolean): Promise<void> => {
  const { api, environment, identifier, answers, toldIds } = raceRun;
  const order = { identifier, idempotencyKey: isKeyed ? identifier : null };
  const { text, operationId } = await environment.entrances[api].create(environment.instances[instance]!.url, order);
  answers[position] = text;
  if (operationId !== null) toldIds.add(operationId);
};

/** A step that waits for the creates later hears of one that failed. */
const keep = (raceRun: RaceRun, { position }: Place, sent: Promise<void>): Promise<void> => {
  const kept = sent.finally(() => {
    // One that was refused is not the one for which the provider is asked.
    if (raceRun.answers[position] !== '409') raceRun.tellCreated();
    else if (raceRun.steps[position] === 'create') raceRun.tellOvertaken();
  });
  kept.catch(() => undefined);
  raceRun.creates.push(kept);
  return kept;
};

/** Resolves once the create is under way or over: what comes now comes after it. */
const create: Action = async (raceRun, at) => {
  void keep(raceRun, at, send(raceRun, at, raceRun.steps.includes(keyed)));
  await attemptOf(raceRun);
};

const createAgain =
  (name: 'create again' | typeof keyed): Action =>
  async (raceRun, at) => {
    // As long as the first one waits for its provider, so does this one, unless its API refuses it.
    const isAnswered = raceRun.isCreated || !mayWait(raceRun.api, name);
    const sent = keep(raceRun, at, send(raceRun, at, name === keyed));
    if (isAnswered) await Promise.race([sent, raceRun.overtaken]);
  };

const answer =
  (name: keyof typeof providerAnswers): Action =>
  async (raceRun) => {
    if ((await attemptOf(raceRun)) === null) return;
    raceRun.visit.answer(providerAnswers[name]);
    await Promise.all(raceRun.creates);
  };

const callBack =
  (state: PaymentFact['state'], total: string): Action =>
  async (raceRun, { instance }) => {
    const attempt = await attemptOf(raceRun);
    if (attempt === null) return;
    const { desk } = raceRun.environment;
    await (state === 'paid' ? desk.pay(attempt, total) : desk.fail(attempt));
    await desk.callBack(instance, { attempt, state, paidTotal: decimal(total), evidence: [] });
  };

const cancelNamed = async (raceRun: RaceRun, { instance, position }: Place, named: Named): Promise<string | null> => {
  const { environment, answers, toldIds } = raceRun;
  const given = await cancelOperation(environment.instances[instance]!.url, environment.shop.apiKey, named);
  const { outcome, operation } = given.body as {
    outcome: string;
    operation?: { operation_id: string; status: string };
  };
  if (operation === undefined) {
    answers[position] = String(given.status);
    return null;
  }
  answers[position] = outcome === operation.status ? outcome : `${outcome}, ${operation.status}`;
  // What only v1 knows is no part of a payment of another API.
  if (raceRun.api !== 'v1') return null;
  toldIds.add(operation.operation_id);
  return operation.operation_id;
};

const cancel: Action = async (raceRun, at) => {
  raceRun.cancelledId = await cancelNamed(raceRun, at, { merchant_operation_id: raceRun.identifier });
};

/** Before the merchant was told the id, a caller has guessed it. */
const cancelById: Action = async (raceRun, at) => {
  const known = raceRun.cancelledId ?? (await operationOf(raceRun, (await attemptOf(raceRun))!));
  await cancelNamed(raceRun, at, { operation_id: known });
};

const expire: Action = async (raceRun, { instance }) => {
  const attempt = await attemptOf(raceRun);
  if (attempt === null) return;
  const { database, expireDue } = raceRun.environment;
  const payment = { shop_id: attempt.shopId, operation_id: await operationOf(raceRun, attempt) };
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
    // A sweep passes over a row that another transaction holds, and comes back to it.
    return (await due.clone().first('status')) === undefined;
  }, 'the payment to be looked at');
};

/**
 * A lifetime ends by itself, so it has ended before the steps that overlap with the sweep begin; where a receipt is among
 * them, some milliseconds after they have begun. Whatever is true of the provider then is so before.
 */
const endLifetime =
  (beforehand: (raceRun: RaceRun, attempt: AttemptRef) => Promise<void>): Prepare =>
  async (raceRun, overlapping) => {
    const attempt = await attemptOf(raceRun);
    if (attempt === null) return;
    const { database } = raceRun.environment;
    const accepted = database('operations')
      .where({ shop_id: attempt.shopId, operation_id: await operationOf(raceRun, attempt) })
      .whereNotNull('expires_at');
    if ((await accepted.clone().first('status')) === undefined) return;
    await beforehand(raceRun, attempt);
    const leftMs = overlapping.some(isConfirmation) ? 6 : -1_000;
    await accepted.update({ expires_at: database.raw(`now() + ? * interval '1 millisecond'`, [leftMs]) });
  };

/** How a step is carried out, and what has to be so before it and those that overlap with it begin. */
export const actions: Readonly<Record<StepName, { readonly run: Action; readonly prepare?: Prepare }>> = {
  create: { run: create },
  'create again': { run: createAgain('create again') },
  [keyed]: { run: createAgain(keyed) },
  accepted: { run: answer('accepted') },
  'accepted, receipt wanted': { run: answer('accepted, receipt wanted') },
  declined: { run: answer('declined') },
  'no answer': { run: answer('no answer') },
  paid: { run: callBack('paid', fullAmount) },
  'paid in part': { run: callBack('paid', partAmount) },
  failed: { run: callBack('failed', '0.00') },
  cancel: { run: cancel },
  'cancel by id': { run: cancelById },
  expire: { run: expire, prepare: endLifetime(async () => undefined) },
  'expire (paid unheard)': {
    run: expire,
    prepare: endLifetime(({ environment }, attempt) => environment.desk.pay(attempt, fullAmount)),
  },
  'expire (in doubt)': {
    run: async (raceRun, at) => {
      await expire(raceRun, at);
      raceRun.visit.isSilent = false;
    },
    prepare: endLifetime(async ({ visit }) => {
      visit.isSilent = true;
    }),
  },
  ...receiptActions,
};
