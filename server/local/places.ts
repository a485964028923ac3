import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, OperatorError } from '#platform/errors';
import { newKeyText } from '#platform/secrets';
import { claimDataDirectory, launcherProblem } from './launcher.mjs';

const claim = (directory: string): void => {
  const problem = launcherProblem(directory);
  if (problem !== null) throw new OperatorError(problem);
  try {
    claimDataDirectory(directory);
  } catch (error) {
    throw new OperatorError(`TURNPIKE_DATA_DIR: ${directory} cannot be written: ${messageOf(error)}.`);
  }
};

/** Where a local run, and no other one, keeps its database, its keys and what it tells other commands. */
export const openDataDirectory = (directory: string) => {
  claim(directory);
  const keysFile = join(directory, 'keys');
  return {
    database: join(directory, 'postgres'),
    demoFile: join(directory, 'demo.json'),
    logFile: join(directory, 'server.log'),
    keysFile,
    connectorFile: join(directory, 'connector.json'),
    /** The key ring of this directory; null before there is one. */
    readKeys: (): string | null => (existsSync(keysFile) ? readFileSync(keysFile, 'utf8').trim() : null),
    /** Never in the place of another one. */
    makeKeys: (): string => {
      const keys = newKeyText();
      writeFileSync(keysFile, `${keys}\n`, { mode: 0o600, flag: 'wx' });
      return keys;
    },
    /** Lets the command line work beside a local run without any setting. */
    tellCommands: (run: { readonly databaseUrl: string; readonly ownerUrl: string; readonly keys: string }): void => {
      const file = join(directory, 'run.json');
      writeFileSync(file, `${JSON.stringify(run)}\n`, { mode: 0o600 });
      chmodSync(file, 0o600);
    },
  };
};

export type DataDirectory = ReturnType<typeof openDataDirectory>;
