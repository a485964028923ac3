import type { Command } from 'commander';
import { mostContradictions, type Contradiction } from '#features/reports';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'shops' | 'reports'>;

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

const list = async ({ terminal, shops, reports }: Needs, { shop: name, json }: ListOptions): Promise<void> => {
  const shop = await shops.requireIfNamed(name);
  const items = await reports.contradictions(shop?.shopId ?? null);
  if (json) return printJson(terminal, items);
  if (items.length === 0) return terminal.tell('No provider has contradicted itself.');
  terminal.print(formatTable(header, items.map(rowOf)));
  if (items.length === mostContradictions)
    terminal.tell(`These are the newest ${mostContradictions}; there may be more.`);
};

export const addIncidentCommands = (incidents: Command, needs: Needs): void => {
  incidents
    .command('list')
    .description('show what a provider called failed after it had called it paid')
    .option('--shop <name>', 'of this shop only')
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) => list(needs, options));
};
