import { Option, type Command } from 'commander';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { parseTime } from './parse-time.ts';
import { shownId } from './parse-shown-id.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'maintenance'>;
type Window = Awaited<ReturnType<Uses['maintenance']['list']>>[number];

const whatOf = ({ direction, method }: Pick<Window, 'direction' | 'method'>): string =>
  [method, direction === null ? null : `${direction}s`].filter((part) => part !== null).join(' ') || 'everything';

type PlanOptions = {
  readonly from?: Date;
  readonly until: Date;
  readonly direction?: 'payment' | 'payout';
  readonly method?: string;
  readonly reason: string;
  readonly yes?: boolean;
  readonly json?: boolean;
};

const plan = async ({ terminal, maintenance }: Needs, providerId: string, options: PlanOptions): Promise<void> => {
  const window = {
    providerId,
    direction: options.direction ?? null,
    method: options.method ?? null,
    startsAt: options.from ?? new Date(),
    endsAt: options.until,
    reason: options.reason,
  };
  const times = `from ${formatTime(window.startsAt)} until ${formatTime(window.endsAt)}`;
  const what = `${whatOf(window)} of ${providerId} ${times}`;
  await confirm(terminal, `Send no new orders for ${what}?`, options.yes === true);
  const planned = await maintenance.plan(window);
  if (options.json) return printJson(terminal, planned);
  terminal.print(`Planned ${planned.windowId}: no new orders for ${what}.`);
};

type EndOptions = { readonly yes?: boolean; readonly json?: boolean };

const end = async ({ terminal, maintenance }: Needs, windowId: string, options: EndOptions): Promise<void> => {
  await confirm(terminal, `End the maintenance ${windowId} now?`, options.yes === true);
  const ended = await maintenance.end(windowId);
  if (options.json) return printJson(terminal, { windowId, ended: true });
  terminal.print(`Ended: ${ended.providerId} gets orders for ${whatOf(ended)} again.`);
};

type ListOptions = { readonly all?: boolean; readonly json?: boolean };

const list = async ({ terminal, maintenance }: Needs, { all, json }: ListOptions): Promise<void> => {
  const windows = await maintenance.list({ isPastIncluded: all === true });
  if (json) return printJson(terminal, windows);
  if (windows.length === 0) return terminal.tell('No maintenance is planned.');
  const rows = windows.map((window) => [
    window.windowId,
    window.providerId,
    whatOf(window),
    formatTime(window.startsAt),
    formatTime(window.endsAt),
    window.reason,
  ]);
  terminal.print(formatTable(['WINDOW', 'PROVIDER', 'WHAT', 'FROM', 'UNTIL', 'REASON'], rows));
};

export const addMaintenanceCommands = (maintenance: Command, needs: Needs): void => {
  maintenance
    .command('plan <provider>')
    .description('plan a time in which a provider gets no new orders')
    .option('--from <time>', 'when it begins; now unless told', parseTime)
    .requiredOption('--until <time>', 'when it ends', parseTime)
    .addOption(new Option('--direction <direction>', 'of one direction only').choices(['payment', 'payout']))
    .option('--method <method>', 'of one method only')
    .requiredOption('--reason <text>', 'for the audit log')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((providerId: string, options: PlanOptions) => plan(needs, providerId, options));
  maintenance
    .command('end')
    .argument('<window>', 'as `turnpike maintenance list` shows it', shownId('a window', 'maintenance'))
    .description('end a maintenance now, or never let it begin')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((windowId: string, options: EndOptions) => end(needs, windowId, options));
  maintenance
    .command('list')
    .description('show what is planned')
    .option('--all', 'show what is over too')
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) => list(needs, options));
};
