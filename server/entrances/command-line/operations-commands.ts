import { InvalidArgumentError, type Command } from 'commander';
import { lookUpOperations, type LookedUp, type Sought } from '#features/operations';
import { OperatorError } from '#platform/errors';
import { isUuid } from '#platform/ids';
import { formatTable, formatTime } from './format-table.ts';
import { printJson, requireShop, type Session } from './session.ts';

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
  throw new OperatorError('Say what to look for: --number, --id or --identifier, one of them.');
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

const find = async (session: Session, options: Options): Promise<void> => {
  const { terminal } = session;
  const sought = soughtIn(options);
  const database = session.database();
  const shop = options.shop === undefined ? null : await requireShop(database, options.shop);
  const scope = { shopId: shop?.shopId ?? null, limit: mostShown };
  const found = await lookUpOperations({ database, keyRing: await session.keyRing() }, sought, scope);
  if (options.json) return printJson(terminal, found);
  if (found.length === 0) return terminal.tell('No operation.');
  terminal.print(formatTable(header, found.map(rowOf)));
  if (found.length === mostShown) terminal.tell(`These are the newest ${mostShown}; there may be more.`);
};

export const addOperationsCommands = (program: Command, session: Session): void => {
  program
    .command('operations')
    .description('look up operations')
    .command('find')
    .description('find operations of all shops; numbers are shown masked')
    .option('--number <number>', 'by the destination number: card, phone or account')
    .option('--id <id>', 'by the operation id', parseId)
    .option('--identifier <identifier>', "by the merchant's own identifier")
    .option('--shop <name>', 'in this shop only')
    .option('--json', 'answer in JSON')
    .action((options: Options) => find(session, options));
};
