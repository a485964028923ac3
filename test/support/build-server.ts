import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeBuild } from '../../server/build/write-build.ts';
import { testBuild } from './built-program.ts';

const aDayMs = 86_400_000;

/** Parts of earlier builds: each build writes its own anew, and no run takes a day. */
const removeOldParts = (): void => {
  const directory = join(testBuild, 'parts');
  for (const path of readdirSync(directory).map((name) => join(directory, name))) {
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (written < Date.now() - aDayMs) rmSync(path, { force: true });
  }
};

/**
 * Builds the server for all processes of the run: it starts in a third of the time that the sources take. The place is the
 * same in each run, as jest forgets what it has compiled where its configuration changes.
 */
export const buildServer = async (): Promise<void> => {
  await writeBuild(testBuild);
  removeOldParts();
};
