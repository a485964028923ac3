import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase, patiently, type Database } from '#platform/database';
import { startTemporaryPostgres } from '#platform/embedded-postgres';
import { createLog } from '#platform/logs';
import { migrate } from '#database/migrate';
import { brokenInvariants } from '#test/faults/clean-check';
import { createPayment, type Answer } from '#test/faults/merchant';
import { createPayout, payoutOf, readByIdentifier } from '#test/faults/payout-merchant';
import { buildServer } from '#test/support/build-server';
import { roleStatements, serverRole, serverUrlOf, urlOf } from '#test/support/database-names';
import { eventually } from '#test/support/eventually';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { createTestShop, type TestShop } from '#test/support/shop';

/**
 * The version before and this one at one database, as while servers are replaced: the version before serves, this one
 * migrates and serves beside it, and one more of the version before is started late. Each creates payments and payouts that
 * any of them carries on. `LAST_VERSION` is the directory of the version before, built.
 */
const lastVersion = process.env['LAST_VERSION'] ?? '';
const lastProgram = (name: string): string => join(lastVersion, 'dist', `${name}.js`);

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const makeDatabase = async (adminUrl: string): Promise<string> => {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  for (const statement of roleStatements) await admin.query(statement);
  await admin.query('create database versions owner tester');
  await admin.end();
  return urlOf(adminUrl, 'versions');
};

const lastMigrates = (url: string): string =>
  execFileSync(process.execPath, [lastProgram('turnpike'), 'migrate'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: serverUrlOf(url), DATABASE_OWNER_URL: url },
    encoding: 'utf8',
  });

/** The kopecks choose what the sandbox does: paid, declined by the first provider, three legs of which one fails. */
const kopecks = ['00', '52', '57', '59'] as const;
const rounds = 8;

type Post = (url: string, apiKey: string, order: ReturnType<typeof payoutOf>) => Promise<Answer>;
const payment: Post = (url, apiKey, { number: _number, ...order }) => createPayment(url, apiKey, order);

/** Payments and payouts through each server, all at once; each is repeated at the next server, which answers the same. */
const createAll = async (shop: TestShop, servers: readonly ServerProcess[]) => {
  const creates = servers.flatMap((_server, place) =>
    Array.from({ length: rounds }, () => kopecks).flatMap((all) =>
      all.flatMap((ending) =>
        [payment, createPayout].map((post) => ({ post, place, order: payoutOf(`100.${ending}`) })),
      ),
    ),
  );
  await Promise.all(
    creates.map(async ({ post, place, order }) => {
      const [here, there] = [servers[place]!, servers[(place + 1) % servers.length]!];
      const first = await post(here.url, shop.apiKey, order);
      assert.equal(first.status, 200, JSON.stringify(first));
      const again = await post(there.url, shop.apiKey, order);
      assert.equal(again.body['operation_id'], first.body['operation_id'], 'The other version knows the operation.');
    }),
  );
  return creates.map(({ order }) => order);
};

const isEnded = ({ body }: Answer): boolean => {
  const { status } = (body['operation'] ?? body) as { status?: unknown };
  return status === 'completed' || status === 'cancelled';
};

const run = async (database: Database, url: string): Promise<void> => {
  say(lastMigrates(url).trim().split('\n').at(-1)!);
  const servers = [await spawnServer(url, {}, lastProgram('main'))];
  say(`this version migrates: ${(await migrate(database, serverRole)).join(', ')}`);
  servers.push(await spawnServer(url), await spawnServer(url, {}, lastProgram('main')));
  try {
    const shop = await createTestShop(database, { balance: '1000000.00' });
    const orders = await createAll(shop, servers);
    for (const [index, order] of orders.entries()) {
      const { url: reader } = servers[index % servers.length]!;
      await eventually(async () => isEnded(await readByIdentifier(reader, shop.apiKey, order)), 'the operation to end');
    }
    say(`${orders.length} payments and payouts have ended, created and read by either version`);
  } finally {
    for (const server of servers) await server.end('SIGTERM');
  }
  // Told by now or not, events are not what this is about.
  await database('events').whereNull('dispatched_at').update({ dispatched_at: database.fn.now() });
  assert.deepEqual(await brokenInvariants(database), [], 'No invariant is broken.');
  const textsOf = () => database('sql_functions').where('is_current', true).orderBy('name').select('name', 'hash');
  const texts = await textsOf();
  // One from before this was promised refuses; a later one finds nothing to do.
  try {
    say(lastMigrates(url).trim());
  } catch (error) {
    say(`the version before does not migrate: ${String((error as { stderr?: string }).stderr).trim()}`);
  }
  assert.deepEqual(await textsOf(), texts, 'The version before takes nothing back.');
};

assert.notEqual(lastVersion, '', 'LAST_VERSION is the directory of the version before, built.');
await buildServer();
const postgres = await startTemporaryPostgres('versions', { settings: ['max_connections=200'], asSuperuser: true });
const url = await makeDatabase(postgres.url);
const database = openDatabase({ url, ...patiently }, createLog('warn'));
try {
  await run(database, url);
} finally {
  await database.destroy();
  await postgres.stop();
}
