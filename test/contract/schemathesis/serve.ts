import { openDatabase, patiently } from '#platform/database';
import { startTemporaryPostgres, type EmbeddedPostgres } from '#platform/embedded-postgres';
import { createLog } from '#platform/logs';
import { serverRoleOf } from '#platform/server-role';
import { migrate } from '#database/migrate';
import { startTestServer } from '#test/support/server';
import { createTestShop } from '#test/support/shop';
import { builtRoutes } from '../built-operations.ts';

const openMigrated = async ({ url, serverUrl }: EmbeddedPostgres) => {
  const options = { url, ...patiently };
  const database = openDatabase(options, createLog('warn'));
  await migrate(database, serverRoleOf(serverUrl, url));
  return database;
};

/**
 * A server with a shop and an empty database of its own, until it is told to end. Its sandbox is so quick that no
 * provider is ever late: a create whose outcome is open answers a documented 503, which a fuzzer takes for a fault.
 */
const serve = async (): Promise<void> => {
  const postgres = await startTemporaryPostgres('schemathesis', { settings: ['fsync=off'] });
  const database = await openMigrated(postgres);
  const { apiKey } = await createTestShop(database, { balance: '1000000000000.00' });
  const server = await startTestServer(postgres.serverUrl, { SANDBOX_SPEED: '100' });
  const stop = async (): Promise<void> => {
    await server.stop();
    await database.destroy();
    await postgres.stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  const operationIds = builtRoutes.map(({ operationId }) => operationId);
  console.log(JSON.stringify({ url: server.url, apiKey, operationIds }));
};

await serve();
