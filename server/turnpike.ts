import { createTerminal, runCommandLine, systemOperator } from './entrances/command-line/index.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  directory: process.cwd(),
  terminal: createTerminal(process.env),
  actor: systemOperator(),
  migrate: async (...given) => (await import('./database/migrate.ts')).migrate(...given),
});
