import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import pg from 'pg';
import { freePort } from '#platform/embedded-postgres';
import { makeTemporaryDirectory, runsAsAnotherUser } from '#platform/postgres-places';
import { reachablePrograms } from '#platform/postgres-programs';
import { eventually } from '#test/support/eventually';
import type { restarts } from './plan-faults.ts';

type Binaries = { readonly initdb: string; readonly postgres: string };
const run = promisify(execFile);

/** As root, Postgres is another user's, as in `server/platform/embedded-postgres.ts`. */
const postgresUser = async (): Promise<{ uid?: number; gid?: number }> => {
  if (!runsAsAnotherUser()) return {};
  const idOf = async (flag: string): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
};

// Small segments of the log: their size is also the least limit of file sizes under which Postgres can run.
const segmentMb = 1;
const blocksOf512 = segmentMb * 2_048;

const initialise = async (
  initdb: string,
  directory: string,
  password: string,
  user: { uid?: number; gid?: number },
) => {
  const passwordFile = `${directory}.password`;
  writeFileSync(passwordFile, password);
  if (user.uid !== undefined) chownSync(passwordFile, user.uid, user.gid ?? user.uid);
  const flags = ['-D', directory, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync'];
  await run(initdb, [...flags, '--encoding=UTF8', '--locale=C', `--wal-segsize=${segmentMb}`], {
    ...user,
    cwd: dirname(directory),
  });
};

// Without autovacuum, what was filled up stays full.
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=on',
  'max_connections=150',
  'autovacuum=off',
];

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;
const end = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (hasEnded(child) ? resolve() : child.once('exit', () => resolve())));

const aBackend = `select pid from pg_stat_activity where application_name like 'turnpike%' order by random() limit 1`;

/**
 * A Postgres of the schedules' own, durable and at one port for good, which can be stopped in every way. A full disk is
 * a limit on the size of files: Postgres ignores the signal for it so that this is how one tries a full disk.
 */
export const startOwnPostgres = async () => {
  const parent = makeTemporaryDirectory('schedules');
  const user = await postgresUser();
  if (user.uid !== undefined) chownSync(parent, user.uid, user.gid ?? user.uid);
  const binaries = (await import(reachablePrograms().entryUrl)) as Binaries;
  const directory = join(parent, 'data');
  const password = 'schedules';
  await initialise(binaries.initdb, directory, password, user);
  const port = await freePort();
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | undefined;
  const lines: string[] = [];

  const ask = async (text: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 2_000, query_timeout: 30_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows as unknown[];
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const isUp = async (): Promise<boolean> =>
    ask('select 1').then(
      () => true,
      () => false,
    );
  const start = async (isDiskFull: boolean): Promise<void> => {
    const flags = ['-D', directory, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    const limit = isDiskFull ? `ulimit -f ${blocksOf512}; ` : '';
    const begin = (): void => {
      child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, binaries.postgres, ...flags], {
        ...user,
        cwd: parent,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr?.on('data', (chunk) => (lines.push(String(chunk)), lines.splice(0, lines.length - 40)));
    };
    begin();
    await eventually(async () => {
      // After a kill of the postmaster alone, its last backends keep the next one out for a moment.
      if (child !== undefined && hasEnded(child)) begin();
      return isUp();
    }, 'Postgres to start').catch((error: unknown) => {
      throw new Error(`${String(error)}\n${lines.join('')}`);
    });
  };
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === undefined) return;
    child.kill(signal);
    // A shutdown that cannot write its last checkpoint ends like a crash.
    const timer = setTimeout(() => child?.kill('SIGQUIT'), 8_000);
    await end(child).finally(() => clearTimeout(timer));
  };
  const endAtOnce = (): void => {
    child?.kill('SIGQUIT');
    rmSync(parent, { recursive: true, force: true });
  };
  process.once('exit', endAtOnce);
  await start(false);
  return {
    adminUrl,
    port,
    ask,
    isUp,
    /** One at a time: a Postgres that is being started cannot be stopped. */
    run: pLimit(1),
    restart: async (how: (typeof restarts)[number], isDiskFull = false): Promise<void> => {
      if (how === 'backend killed') {
        // On a busy machine it may take more than one try to reach it.
        const backends = await eventually(() => ask(aBackend).catch(() => null), 'Postgres to be reached');
        const [backend] = backends as { pid: number }[];
        try {
          if (backend !== undefined) process.kill(backend.pid, 'SIGKILL');
        } catch (error) {
          // It has ended since.
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
        await sleep(50);
        return void (await eventually(isUp, 'Postgres to recover'));
      }
      await stop(({ fast: 'SIGINT', immediate: 'SIGQUIT', 'postmaster killed': 'SIGKILL' } as const)[how]);
      await start(isDiskFull);
    },
    stop: async (): Promise<void> => {
      process.off('exit', endAtOnce);
      await stop('SIGQUIT');
      rmSync(parent, { recursive: true, force: true });
    },
  };
};

export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>;
