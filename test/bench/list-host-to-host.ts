import type { Bench, Compared } from './bench.ts';
import { measureRows } from './floor.ts';
import { hostToHostShops, tokensOf } from './host-to-host-shops.ts';
import { fillList, openPage } from './listed-operations.ts';
import { byToken, measure, openClient } from './load.ts';

const take = 50;
const listed = Number(process.env['BENCH_LISTED'] ?? 1_000_000);

/** Of a short list the last page, where it has none so deep. */
const skipOf = (page: number): number => Math.min((page - 1) * take, listed - take);

const payIn = JSON.stringify({
  paymentMethod: 'toCard',
  idTransactionMerchant: 'bench-original',
  amount: 1000.58,
  clientID: 'user-1',
  clientIP: '203.0.113.24',
  clientDateCreated: '2025-06-01T12:00:00Z',
});

const open = async (bench: Bench) => {
  // No other work lists, or creates for, the last of them.
  const shop = (await hostToHostShops(bench, 101)).at(-1)!;
  const [token] = await tokensOf(bench, [shop]);
  const client = openClient(bench.serverUrl, 1);
  await client.post('/host2host/payin', byToken(token!), payIn);
  await client.close();
  await fillList(bench.database, shop.shopId, listed);
  return shop;
};

let opening: ReturnType<typeof open> | null = null;

/** One page over and over; beside it its rows are read by their keys. */
export const listHostToHost = async (bench: Bench, connections: number, page: number): Promise<Compared> => {
  const shop = await (opening ??= open(bench));
  const [token] = await tokensOf(bench, [shop]);
  const asked = { skip: skipOf(page), take };
  const operationIds = await openPage(bench.database, shop.shopId, asked);
  const floor = await measureRows(bench.databaseUrl, connections, bench.seconds, { shopId: shop.shopId, operationIds });
  const client = openClient(bench.serverUrl, connections);
  const ours = await measure(connections, bench.seconds, () =>
    client.post('/operation/operation/list', byToken(token!), JSON.stringify(asked)),
  );
  await client.close();
  return { ours, floor };
};
