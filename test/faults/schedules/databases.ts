import { openDatabase, patiently, type Database } from '#platform/database';
import { createLog } from '#platform/logs';
import { migrate } from '#database/migrate';
import { roleStatements, serverRole, templateName, urlOf } from '#test/support/database-names';
import { startOwnPostgres, type OwnPostgres } from './own-postgres.ts';

/** A Postgres of one's own and databases on it, one for each schedule. */
export type Ground = {
  readonly postgres: OwnPostgres;
  readonly open: (
    name: string,
  ) => Promise<{ readonly url: string; readonly database: Database; readonly drop: () => Promise<void> }>;
  readonly stop: () => Promise<void>;
};

const openPatiently = (url: string): Database => openDatabase({ url, ...patiently }, createLog('silent'));

export const prepareGround = async (): Promise<Ground> => {
  const postgres = await startOwnPostgres();
  const { adminUrl, ask } = postgres;
  for (const statement of roleStatements) await ask(statement);
  await ask(`create database ${templateName} owner tester`);
  const templateUrl = urlOf(adminUrl, templateName);
  const template = openPatiently(templateUrl);
  await migrate(template, serverRole);
  await template.destroy();
  return {
    postgres,
    open: async (name) => {
      await ask(`create database ${name} template ${templateName} owner tester`);
      const url = urlOf(adminUrl, name);
      const database = openPatiently(url);
      return {
        url,
        database,
        drop: async () => {
          await database.destroy();
          await ask(`drop database ${name} with (force)`);
        },
      };
    },
    stop: postgres.stop,
  };
};

export const endBackendsOf = async (database: Database): Promise<void> => {
  await database.raw(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
};

/** Dead rows to the limit of a file's size: what comes next needs room that is not there. No query ever sees them. */
const deadRows = `begin;
  insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status)
    select gen_random_uuid(), gen_random_uuid(), 'v1', gen_random_uuid()::text, 'payment', 'tombstone' from generate_series(1, 9000);
  insert into events (shop_id, event_id, operation_id, api, sequence, type, data)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'v1', 1, 'operation.cancelled', '{}' from generate_series(1, 9000);
  rollback;`;

export const fillFiles = async (database: Database): Promise<void> => {
  await database.raw(deadRows);
};
