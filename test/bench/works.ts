import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#platform/ids';
import { uploadBesideAttack } from './attacked-receipts.ts';
import type { Bench, Compared } from './bench.ts';
import { measureMovements, measureReads, measureReserves } from './floor.ts';
import { copyPayments } from './copied-payments.ts';
import { issueTokens } from './issue-tokens.ts';
import { byKey, measure, openClient } from './load.ts';
import { uploadLargestReceipts, uploadReceipts } from './upload-receipts.ts';
import { authenticateTokens, verifyTokens } from './verify-tokens.ts';
import { leavePayouts } from './leave-payouts.ts';
import { listHostToHost } from './list-host-to-host.ts';
import { createOverHttp } from './create-over-http.ts';
import { createPayIns, createPayOuts } from './create-host-to-host.ts';
import { reconcileLines } from './reconcile-lines.ts';
import { measureSignedPosts } from './webhook-receivers.ts';

let created = 0;

// Accepted and never paid: what is measured is the create alone, and the sending of a payout.
const createBody = (destination: Readonly<Record<string, string>> = {}): string => {
  created += 1;
  return JSON.stringify({
    merchant_operation_id: `bench-${process.pid}-${created}`,
    client_id: 'user-1',
    method: 'WT_RUB_C2C',
    amount: '1000.58',
    currency: 'RUB',
    ...destination,
  });
};

const createPayments = async (bench: Bench, connections: number): Promise<Compared> => {
  const floor = await measureMovements(bench.databaseUrl, connections, bench.seconds);
  const client = openClient(bench.serverUrl, connections);
  const ours = await measure(connections, bench.seconds, () => {
    const shop = bench.shops[created % bench.shops.length]!;
    return client.post('/v1/payment', byKey(shop.apiKey), createBody());
  });
  await client.close();
  return { ours, floor };
};

/** Spread over the first `shopCount` shops: with one, every payout is reserved on the same two balances. */
const createPayouts = async (bench: Bench, connections: number, shopCount: number): Promise<Compared> => {
  const floor = await measureReserves(bench.databaseUrl, connections, bench.seconds, shopCount);
  const client = openClient(bench.serverUrl, connections);
  const ours = await measure(connections, bench.seconds, () => {
    const shop = bench.shops[created % shopCount]!;
    return client.post('/v1/payout', byKey(shop.apiKey), createBody({ number: '2200000000000004' }));
  });
  await client.close();
  await leavePayouts(bench);
  return { ours, floor };
};

const readStates = async (bench: Bench, connections: number): Promise<Compared> => {
  const floor = await measureReads(bench.databaseUrl, connections, bench.seconds);
  const client = openClient(bench.serverUrl, connections);
  const shop = bench.shops[0]!;
  const rows = await bench.database('operations').where({ shop_id: shop.shopId }).limit(200).select('operation_id');
  const bodies = rows.map((row: { operation_id: string }) => JSON.stringify(row));
  let count = 0;
  const ours = await measure(connections, bench.seconds, () =>
    client.post('/v1/get_operation_state', byKey(shop.apiKey), bodies[(count += 1) % bodies.length]!),
  );
  await client.close();
  return { ours, floor };
};

/** Payments that were accepted and are unpaid, over and over another one. */
const cancelPayments = async (bench: Bench, connections: number): Promise<Compared> => {
  const floor = await measureMovements(bench.databaseUrl, connections, bench.seconds);
  const shops = bench.shops.slice(bench.receivers.urls.length);
  const most = 4_000 * (bench.seconds.warmUp + bench.seconds.counted);
  const copies = await copyPayments(bench.database, shops, most);
  const keys = new Map(shops.map(({ shopId, apiKey }) => [shopId as string, apiKey]));
  const client = openClient(bench.serverUrl, connections);
  let count = 0;
  const ours = await measure(connections, bench.seconds, () => {
    const { shopId, operationId } = copies[(count += 1)]!;
    return client.post('/v1/cancel_operation', byKey(keys.get(shopId)!), JSON.stringify({ operation_id: operationId }));
  });
  await client.close();
  // What is measured next does not share the machine with the voiding of their orders.
  await bench.database('attempts').where({ type: 'payment', state: 'accepted' }).update({ check_at: null });
  await bench.database.raw('vacuum analyze');
  return { ours, floor };
};

const settlementsPerRun = 6_000;

/** Lets the orders of so many shops be paid at once, and waits until all payments are completed. */
const settlePayments = async (bench: Bench, shopCount: number): Promise<Compared> => {
  const floor = await measureReserves(bench.databaseUrl, 32, bench.seconds, shopCount);
  const { length: served } = bench.receivers.urls;
  const shops = bench.shops.slice(served, served + shopCount);
  const copies = await copyPayments(bench.database, shops, settlementsPerRun);
  const completed = async (): Promise<number> =>
    Number((await bench.database('ledger_transactions').where({ kind: 'payment_settled' }).count())[0]!['count']);
  const expected = (await completed()) + copies.length;
  await bench.database.raw('vacuum analyze');
  const startedAt = performance.now();
  await bench
    .database('sandbox_orders')
    .whereIn(
      'attempt_id',
      copies.map(({ attemptId }) => attemptId),
    )
    .update({ pays_at: bench.database.fn.now(), due_state: 'paid', paid_amount: '1000.58' });
  while ((await completed()) < expected) await sleep(20);
  const perSecond = Math.round(copies.length / ((performance.now() - startedAt) / 1_000));
  return { ours: { perSecond, p50Ms: 0, p99Ms: 0, done: copies.length }, floor };
};

const eventsPerRun = 12_000;

/** Puts events of one operation per shop into the outbox at once, and waits until all have arrived. */
const deliverWebhooks = async (bench: Bench, shopCount: number): Promise<Compared> => {
  const { receivers } = bench;
  const shops = bench.shops.slice(0, shopCount);
  const floor = await measureSignedPosts(32, bench.seconds);
  const before = receivers.count();
  const perShop = Math.ceil(eventsPerRun / shops.length);
  for (const shop of shops) {
    const [operation] = await bench.database('operations').where({ shop_id: shop.shopId }).limit(1).select('*');
    const data = {
      ...operation,
      status: 'cancelled',
      cancel_reason: 'declined',
      number_encrypted: undefined,
      body_digest: undefined,
    };
    await bench.database.raw(
      `insert into events (shop_id, event_id, operation_id, api, sequence, type, data)
       select ?, gen_random_uuid(), ?::uuid, 'v1', 1000 + n, 'operation.cancelled', ?::jsonb from generate_series(1, ?) n`,
      [shop.shopId, newId(), JSON.stringify(data), perShop],
    );
  }
  const startedAt = performance.now();
  const expected = before + perShop * shops.length;
  while (receivers.count() < expected) await sleep(5);
  const seconds = (performance.now() - startedAt) / 1_000;
  const perSecond = Math.round((perShop * shops.length) / seconds);
  // A queue has no latency of its own to speak of here: every event waits for those before it.
  return { ours: { perSecond, p50Ms: 0, p99Ms: 0, done: perShop * shops.length }, floor };
};

export type Work = {
  /** At a number of connections, or of shops where no client connects, or so many times in a second. */
  readonly run: (bench: Bench, level: number) => Promise<Compared>;
  /** Where it is not measured at the usual ones. */
  readonly levels?: readonly number[];
  /** A ratio that is below it is told at the end of the run, whatever the baseline says. */
  readonly leastRatio?: number;
  /** The memory that is noted is its peak, beside what it was before. */
  readonly isAboutMemory?: boolean;
};

export const works = {
  'create payment': { run: createPayments },
  // So many in a second.
  'create payment over HTTP': { run: createOverHttp, levels: [50, 200] },
  'create payout': { run: (bench, level) => createPayouts(bench, level, bench.shops.length) },
  'create payout, one shop': { run: (bench, level) => createPayouts(bench, level, 1) },
  PayIn: { run: createPayIns },
  PayOut: { run: createPayOuts },
  'cancel payment': { run: cancelPayments },
  'settle payment': { run: settlePayments },
  'read state': { run: readStates },
  'webhook delivery': { run: deliverWebhooks },
  'issue token': { run: issueTokens },
  // Below two thirds it would cost half as much again as its signature.
  'verify token': { run: verifyTokens, levels: [1], leastRatio: 0.667 },
  'verify token again': { run: authenticateTokens, levels: [1], leastRatio: 0.667 },
  'upload receipt': { run: uploadReceipts },
  'receipt beside bombs': { run: (bench) => uploadBesideAttack(bench, 'packedTwice'), levels: [1], leastRatio: 0.5 },
  'receipt beside obj<': { run: (bench) => uploadBesideAttack(bench, 'openObjects'), levels: [1], leastRatio: 0.5 },
  'upload receipt, 10 MiB': { run: uploadLargestReceipts, levels: [50], isAboutMemory: true },
  'reconcile line': { run: reconcileLines, levels: [1] },
  // Last: what they list stays.
  'list, page 1': { run: (bench, level) => listHostToHost(bench, level, 1) },
  'list, page 1,000': { run: (bench, level) => listHostToHost(bench, level, 1_000) },
} as const satisfies Readonly<Record<string, Work>>;
