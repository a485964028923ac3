import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { OperatorError } from './errors.ts';
import { makeTemporaryDirectory, reachableDataDirectory } from './postgres-places.ts';

export type EmbeddedPostgres = {
  /** The owner's. */
  readonly url: string;
  /** The one for servers, whose role has no right before the owner migrates. */
  readonly serverUrl: string;
  readonly stop: () => Promise<void>;
};

export type EmbeddedPostgresOptions = {
  readonly directory: string;
  /** More settings, as `name=value`. */
  readonly settings?: readonly string[];
  /** A superuser's URL beside the owner's is what tests need to make databases. */
  readonly asSuperuser?: boolean;
};

export type KeeperOrder = { readonly directory: string; readonly port: number; readonly settings: readonly string[] };
export type KeeperReport =
  | { readonly kind: 'ready'; readonly url: string; readonly serverUrl: string; readonly superuserUrl: string }
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
      throw new OperatorError(
        `The database in ${directory} is still used by another start of Turnpike: stop that one first. ` +
          `If it was killed, \`pg_ctl stop -D ${directory}\` ends what it left.`,
      );
    }
    await setTimeout(100);
  }
};

/** What a keeper that ended without a word wrote as it ended. */
const lastWords = (stderr: string): string => {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.find((line) => /^[A-Za-z]*Error\b/.test(line)) ?? lines.slice(-3).join(' | ');
};

const firstReport = (keeper: ChildProcess): Promise<KeeperReport> =>
  new Promise((resolve) => {
    let stderr = '';
    keeper.stderr?.on('data', (chunk) => (stderr = `${stderr}${String(chunk)}`.slice(-10_000)));
    keeper.once('message', (report) => resolve(report as KeeperReport));
    keeper.once('close', (code) =>
      resolve({ kind: 'failed', message: `its keeper exited with ${code}: ${lastWords(stderr)}` }),
    );
  });

const stopKeeper = (keeper: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (keeper.exitCode !== null) return resolve();
    keeper.once('exit', () => resolve());
    // A process that waits for the end of the database must stay alive until then.
    keeper.ref();
    keeper.disconnect();
  });

/**
 * Starts Postgres from the npm package, with its data in `directory`. A keeper process of its own session runs it: so
 * a Ctrl-C in the terminal reaches only us, who stop it last, and it also stops when we are killed.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const directory = reachableDataDirectory(options.directory);
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
    // A folder that the user of Postgres can enter as well.
    cwd: dirname(directory),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const report = await firstReport(keeper);
  if (report.kind === 'failed') {
    throw new OperatorError(`The embedded Postgres in ${directory} did not start: ${report.message}`);
  }
  keeper.unref();
  keeper.channel?.unref();
  (keeper.stderr as Socket | null)?.unref();
  return {
    url: options.asSuperuser === true ? report.superuserUrl : report.url,
    serverUrl: report.serverUrl,
    stop: () => stopKeeper(keeper),
  };
};

/** One whose data are gone when it stops. */
export const startTemporaryPostgres = async (
  purpose: string,
  options: Omit<EmbeddedPostgresOptions, 'directory'> = {},
): Promise<EmbeddedPostgres> => {
  const parent = makeTemporaryDirectory(purpose);
  const remove = (): void => rmSync(parent, { recursive: true, force: true });
  try {
    const running = await startEmbeddedPostgres({ ...options, directory: join(parent, 'data') });
    return { ...running, stop: () => running.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
};
