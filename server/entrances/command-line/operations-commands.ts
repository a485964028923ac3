import { InvalidArgumentError, Option, type Command } from 'commander';
import { nextStatuses, type LookedUp, type OperationType, type Sought, type StoredStatus } from '#features/operations';
import { OperatorRefusal } from '#platform/refusals';
import { isUuid } from '#platform/ids';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { parseTime } from './parse-time.ts';
import { printOperation } from './print-operation.ts';
import { printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'shops' | 'operations'>;

const mostShown = 100;

const parseId = (text: string): string => {
  if (isUuid(text)) return text;
  throw new InvalidArgumentError('Give an operation id as the API answers it.');
};

type Options = {
  readonly number?: string;
  readonly id?: string;
  readonly identifier?: string;
  readonly shop?: string;
  readonly json?: boolean;
};

const soughtIn = ({ number, id, identifier }: Options): Sought => {
  const sought: Sought[] = [];
  if (number !== undefined) sought.push({ number });
  if (id !== undefined) sought.push({ operationId: id });
  if (identifier !== undefined) sought.push({ merchantOperationId: identifier });
  const [first] = sought;
  if (first !== undefined && sought.length === 1) return first;
  throw new OperatorRefusal('search_unclear', {});
};

const rowOf = (found: LookedUp): string[] => [
  found.shop,
  found.operationId,
  found.type,
  found.status,
  `${found.expectedAmount} ${found.currency}`,
  found.actualAmount,
  found.method,
  found.number ?? '',
  formatTime(found.createdAt),
];

const header = ['SHOP', 'ID', 'TYPE', 'STATUS', 'ASKED', 'ACTUAL', 'METHOD', 'NUMBER', 'CREATED'];

const find = async ({ terminal, shops, operations }: Needs, options: Options): Promise<void> => {
  const sought = soughtIn(options);
  const shop = await shops.requireIfNamed(options.shop);
  const scope = { shopId: shop?.shopId ?? null, limit: mostShown };
  const found = await operations.find(sought, scope);
  if (options.json) return printJson(terminal, found);
  if (found.length === 0) return terminal.tell('No operation.');
  terminal.print(formatTable(header, found.map(rowOf)));
  if (found.length === mostShown) terminal.tell(`These are the newest ${mostShown}; there may be more.`);
};

type ListOptions = {
  readonly shop: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly type?: OperationType;
  readonly status?: StoredStatus;
  readonly after?: string;
  readonly limit: number;
  readonly json?: boolean;
};

const parseLimit = (text: string): number => {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a number from 1 to 9999.');
};

const list = async ({ terminal, shops, operations }: Needs, options: ListOptions): Promise<void> => {
  const { from = null, to: before = null, type = null, status = null, after = null, limit } = options;
  const { shopId } = await shops.require(options.shop);
  const page = await operations.list(shopId, { from, before, type, status }, { after, limit });
  if (options.json) return printJson(terminal, page);
  if (page.operations.length === 0) return terminal.tell('No operation.');
  terminal.print(formatTable(header, page.operations.map(rowOf)));
  if (page.next !== null) terminal.tell(`There are older ones: add --after ${page.next}.`);
};

const show = async (
  { terminal, operations }: Needs,
  id: string,
  { json }: { readonly json?: boolean },
): Promise<void> => {
  const shown = await operations.show(id);
  if (shown === null) throw new OperatorRefusal('operation_not_found', { operationId: id });
  if (json) return printJson(terminal, shown);
  printOperation(terminal, shown);
};

export const addOperationsCommands = (operations: Command, needs: Needs): void => {
  operations
    .command('find')
    .description('find operations of all shops; numbers are shown masked')
    .option('--number <number>', 'by the destination number: card, phone or account')
    .option('--id <id>', 'by the operation id', parseId)
    .option('--identifier <identifier>', "by the merchant's own identifier")
    .option('--shop <name>', 'in this shop only')
    .option('--json', 'answer in JSON')
    .action((options: Options) => find(needs, options));
  operations
    .command('list')
    .description('list the operations of a shop, newest first, those too that no merchant sees')
    .requiredOption('--shop <name>', 'the shop')
    .option('--from <time>', 'not created before this', parseTime)
    .option('--to <time>', 'created before this', parseTime)
    .addOption(new Option('--type <type>', 'only these').choices(['payment', 'payout']))
    .addOption(new Option('--status <status>', 'only these').choices(Object.keys(nextStatuses)))
    .option('--after <id>', 'what follows this operation: the next page', parseId)
    .option('--limit <count>', 'at most so many', parseLimit, 50)
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) => list(needs, options));
  operations
    .command('show')
    .argument('<id>', 'the operation id', parseId)
    .description('show an operation with its attempts, postings, events, deliveries and audit entries')
    .option('--json', 'answer in JSON')
    .action((id: string, options: { readonly json?: boolean }) => show(needs, id, options));
};
