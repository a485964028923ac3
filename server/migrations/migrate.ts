import { runMigrations } from 'graphile-worker';
import type { Database } from '#platform/database';
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
