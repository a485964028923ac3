import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '#platform/ids';
import { eventually } from '#test/support/eventually';
import { actions } from './actions.ts';
import { attemptOf, operationOf, type RaceRun } from './race-run.ts';
import type { Environment } from './environment.ts';
import type { Cell } from './matrix.ts';
import type { Outcome } from './outcome.ts';
import { observe } from './observe.ts';
import type { Plan } from './race-plan.ts';

const startRun = (environment: Environment, { api, steps }: Cell): RaceRun => {
  const identifier = randomUUID();
  let tellCreated = (): void => undefined;
  const created = new Promise<void>((resolve) => (tellCreated = resolve));
  let tellOvertaken = (): void => undefined;
  const overtaken = new Promise<void>((resolve) => (tellOvertaken = resolve));
  const raceRun: RaceRun = {
    environment,
    steps,
    api,
    identifier,
    visit: environment.desk.expectVisit(identifier, !steps.includes('declined')),
    answers: steps.map(() => ''),
    toldIds: new Set(),
    created,
    tellCreated: () => {
      raceRun.isCreated = true;
      tellCreated();
    },
    overtaken,
    tellOvertaken,
    isCreated: false,
    creates: [],
    cancelledId: null,
    operationId: null,
  };
  return raceRun;
};

/** Holds the payment's row for a moment, so that those who begin meanwhile stand in line for it. */
const holdRow = async (raceRun: RaceRun, holdMs: number, start: () => Promise<unknown>): Promise<void> => {
  const attempt = holdMs === 0 ? null : await attemptOf(raceRun);
  if (attempt === null) return void (await start());
  const operationId = await operationOf(raceRun, attempt);
  const tx = await raceRun.environment.database.transaction();
  const lock = 'select from operations where shop_id = ? and operation_id = ? for update';
  await tx.raw(lock, [attempt.shopId, operationId]);
  const released = tx.raw('select pg_sleep(?)', [holdMs / 1_000]).then(() => tx.commit());
  await Promise.all([start(), released]);
};

const takeGroup = async (raceRun: RaceRun, { steps }: Cell, plan: Plan, group: readonly number[], holdMs: number) => {
  const overlapping = group.map((position) => steps[position]!);
  for (const name of overlapping) await actions[name].prepare?.(raceRun, overlapping);
  const start = () =>
    Promise.all(
      group.map(async (position) => {
        if (group.length > 1) await sleep(plan.delaysMs[position]);
        await actions[steps[position]!].run(raceRun, { instance: plan.instances[position]!, position });
      }),
    );
  await holdRow(raceRun, holdMs, start);
};

type Operations = {
  /** All that ever had the identifier. */
  readonly all: readonly OperationId[];
  readonly first: readonly OperationId[];
  /** Those that the provider was asked for later. */
  readonly anew: readonly OperationId[];
};

const operationsIn = async ({ api, environment, identifier, visit }: RaceRun): Promise<Operations> => {
  const { database, shop } = environment;
  const ofShop = { shop_id: shop.shopId };
  const named = { ...ofShop, api, merchant_operation_id: identifier };
  const again = visit.again.map(({ attemptId }) => attemptId);
  const all = await database('operations').where(named).pluck<OperationId[]>('operation_id');
  const asked = database('attempts').where(ofShop).whereIn('attempt_id', again);
  const anew = again.length === 0 ? [] : await asked.pluck<OperationId[]>('operation_id');
  return { all, anew, first: all.filter((id) => !anew.includes(id)) };
};

/** Until no attempt waits to be voided and no fact for its effect. */
const lookAfter = async (
  { environment }: RaceRun,
  operationIds: readonly OperationId[],
  instance: number,
): Promise<void> => {
  const { shopId } = environment.shop;
  const open = environment
    .database('attempts')
    .where({ shop_id: shopId })
    .whereIn('operation_id', operationIds)
    .where((attempt) => void attempt.whereNotNull('check_at').orWhere({ is_fact_pending: true }));
  await eventually(async () => {
    if ((await open.clone().first('attempt_id')) === undefined) return true;
    for (const id of operationIds) await environment.instances[instance]!.sweeps.lookAfter(shopId, id);
    return false;
  }, 'the payment to be looked after');
};

/** A sweep that was woken by a step may still be about its work: what is read counts where nothing changed around it. */
const readAtRest = async (
  { first, anew }: Operations,
  { database, shop }: Environment,
  read: () => Promise<string>,
): Promise<Omit<Outcome, 'answers' | 'ids'>> => {
  const look = async () => ({
    ...(await observe(database, shop.shopId, first)),
    anew: anew.length === 0 ? null : await observe(database, shop.shopId, anew),
  });
  return eventually(async () => {
    const before = await look();
    const answered = await read();
    const after = await look();
    return isDeepStrictEqual(before, after) && { read: answered, ...after };
  }, 'the payment to be at rest');
};

/** Carries out the steps of a cell as planned, then lets the sweeps do their work, and tells what has come of it. */
export const runOnce = async (environment: Environment, cell: Cell, plan: Plan): Promise<Outcome> => {
  const raceRun = startRun(environment, cell);
  const isStrict = plan.groups.every((group) => group.length === 1);
  for (const [index, group] of plan.groups.entries()) {
    await takeGroup(raceRun, cell, plan, group, plan.holdsMs[index]!);
    // A cancellation ends the open creates a moment later: that is part of the step where each has its turn.
    if (isStrict && cell.api === 'v1' && cell.steps[group[0]!] === 'cancel') await Promise.all(raceRun.creates);
  }
  await Promise.all(raceRun.creates);
  const operations = await operationsIn(raceRun);
  const last = plan.instances.at(-1)!;
  await lookAfter(raceRun, operations.all, last);
  const { read } = environment.entrances[cell.api];
  const observed = await readAtRest(operations, environment, () =>
    read(environment.instances[last]!.url, raceRun.identifier, operations.all),
  );
  const attempt = cell.steps.includes('create') ? await attemptOf(raceRun) : null;
  raceRun.visit.answer({ outcome: 'unknown' });
  environment.desk.endVisit(raceRun.identifier, attempt);
  return { answers: raceRun.answers, ...observed, ids: raceRun.toldIds.size };
};
