import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase, patiently, type Database } from '#platform/database';
import { createLog } from '#platform/logs';
import { serverUrlOf, templateName, urlOf } from './database-names.ts';

export type TestDatabase = {
  /** The owner's. */
  readonly url: string;
  /** The one that servers have. */
  readonly serverUrl: string;
  readonly database: Database;
  readonly drop: () => Promise<void>;
};

const asAdmin = async (work: (admin: pg.Client) => Promise<unknown>): Promise<void> => {
  const admin = new pg.Client({ connectionString: process.env['TURNPIKE_TEST_ADMIN_URL'] });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
};

// Cloning a template fails while another clone of it is being made: one at a time, over all test processes.
const cloneLock = 7_104_411;

/** A migrated, empty database of the calling test file's own. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [cloneLock]);
    await admin.query(`create database ${name} template ${templateName} owner tester`);
  });
  const url = urlOf(process.env['TURNPIKE_TEST_ADMIN_URL'] ?? '', name);
  const database = openDatabase({ url, ...patiently }, createLog('silent'));
  return {
    url,
    serverUrl: serverUrlOf(url),
    database,
    drop: async () => {
      await database.destroy();
      await asAdmin((admin) => admin.query(`drop database ${name} with (force)`));
    },
  };
};
