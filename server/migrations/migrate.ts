import { runMigrations } from 'graphile-worker';
import type { Database } from '#platform/database';
import { OperatorError } from '#platform/errors';
import { migrationSource } from './index.ts';

/** Brings the schema up to date, the job runner's own included. Answers the names of the steps taken. */
export const migrate = async (database: Database, url: string): Promise<string[]> => {
  const [, names] = (await database.migrate.latest({
    migrationSource,
    tableName: 'schema_migrations',
  })) as [number, string[]];
  await runMigrations({ connectionString: url });
  return names;
};

/** @throws OperatorError when steps are missing, or when the database is newer than this program. */
export const requireCurrentSchema = async (database: Database): Promise<void> => {
  const [done, open] = (await database.migrate.list({ migrationSource, tableName: 'schema_migrations' })) as [
    { name: string }[],
    string[],
  ];
  if (open.length > 0) {
    const state = done.length === 0 ? 'is empty' : `lacks ${open.length} migration(s)`;
    throw new OperatorError(`The database ${state}; run \`turnpike migrate\` first.`);
  }
};
