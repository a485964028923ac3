import type { Bench, Compared } from './bench.ts';
import { measureMovements, measureReserves } from './floor.ts';
import { hostToHostShops, tokensOf } from './host-to-host-shops.ts';
import { leavePayouts } from './leave-payouts.ts';
import { byToken, measure, openClient, type Measured } from './load.ts';

const shopCount = 100;

let created = 0;

// Accepted and never paid, as those of v1.
const createBody = (recipient: Readonly<Record<string, string>> = {}): string => {
  created += 1;
  return JSON.stringify({
    paymentMethod: 'toCard',
    idTransactionMerchant: `bench-${process.pid}-${created}`,
    amount: 1000.58,
    clientID: 'user-1',
    clientIP: '203.0.113.24',
    clientDateCreated: '2025-06-01T12:00:00Z',
    ...recipient,
  });
};

const create = async (bench: Bench, connections: number, path: string, newBody: () => string): Promise<Measured> => {
  const tokens = await tokensOf(bench, await hostToHostShops(bench, shopCount));
  const client = openClient(bench.serverUrl, connections);
  const measured = await measure(connections, bench.seconds, () =>
    client.post(path, byToken(tokens[created % tokens.length]!), newBody()),
  );
  await client.close();
  return measured;
};

export const createPayIns = async (bench: Bench, connections: number): Promise<Compared> => {
  const floor = await measureMovements(bench.databaseUrl, connections, bench.seconds);
  return { ours: await create(bench, connections, '/host2host/payin', () => createBody()), floor };
};

export const createPayOuts = async (bench: Bench, connections: number): Promise<Compared> => {
  const floor = await measureReserves(bench.databaseUrl, connections, bench.seconds, shopCount);
  const recipient = { number: '2200000000000004', bankName: 'sber' };
  const ours = await create(bench, connections, '/host2host/payout', () => createBody(recipient));
  await leavePayouts(bench);
  return { ours, floor };
};
