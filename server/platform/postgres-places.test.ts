import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  isOpenToAll,
  makeOpenDirectory,
  makeTemporaryDirectory,
  reachableDataDirectory,
} from '#platform/postgres-places';

const isRoot = userInfo().uid === 0;
const made: string[] = [];
const makeDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'turnpike-places-'));
  made.push(directory);
  return directory;
};
const make = (path: string, mode: number): string => {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
  return path;
};

let closed: string;
let usualTmpdir: string | undefined;
beforeAll(() => {
  usualTmpdir = process.env['TMPDIR'];
  closed = make(join(makeDirectory(), 'home'), 0o700);
});
afterAll(() => made.forEach((directory) => rmSync(directory, { recursive: true, force: true })));

it('finds a folder closed when any folder above it is', () => {
  const parent = makeDirectory();
  chmodSync(parent, 0o755);
  const inner = make(join(parent, 'home', 'project'), 0o755);
  chmodSync(join(parent, 'home'), 0o711);
  expect(isOpenToAll(inner)).toBe(isOpenToAll(tmpdir()));
  chmodSync(join(parent, 'home'), 0o700);
  expect(isOpenToAll(inner)).toBe(false);
});

it('makes open folders under a closing umask', () => {
  const parent = makeDirectory();
  const umask = process.umask(0o077);
  makeOpenDirectory(join(parent, 'a', 'b'));
  process.umask(umask);
  expect([join(parent, 'a'), join(parent, 'a', 'b')].map((path) => statSync(path).mode & 0o777)).toEqual([
    0o755, 0o755,
  ]);
});

it('keeps data where they were asked for, unless they would lie in a closed folder of root', () => {
  const asked = join(closed, 'postgres');
  const data = reachableDataDirectory(asked);
  if (!isRoot) return expect(data).toBe(asked);
  made.push(join(data, '..'));
  expect(isOpenToAll(join(data, '..'))).toBe(true);
  expect(lstatSync(asked).isSymbolicLink()).toBe(true);
  expect(reachableDataDirectory(asked)).toBe(data);
});

it('starts with new data after the folder was deleted', () => {
  const folder = make(join(closed, 'deleted'), 0o755);
  const before = reachableDataDirectory(join(folder, 'postgres'));
  rmSync(folder, { recursive: true });
  const after = reachableDataDirectory(join(folder, 'postgres'));
  if (isRoot) made.push(join(before, '..'), join(after, '..'));
  expect(existsSync(after)).toBe(false);
  expect(after === before).toBe(!isRoot);
});

it('makes temporary folders that the user of Postgres can reach, also under a closed TMPDIR', () => {
  process.env['TMPDIR'] = closed;
  const directory = makeTemporaryDirectory('places');
  if (usualTmpdir === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usualTmpdir;
  made.push(directory);
  expect(isRoot ? isOpenToAll(directory) : directory.startsWith(closed)).toBe(true);
});
