import { InvalidArgumentError, type Command } from 'commander';
import type { ListedAudit } from '#features/access';
import { isUuid } from '#platform/ids';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { parseTime } from './parse-time.ts';
import { printable } from './printable.ts';
import { printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'shops' | 'audit'>;

const parseId = (text: string): string => {
  if (isUuid(text)) return text;
  throw new InvalidArgumentError('Give the id of an entry, as the end of a page names it.');
};

const parseLimit = (text: string): number => {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a number from 1 to 9999.');
};

type Options = {
  readonly from?: Date;
  readonly to?: Date;
  readonly actor?: string;
  readonly subject?: string;
  readonly shop?: string;
  readonly after?: string;
  readonly limit: number;
  readonly json?: boolean;
};

const textOf = (value: unknown): string => (value === null ? '' : printable(JSON.stringify(value)));

const rowOf = (entry: ListedAudit): string[] => [
  formatTime(entry.at),
  printable(entry.actor),
  entry.action,
  printable(entry.subject),
  entry.shop ?? '',
  textOf(entry.before),
  textOf(entry.after),
];

const list = async (
  { terminal, shops, audit }: Needs,
  { from, to, actor, subject, shop: name, ...page }: Options,
): Promise<void> => {
  const shop = await shops.requireIfNamed(name);
  const filters = {
    ...(from && { from }),
    ...(to && { before: to }),
    ...(actor !== undefined && { actor }),
    ...(subject !== undefined && { subject }),
    ...(shop && { shopId: shop.shopId }),
  };
  const found = await audit.list(filters, { after: page.after ?? null, limit: page.limit });
  if (page.json) return printJson(terminal, found);
  if (found.entries.length === 0) return terminal.tell('No entry.');
  terminal.print(
    formatTable(['TIME', 'ACTOR', 'ACTION', 'SUBJECT', 'SHOP', 'BEFORE', 'AFTER'], found.entries.map(rowOf)),
  );
  if (found.next !== null) terminal.tell(`There are older entries: add --after ${found.next}.`);
};

export const addAuditCommands = (audit: Command, needs: Needs): void => {
  audit
    .command('list')
    .description('list entries, newest first')
    .option('--from <time>', 'not older than this', parseTime)
    .option('--to <time>', 'older than this', parseTime)
    .option('--actor <actor>', 'by this one, such as cli:anna')
    .option('--subject <subject>', 'about this: a name or an id')
    .option('--shop <name>', 'of this shop only')
    .option('--after <id>', 'what follows this entry: the next page', parseId)
    .option('--limit <count>', 'at most so many', parseLimit, 50)
    .option('--json', 'answer in JSON')
    .action((options: Options) => list(needs, options));
};
