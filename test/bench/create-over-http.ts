import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { newId } from '#platform/ids';
import { addTestConnector, routeOver } from '#test/support/connected-shop';
import { createTestShop, type TestShop } from '#test/support/shop';
import type { Bench, Compared } from './bench.ts';
import { byKey, measureAtRate, openClient } from './load.ts';

const lanes = 64;

const startConnector = async (): Promise<{ readonly url: string; readonly stop: () => void }> => {
  const program = fileURLToPath(new URL('./quick-connector.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { url, stop: () => void child.kill('SIGTERM') };
};

const openShops = async ({ database }: Bench, url: string): Promise<TestShop[]> => {
  const providerId = `bench-${newId().slice(-12)}`;
  await addTestConnector(database, providerId, url);
  const shops = await Promise.all(Array.from({ length: 10 }, () => createTestShop(database)));
  for (const shop of shops) await routeOver(database, shop, providerId);
  return shops;
};

/** The connector alone, asked as the gateway asks it. */
const measureConnector = async (url: string, perSecond: number, seconds: Bench['seconds']) => {
  const pool = new Pool(url, { connections: lanes, pipelining: 1 });
  const body = JSON.stringify({ shop_id: newId(), method: 'WT_RUB_C2C', rail: 'card', amount: '1000.58' });
  const measured = await measureAtRate(perSecond, seconds, async () => {
    const path = `/connector/v1/payments/${newId()}`;
    const answer = await pool.request({ method: 'PUT', path, headers: { 'content-type': 'application/json' }, body });
    await answer.body.text();
  });
  await pool.close();
  return measured;
};

let created = 0;

/** Creates over a connector on this machine, so many in a second, beside the connector's own time. */
export const createOverHttp = async (bench: Bench, perSecond: number): Promise<Compared> => {
  const connector = await startConnector();
  const shops = await openShops(bench, connector.url);
  const floor = await measureConnector(connector.url, perSecond, bench.seconds);
  const client = openClient(bench.serverUrl, lanes);
  const ours = await measureAtRate(perSecond, bench.seconds, () => {
    created += 1;
    const order = {
      merchant_operation_id: `over-http-${process.pid}-${created}`,
      client_id: 'user-1',
      method: 'WT_RUB_C2C',
      amount: '1000.58',
      currency: 'RUB',
    };
    return client.post('/v1/payment', byKey(shops[created % shops.length]!.apiKey), JSON.stringify(order));
  });
  await client.close();
  connector.stop();
  return { ours, floor };
};
