import { join } from 'node:path';
import type { Command } from 'commander';
import type { Uses } from './compose.ts';
import { formatTable } from './format-table.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'dataDirectory' | 'databaseUrl' | 'migrate' | 'setup'>;

type MigrateOptions = { readonly json?: boolean };

const migrate = async ({ terminal, migrate: run }: Needs, { json }: MigrateOptions): Promise<void> => {
  const steps = await run();
  if (json) return printJson(terminal, { steps });
  terminal.print(steps.length === 0 ? 'The schema is up to date.' : steps.join('\n'));
};

type SeedOptions = {
  readonly baseUrl?: string;
  readonly webhookInboxUrl?: string;
  readonly file?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
};

const whereTo = (databaseUrl: string): string => {
  const { host, pathname } = new URL(databaseUrl);
  return host + pathname;
};

const seed = async (needs: Needs, options: SeedOptions): Promise<void> => {
  const { terminal, dataDirectory, databaseUrl, setup } = needs;
  await confirm(terminal, `Seed the demo into ${whereTo(databaseUrl())}?`, options.yes === true);
  const file = options.file ?? join(dataDirectory, 'demo.json');
  const { baseUrl, webhookInboxUrl } = options;
  const demo = await setup.seed({
    file,
    ...(baseUrl ? { baseUrl } : {}),
    ...(webhookInboxUrl ? { webhookInboxUrl } : {}),
  });
  if (options.json) return printJson(terminal, demo);
  const rows = demo.shops.map(({ name, apiKey, webhookSecret }) => [name, apiKey, webhookSecret]);
  terminal.print(formatTable(['SHOP', 'API KEY', 'WEBHOOK SECRET'], rows));
  terminal.tell(`Also in ${file}.`);
};

export const addMigrateCommand = (command: Command, needs: Needs): void => {
  command.option('--json', 'answer in JSON').action((options: MigrateOptions) => migrate(needs, options));
};

export const addSeedCommand = (command: Command, needs: Needs): void => {
  command
    .option('--base-url <url>', 'where the gateway listens, for demo.json')
    .option('--webhook-inbox-url <url>', 'make this the default webhook endpoint of both shops')
    .option('--file <file>', 'write keys and secrets here instead of .turnpike/demo.json')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((options: SeedOptions) => seed(needs, options));
};
