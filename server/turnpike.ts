import { userInfo } from 'node:os';
import { createTerminal, runCommandLine } from './entrances/command-line/index.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  directory: process.cwd(),
  terminal: createTerminal(process.env),
  actor: `cli:${userInfo().username}`,
  migrate: async (...given) => (await import('./database/migrate.ts')).migrate(...given),
});
