import { userInfo } from 'node:os';
import { createTerminal, runCommandLine } from './entrances/command-line/index.ts';
import { migrate } from './migrations/migrate.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  directory: process.cwd(),
  terminal: createTerminal(process.env),
  actor: `cli:${userInfo().username}`,
  migrate,
});
