import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/database';
import { newId } from '#platform/ids';
import type { TestShop } from '#test/support/shop';
import { measureMovements, measureReads, measureReserves } from './floor.ts';
import { measure, openClient, type Measured } from './load.ts';
import { measureSignedPosts, type Receivers } from './webhook-receivers.ts';

export type Bench = {
  readonly databaseUrl: string;
  readonly database: Database;
  readonly serverUrl: string;
  readonly shops: readonly TestShop[];
  readonly seconds: { readonly warmUp: number; readonly counted: number };
};

export type Compared = { readonly ours: Measured; readonly floor: Measured };

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

export const createPayments = async (bench: Bench, connections: number): Promise<Compared> => {
  const floor = await measureMovements(bench.databaseUrl, connections, bench.seconds);
  const client = openClient(bench.serverUrl, connections);
  const ours = await measure(connections, bench.seconds, () => {
    const shop = bench.shops[created % bench.shops.length]!;
    return client.post('/v1/payment', shop.apiKey, createBody());
  });
  await client.close();
  return { ours, floor };
};

/** Spread over the first `shopCount` shops: with one, every payout is reserved on the same two balances. */
export const createPayouts = async (bench: Bench, connections: number, shopCount: number): Promise<Compared> => {
  const floor = await measureReserves(bench.databaseUrl, connections, bench.seconds, shopCount);
  const client = openClient(bench.serverUrl, connections);
  const ours = await measure(connections, bench.seconds, () => {
    const shop = bench.shops[created % shopCount]!;
    return client.post('/v1/payout', shop.apiKey, createBody({ number: '2200000000000004' }));
  });
  await client.close();
  // They never end; what is measured next does not share the machine with look-ups of all of them.
  await bench.database('attempts').where({ type: 'payout' }).whereNotNull('check_at')
    .update({ check_at: bench.database.raw(`now() + interval '1 day'`) });
  await bench.database.raw('vacuum analyze');
  return { ours, floor };
};

export const readStates = async (bench: Bench, connections: number): Promise<Compared> => {
  const floor = await measureReads(bench.databaseUrl, connections, bench.seconds);
  const client = openClient(bench.serverUrl, connections);
  const shop = bench.shops[0]!;
  const rows = await bench.database('operations').where({ shop_id: shop.shopId }).limit(200).select('operation_id');
  const bodies = rows.map((row: { operation_id: string }) => JSON.stringify(row));
  let count = 0;
  const ours = await measure(connections, bench.seconds, () =>
    client.post('/v1/get_operation_state', shop.apiKey, bodies[(count += 1) % bodies.length]!),
  );
  await client.close();
  return { ours, floor };
};

const eventsPerRun = 12_000;

/** Puts events of one operation per shop into the outbox at once, and waits until all have arrived. */
export const deliverWebhooks = async (bench: Bench, receivers: Receivers, shops: readonly TestShop[]): Promise<Compared> => {
  const floor = await measureSignedPosts(32, bench.seconds);
  const before = receivers.count();
  const perShop = Math.ceil(eventsPerRun / shops.length);
  for (const shop of shops) {
    const [operation] = await bench.database('operations').where({ shop_id: shop.shopId }).limit(1).select('*');
    const data = { ...operation, status: 'cancelled', cancel_reason: 'declined', number_encrypted: undefined, body_digest: undefined };
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
  return { ours: { perSecond, p50Ms: 0, p99Ms: 0 }, floor };
};
