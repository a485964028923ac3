import pg from 'pg';
import { startTemporaryPostgres, type EmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openDatabase, patiently } from '../../server/platform/database.ts';
import { createLog } from '../../server/platform/logs.ts';
import { buildServer } from './build-server.ts';
import { roleStatements, serverRole, templateName, urlOf } from './database-names.ts';

declare global {
  var turnpikeTestPostgres: EmbeddedPostgres | undefined;
}

const makeTemplate = async (adminUrl: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  for (const statement of roleStatements) await admin.query(statement);
  await admin.query(`create database ${templateName} owner tester`);
  await admin.end();
  const url = urlOf(adminUrl, templateName);
  const database = openDatabase({ url, ...patiently }, createLog('silent'));
  await migrate(database, serverRole);
  await database.destroy();
};

/**
 * One build of the server and one Postgres for the whole run. Its durability is off: what tests kill are our processes,
 * never this one.
 */
export const startPostgres = async (): Promise<void> => {
  await buildServer();
  const server = await startTemporaryPostgres('test', {
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'],
    asSuperuser: true,
  });
  globalThis.turnpikeTestPostgres = server;
  process.env['TURNPIKE_TEST_ADMIN_URL'] = server.url;
  await makeTemplate(server.url);
};
