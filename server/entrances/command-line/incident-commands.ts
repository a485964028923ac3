import type { Command } from 'commander';
import { listContradictions, mostContradictions, type Contradiction } from '#features/reports';
import { formatTable, formatTime } from './format-table.ts';
import { printJson, requireShop, type Session } from './session.ts';

type ListOptions = { readonly shop?: string; readonly json?: boolean };

const header = ['SHOP', 'OPERATION', 'ATTEMPT', 'PROVIDER', 'WAS PAID', 'IS NOW', 'STATUS', 'TOLD'];

const rowOf = (told: Contradiction): string[] => [
  told.shop,
  told.operationId,
  told.attemptId,
  told.providerId,
  `${told.paid} ${told.currency}`,
  `failed, ${told.now} ${told.currency}`,
  told.status,
  formatTime(told.toldAt),
];

const list = async (session: Session, { shop: name, json }: ListOptions): Promise<void> => {
  const { terminal } = session;
  const database = session.database();
  const shop = name === undefined ? null : await requireShop(database, name);
  const items = await listContradictions({ database }, shop?.shopId ?? null);
  if (json) return printJson(terminal, items);
  if (items.length === 0) return terminal.tell('No provider has contradicted itself.');
  terminal.print(formatTable(header, items.map(rowOf)));
  if (items.length === mostContradictions)
    terminal.tell(`These are the newest ${mostContradictions}; there may be more.`);
};

export const addIncidentCommands = (incidents: Command, session: Session): void => {
  incidents
    .command('list')
    .description('show what a provider called failed after it had called it paid')
    .option('--shop <name>', 'of this shop only')
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) => list(session, options));
};
