import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '#platform/ids';
import { eventually } from '#test/support/eventually';
import { readOperation } from '../cancel-merchant.ts';
import { orderOf, type Answer } from '../merchant.ts';
import { acts, shownIn } from './acts.ts';
import { attemptOf, operationOf, type Trial } from './payment-trial.ts';
import type { House } from './house.ts';
import type { Cell, Outcome } from './matrix.ts';
import { observe } from './observe.ts';
import type { Plan } from './race-plan.ts';
import { fullAmount } from './reports.ts';

const startTrial = (house: House, { steps }: Cell): Trial => {
  const order = orderOf(fullAmount);
  // The provider knows a payment by its client.
  const clientId = order.merchant_operation_id;
  let tellCreated = (): void => undefined;
  const created = new Promise<void>((resolve) => (tellCreated = resolve));
  const trial: Trial = {
    house,
    steps,
    order: { ...order, client_id: clientId },
    visit: house.desk.expectVisit(clientId, !steps.includes('declined')),
    answers: steps.map(() => ''),
    toldIds: new Set(),
    created,
    tellCreated: () => {
      trial.isCreated = true;
      tellCreated();
    },
    isCreated: false,
    creates: [],
    cancelledId: null,
    operationId: null,
  };
  return trial;
};

/** Holds the payment's row for a moment, so that those who begin meanwhile stand in line for it. */
const holdRow = async (trial: Trial, holdMs: number, start: () => Promise<unknown>): Promise<void> => {
  const attempt = holdMs === 0 ? null : await attemptOf(trial);
  if (attempt === null) return void (await start());
  const operationId = await operationOf(trial, attempt);
  const tx = await trial.house.database.transaction();
  const lock = 'select from operations where shop_id = ? and operation_id = ? for update';
  await tx.raw(lock, [attempt.shopId, operationId]);
  const released = tx.raw('select pg_sleep(?)', [holdMs / 1_000]).then(() => tx.commit());
  await Promise.all([start(), released]);
};

const takeGroup = async (trial: Trial, { steps }: Cell, plan: Plan, group: readonly number[], holdMs: number) => {
  const overlapping = group.map((position) => steps[position]!);
  for (const name of overlapping) await acts[name].prepare?.(trial, overlapping);
  const start = () =>
    Promise.all(
      group.map(async (position) => {
        if (group.length > 1) await sleep(plan.delaysMs[position]);
        await acts[steps[position]!].act(trial, { instance: plan.instances[position]!, position });
      }),
    );
  await holdRow(trial, holdMs, start);
};

const operationsIn = async (trial: Trial, isAsked: boolean): Promise<readonly OperationId[]> => {
  const attempt = isAsked ? await attemptOf(trial) : null;
  const sent = attempt === null ? [] : [await operationOf(trial, attempt)];
  return [...new Set([...sent, ...trial.toldIds])] as OperationId[];
};

/** Until no attempt waits to be voided and no fact for its effect. */
const lookAfter = async ({ house }: Trial, operationIds: readonly OperationId[], instance: number): Promise<void> => {
  const { shopId } = house.shop;
  const open = house
    .database('attempts')
    .where({ shop_id: shopId })
    .whereIn('operation_id', operationIds)
    .where((attempt) => void attempt.whereNotNull('check_at').orWhere({ is_fact_pending: true }));
  await eventually(async () => {
    if ((await open.clone().first('attempt_id')) === undefined) return true;
    for (const id of operationIds) await house.instances[instance]!.sweeps.lookAfter(shopId, id);
    return false;
  }, 'the payment to be looked after');
};

/** A sweep that was woken by a step may still be about its work: what is read counts where nothing changed around it. */
const readAtRest = async (
  operationIds: readonly OperationId[],
  { database, shop }: House,
  read: () => Promise<Answer>,
) =>
  eventually(async () => {
    const before = await observe(database, shop.shopId, operationIds);
    const answered = await read();
    const after = await observe(database, shop.shopId, operationIds);
    return isDeepStrictEqual(before, after) && { read: answered, ...after };
  }, 'the payment to be at rest');

/** Carries out the steps of a cell as planned, then lets the sweeps do their work, and tells what has come of it. */
export const runTrial = async (house: House, cell: Cell, plan: Plan): Promise<Outcome> => {
  const trial = startTrial(house, cell);
  const isStrict = plan.groups.every((group) => group.length === 1);
  for (const [index, group] of plan.groups.entries()) {
    await takeGroup(trial, cell, plan, group, plan.holdsMs[index]!);
    // A cancellation ends the open creates a moment later: that is part of the step where each has its turn.
    if (isStrict && cell.steps[group[0]!] === 'cancel') await Promise.all(trial.creates);
  }
  await Promise.all(trial.creates);
  const operationIds = await operationsIn(trial, cell.steps.includes('create'));
  const last = plan.instances.at(-1)!;
  await lookAfter(trial, operationIds, last);
  const named = { merchant_operation_id: trial.order.merchant_operation_id };
  const { read, ...observed } = await readAtRest(operationIds, house, () =>
    readOperation(house.instances[last]!.url, house.shop.apiKey, named),
  );
  const attempt = cell.steps.includes('create') ? await attemptOf(trial) : null;
  trial.visit.answer({ outcome: 'unknown' });
  house.desk.endVisit(trial.order.client_id, attempt);
  return { answers: trial.answers, read: shownIn(read), ...observed, ids: trial.toldIds.size };
};
