import { execFileSync } from 'node:child_process';
import type { Collected } from '../collect-statements.ts';
import { rootDirectory } from '../source-files.ts';

/** In a process of its own: it bundles the stores, to look at what they keep to themselves. */
export const collectStatements = (): Collected => {
  const parameters = ['--import', 'tsx', 'test/conventions/collect-statements.ts'];
  const options = { cwd: rootDirectory, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  return JSON.parse(execFileSync(process.execPath, parameters, options)) as Collected;
};
