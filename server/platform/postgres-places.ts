import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { messageOf, OperatorError } from './errors.ts';

/** Run as root, Postgres has to be another user, who must be able to reach its programs and its data. */
export const runsAsAnotherUser = (): boolean => userInfo().uid === 0;

/** Whether every folder on the way lets everybody pass: a home of mode 0700 does not. */
export const isOpenToAll = (path: string): boolean => {
  const absolute = resolve(path);
  const isOpen = (statSync(absolute).mode & 0o001) !== 0;
  return isOpen && (absolute === dirname(absolute) || isOpenToAll(dirname(absolute)));
};

/** Made open to all whatever the umask: a root shell may have one that closes every new folder. */
export const makeOpenDirectory = (directory: string): string => {
  if (existsSync(directory)) return directory;
  makeOpenDirectory(dirname(directory));
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755);
  return directory;
};

/** Where root keeps what lies in a closed folder but is for the user of Postgres. */
export const openPlace = (): string => {
  const place = '/var/lib/turnpike';
  try {
    return makeOpenDirectory(place);
  } catch (error) {
    throw new OperatorError(
      `Run as root, Postgres is another user, who cannot reach a closed folder; ${place} would do, but: ${messageOf(error)}.`,
    );
  }
};

const makeUniqueDirectory = (prefix: string): string => {
  const directory = mkdtempSync(prefix);
  chmodSync(directory, 0o755);
  return directory;
};

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/**
 * Where the data of `directory` really are. A closed folder holds a link to them instead, so they end with it: a
 * folder of the same name that is made anew starts with a new database.
 */
export const reachableDataDirectory = (directory: string): string => {
  const absolute = resolve(directory);
  mkdirSync(dirname(absolute), { recursive: true });
  if (isLink(absolute)) {
    const data = resolve(dirname(absolute), readlinkSync(absolute));
    makeOpenDirectory(dirname(data));
    return data;
  }
  if (!runsAsAnotherUser() || isOpenToAll(dirname(absolute))) return absolute;
  if (existsSync(absolute)) {
    throw new OperatorError(
      `The user of Postgres cannot reach its data in ${absolute} any more: a folder above has been closed to others.`,
    );
  }
  const data = join(makeUniqueDirectory(join(openPlace(), 'data-')), 'postgres');
  symlinkSync(data, absolute);
  return data;
};

/** An empty directory of one run's own that the user of Postgres can reach, also where TMPDIR is in a closed folder. */
export const makeTemporaryDirectory = (purpose: string): string => {
  const isUsable = (path: string): boolean => existsSync(path) && (!runsAsAnotherUser() || isOpenToAll(path));
  const parent = [tmpdir(), '/tmp'].find(isUsable) ?? openPlace();
  return makeUniqueDirectory(join(parent, `turnpike-${purpose}-`));
};
