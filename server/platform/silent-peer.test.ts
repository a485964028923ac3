import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { isConnectionLost, openDatabase, patiently, type Database } from '#platform/database';
import { createLog } from '#platform/logs';
import { createTestDatabase, type TestDatabase } from '#test/support/database';

/** A way to the database on which everything can get lost, and neither side is told. */
const startLossyWay = async (databaseUrl: string) => {
  const { port, hostname } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isLossy = false;
  const join = (client: Socket): void => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.on('data', (chunk: Buffer) => void (isLossy || to.write(chunk)));
    }
  };
  const server = createServer(join);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    lose: (lossy: boolean): void => {
      isLossy = lossy;
    },
    close: (): void => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
};

let db: TestDatabase;
let way: Awaited<ReturnType<typeof startLossyWay>>;
let database: Database;
beforeEach(async () => {
  db = await createTestDatabase();
  way = await startLossyWay(db.url);
  const options = { ...patiently, url: way.url, poolSize: 2, silenceTimeoutMs: 500 };
  database = openDatabase(options, createLog('silent'));
});
afterEach(async () => {
  await database.destroy();
  way.close();
  await db.drop();
});

const ask = (statement = 'select 1'): Promise<unknown> => Promise.resolve(database.raw(statement));

it('gives up a database that has vanished without a word, and finds it again later', async () => {
  await ask();
  way.lose(true);
  const lost: unknown = await ask().catch((error: unknown) => error);
  expect(isConnectionLost(lost)).toBe(true);
  way.lose(false);
  await expect(ask()).resolves.toBeDefined();
});

it('leaves a connection alone that is asked nothing', async () => {
  const transaction = await database.transaction();
  await transaction.raw('select 1');
  await db.database.raw('select pg_sleep(1)');
  await expect(Promise.resolve(transaction.raw('select 1'))).resolves.toBeDefined();
  await transaction.commit();
});
