import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from './errors.ts';

export type EmbeddedPostgres = { readonly url: string; readonly stop: () => Promise<void> };

export type EmbeddedPostgresOptions = {
  readonly directory: string;
  /** More settings, as `name=value`. */
  readonly settings?: readonly string[];
  /** A superuser's URL beside the owner's is what tests need to make databases. */
  readonly asSuperuser?: boolean;
};

export type KeeperOrder = { readonly directory: string; readonly port: number; readonly settings: readonly string[] };
export type KeeperReport =
  | { readonly kind: 'ready'; readonly url: string; readonly superuserUrl: string }
  | { readonly kind: 'failed'; readonly message: string };

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** After a kill of the whole machine's processes a stale pid file remains; after a kill of only us, Postgres is on its way out. */
const waitForPredecessor = async (directory: string): Promise<void> => {
  const pidFile = `${directory}/postmaster.pid`;
  for (let waitedMs = 0; existsSync(pidFile); waitedMs += 100) {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return;
    if (waitedMs >= 15_000) {
      throw new OperatorError(`Another process (${pid}) already runs the database in ${directory}. Stop it first.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/**
 * Run as root, Postgres has to be another user, who must be able to reach its data: a home directory that is closed to
 * others cannot hold it.
 */
const reachableDirectory = (directory: string): string => {
  const absolute = resolve(directory);
  if (userInfo().uid !== 0) return absolute;
  mkdirSync(dirname(absolute), { recursive: true });
  for (let ancestor = dirname(absolute); ancestor !== dirname(ancestor); ancestor = dirname(ancestor)) {
    if ((statSync(ancestor).mode & 0o001) !== 0) continue;
    const name = createHash('sha256').update(absolute).digest('hex').slice(0, 16);
    return join('/var/lib/turnpike', name, 'postgres');
  }
  return absolute;
};

const firstReport = (keeper: ChildProcess): Promise<KeeperReport> =>
  new Promise((resolve) => {
    keeper.once('message', (report) => resolve(report as KeeperReport));
    keeper.once('exit', (code) => resolve({ kind: 'failed', message: `its keeper exited with ${code}` }));
  });

const stopKeeper = (keeper: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (keeper.exitCode !== null) return resolve();
    keeper.once('exit', () => resolve());
    // Whoever waits for the end of the database must stay alive until then.
    keeper.ref();
    keeper.disconnect();
  });

/**
 * Starts Postgres from the npm package, with its data in `directory`. A keeper process of its own session runs it: so
 * a Ctrl-C in the terminal reaches only us, who stop it last, and it also stops when we are killed.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const directory = reachableDirectory(options.directory);
  await waitForPredecessor(directory);
  const order: KeeperOrder = {
    directory,
    port: await freePort(),
    settings: options.settings ?? [],
  };
  const keeperFile = fileURLToPath(new URL('./embedded-postgres-keeper.ts', import.meta.url));
  const keeper = fork(keeperFile, [JSON.stringify(order)], {
    detached: true,
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const report = await firstReport(keeper);
  if (report.kind === 'failed') {
    throw new OperatorError(`The embedded Postgres in ${directory} did not start: ${report.message}`);
  }
  keeper.unref();
  keeper.channel?.unref();
  return {
    url: options.asSuperuser === true ? report.superuserUrl : report.url,
    stop: () => stopKeeper(keeper),
  };
};
