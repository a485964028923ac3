import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

export interface Difference {
  readonly path: string;
  readonly kind: 'missing' | 'outdated' | 'not generated any more';
}

const generatedDirectory = 'generated';

const filesUnder = async (directory: string): Promise<readonly string[]> => {
  if (!existsSync(directory)) return [];
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort();
};

export const findDifferences = async (freshDirectory: string): Promise<readonly Difference[]> => {
  const fresh = await filesUnder(freshDirectory);
  const present = await filesUnder(generatedDirectory);
  const changed = await Promise.all(
    fresh.map(async (path): Promise<readonly Difference[]> => {
      if (!present.includes(path)) return [{ path, kind: 'missing' }];
      const [wanted, found] = await Promise.all([
        readFile(join(freshDirectory, path)),
        readFile(join(generatedDirectory, path)),
      ]);
      return wanted.equals(found) ? [] : [{ path, kind: 'outdated' }];
    }),
  );
  const stale = present.filter((path) => !fresh.includes(path));
  return [...changed.flat(), ...stale.map((path): Difference => ({ path, kind: 'not generated any more' }))];
};

/** Files that did not change keep their modification time, so watching servers and builds stay asleep. */
export const publish = async (freshDirectory: string, differences: readonly Difference[]): Promise<void> => {
  for (const { path, kind } of differences) {
    const target = join(generatedDirectory, path);
    if (kind === 'not generated any more') {
      await rm(target);
      continue;
    }
    await mkdir(dirname(target), { recursive: true });
    await cp(join(freshDirectory, path), target);
  }
  console.log(`generated/: changed files: ${differences.length}`);
};
