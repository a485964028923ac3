import { mkdirSync, writeFileSync } from 'node:fs';
import type { Database } from '#platform/database';
import { patienceMs } from '#test/support/patience';
import { cardOfPayouts } from '#test/support/wires';
import { openBank } from './bank.ts';
import { openBooks } from './bank-books.ts';
import { startCallbacks } from './callbacks.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { endBackendsOf, fillFiles, type Ground } from './databases.ts';
import { injectFaults } from './inject-faults.ts';
import { createInstance, type Instance } from './instances.ts';
import { startMerchants } from './merchants.ts';
import { letTimePass } from './passing-time.ts';
import { startOperator } from './operators.ts';
import type { Plan } from './plan.ts';
import { startReceivers } from './receivers.ts';
import { waitUntilSettled } from './settled.ts';
import { openShops } from './harness.ts';
import { openToxicWay } from './toxic-way.ts';
import { faultsFound } from './verdict.ts';

const soon = async (what: string, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${patienceMs} ms in vain for ${what}.`)), patienceMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
};

const hourEveryMs = 3_000;

/** Whatever is undone at the end is undone in the opposite order, however the run went. */
const createUndoing = () => {
  const undoings: (() => Promise<unknown> | void)[] = [];
  return {
    later: (undo: () => Promise<unknown> | void): void => void undoings.unshift(undo),
    all: async (): Promise<void> => {
      for (const undo of undoings) await Promise.resolve(undo()).catch(() => undefined);
    },
  };
};
type Undoing = ReturnType<typeof createUndoing>;

const setUp = async (plan: Plan, ground: Ground, note: (what: string) => void, undoing: Undoing) => {
  const place = await ground.open(`schedule_${plan.seed}_${Date.now()}`);
  undoing.later(place.drop);
  const receivers = await startReceivers(plan.hostility);
  undoing.later(receivers.stop);
  const shops = await openShops(place.database, receivers);
  if (plan.faults.some(({ kind }) => kind === 'disk full')) await fillFiles(place.database);
  const instances: Instance[] = [];
  const callbacks = startCallbacks(plan.instances.map((_, index) => () => instances[index]?.callbackUrl() ?? null));
  undoing.later(callbacks.stop);
  const scripts = new Map(plan.operations.map((operation) => [operation.amount, operation]));
  const scriptOf = (amount: string) => scripts.get(amount)!;
  const books = openBooks(callbacks, scriptOf);
  const bank = await openBank(books, scriptOf);
  undoing.later(bank.close);
  const toxicWay = await openToxicWay(ground.postgres.port);
  if (toxicWay !== null) undoing.later(toxicWay.stop);
  const proxies = [];
  for (const instancePlan of plan.instances) {
    const proxy = await startDatabaseProxy(place.url, note);
    undoing.later(proxy.stop);
    if (toxicWay !== null) proxy.lead(toxicWay.port);
    proxies.push(proxy);
    const instance = createInstance(proxy.url, bank.url, instancePlan);
    undoing.later(instance.dispose);
    instances.push(instance);
  }
  await Promise.all(instances.map((instance) => instance.start()));
  return { ...place, receivers, shops, instances, proxies, toxicWay, callbacks, books, bank, scriptOf };
};

/** One takes over what both leave behind. */
const replace = async (instances: readonly Instance[], ending: Plan['ending'], database: Database): Promise<void> => {
  await Promise.all(instances.map((instance) => instance.end(ending === 'stopped' ? 'SIGTERM' : 'SIGKILL')));
  // What the system does to a killed process's connections sooner or later.
  await endBackendsOf(database);
  await instances[0]!.start();
};

/** Numbers and keys that were written where they do not belong. */
const leaksIn = (lines: readonly string[], secrets: readonly string[]): string[] =>
  secrets.flatMap((secret) =>
    lines.some((line) => line.includes(secret)) ? [`a log shows ${secret.slice(0, 6)}…`] : [],
  );

/** What the servers wrote, for the reader of a failure; answers where it is. */
const keepLines = (seed: number, lines: readonly string[]): string => {
  const file = `test/results/schedule-${seed}.log`;
  mkdirSync('test/results', { recursive: true });
  writeFileSync(file, lines.join('\n'));
  return file;
};

type Telling = { readonly note: (what: string) => void; readonly listen: (lines: () => readonly string[]) => void };

const carryOut = async (
  plan: Plan,
  ground: Ground,
  { note, listen }: Telling,
  undoing: Undoing,
): Promise<readonly string[]> => {
  const scene = await setUp(plan, ground, note, undoing);
  const { database, instances, shops, books, bank, receivers, callbacks } = scene;
  listen(() => instances.flatMap((instance) => instance.lines()));
  note('both instances run');
  const merchants = startMerchants(
    plan.operations,
    shops,
    instances.map((instance) => instance.url),
    receivers.ownUrl,
  );
  undoing.later(merchants.stop);
  const operator = startOperator(database, scene.scriptOf);
  undoing.later(operator.stop);
  await injectFaults({ ...scene, postgres: ground.postgres, note }, plan.faults);
  const passHour = () => letTimePass(database).catch(() => note('an hour did not pass'));
  const hours = setInterval(() => void passHour(), hourEveryMs);
  undoing.later(() => clearInterval(hours));
  await passHour();
  await soon('every request to be answered', merchants.told);
  note('everything is answered');
  if (plan.ending !== 'left running') await replace(instances, plan.ending, database);
  bank.finish();
  operator.finish();
  await soon('the repeated creates to be answered', merchants.createAgain());
  note('everything is answered again');
  await passHour();
  await waitUntilSettled(database, books);
  note('everything has settled');
  await soon('the last requests to be answered', merchants.askAgain());
  await waitUntilSettled(database, books);
  const { stories } = merchants;
  const secrets = [
    cardOfPayouts,
    ...books.orders().map(({ number }) => number),
    ...shops.flatMap(({ apiKey, client }) => [apiKey, client.clientSecret]),
    ...merchants.tokens(),
  ];
  return [
    ...(await faultsFound({ database, shops, stories, books, receivers, decided: operator.decided() })),
    ...bank.complaints(),
    ...callbacks.lost().map(({ attemptId }) => `the attempt ${attemptId} was not known to an instance`),
    ...leaksIn(
      instances.flatMap((instance) => instance.lines()),
      secrets,
    ),
  ];
};

/**
 * Carries out a plan: two instances under load and faults, then peace, then the question whether all that was answered is
 * true. Rejects, with the seed and all that happened, when it is not.
 */
export const runSchedule = async (plan: Plan, ground: Ground): Promise<void> => {
  const startedAtMs = performance.now();
  const log: string[] = [];
  const note = (what: string): void =>
    void log.push(`${String(Math.round(performance.now() - startedAtMs)).padStart(6)} ms  ${what}`);
  const undoing = createUndoing();
  let found: readonly string[];
  let lines = (): readonly string[] => [];
  try {
    found = await carryOut(plan, ground, { note, listen: (written) => (lines = written) }, undoing);
  } catch (error) {
    found = [`it could not be carried out: ${String(error)}`];
  } finally {
    await undoing.all();
  }
  if (process.env['SCHEDULE_LOG']) process.stdout.write(`${log.join('\n')}\n${keepLines(plan.seed, lines())}\n`);
  if (found.length === 0) return;
  const { operations, faults, seed, ...rest } = plan;
  throw new Error(
    [
      `The schedule with seed ${seed} breaks a promise. Replay it with: SEED=${seed} make soak`,
      ...found.slice(0, 30).map((sentence) => `  - ${sentence}`),
      `${operations.length} operations, ${JSON.stringify(rest)}`,
      ...log,
      `What the servers wrote: ${keepLines(seed, lines())}`,
    ].join('\n'),
  );
};
