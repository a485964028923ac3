import { join } from 'node:path';
import type { Command } from 'commander';
import { seedDemo } from '#features/setup';
import { openDatabase, patiently } from '#platform/database';
import { createLog } from '#platform/logs';
import { serverRoleOf } from '#platform/server-role';
import { formatTable } from './format-table.ts';
import { printJson, type Session } from './session.ts';
import { confirm } from './terminal.ts';

type MigrateOptions = { readonly json?: boolean };

const migrateAsOwner = async (session: Session): Promise<string[]> => {
  const { databaseUrl, ownerUrl } = session.connection();
  const database = openDatabase({ url: ownerUrl, ...patiently }, createLog('silent'));
  try {
    return await session.migrate(database, ownerUrl, serverRoleOf(databaseUrl, ownerUrl));
  } finally {
    await database.destroy();
  }
};

const migrate = async (session: Session, { json }: MigrateOptions): Promise<void> => {
  const steps = await migrateAsOwner(session);
  if (json) return printJson(session.terminal, { steps });
  session.terminal.print(steps.length === 0 ? 'The schema is up to date.' : steps.join('\n'));
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

const seed = async (session: Session, options: SeedOptions): Promise<void> => {
  const { terminal, actor, dataDirectory } = session;
  const { databaseUrl, allowedNetworks } = session.connection();
  await confirm(terminal, `Seed the demo into ${whereTo(databaseUrl)}?`, options.yes === true);
  const file = options.file ?? join(dataDirectory, 'demo.json');
  const { baseUrl, webhookInboxUrl } = options;
  const demo = await seedDemo(
    { database: session.database(), keyRing: await session.keyRing(), allowedNetworks },
    { file, actor, ...(baseUrl ? { baseUrl } : {}), ...(webhookInboxUrl ? { webhookInboxUrl } : {}) },
  );
  if (options.json) return printJson(terminal, demo);
  const rows = demo.shops.map(({ name, apiKey, webhookSecret }) => [name, apiKey, webhookSecret]);
  terminal.print(formatTable(['SHOP', 'API KEY', 'WEBHOOK SECRET'], rows));
  terminal.tell(`Also in ${file}.`);
};

export const addMigrateCommand = (command: Command, session: Session): void => {
  command.option('--json', 'answer in JSON').action((options: MigrateOptions) => migrate(session, options));
};

export const addSeedCommand = (command: Command, session: Session): void => {
  command
    .option('--base-url <url>', 'where the gateway listens, for demo.json')
    .option('--webhook-inbox-url <url>', 'make this the default webhook endpoint of both shops')
    .option('--file <file>', 'write keys and secrets here instead of .turnpike/demo.json')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((options: SeedOptions) => seed(session, options));
};
