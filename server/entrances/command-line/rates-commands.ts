import { Argument, InvalidArgumentError, type Command } from 'commander';
import {
  currencyForm,
  feedFormats,
  fetchTable,
  rateFeeds,
  rateForm,
  readWishes,
  type FeedFormat,
  type RateFilter,
} from '#features/rates';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { parseTime } from './parse-time.ts';
import { readBounded } from './read-bounded.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'rates'>;

const parseCurrency = (text: string): string => {
  if (currencyForm.test(text)) return text;
  throw new InvalidArgumentError('Give a currency code such as RUB or USDT.');
};

const parseRate = (text: string): string => {
  if (rateForm.test(text)) return text;
  throw new InvalidArgumentError('Give a rate above zero with at most ten decimals, such as 0.0125.');
};

const parseSource = (text: string): string => {
  if (/^\S.{0,138}\S$|^\S$/.test(text)) return text;
  throw new InvalidArgumentError('Give a name of at most 140 characters.');
};

type SetOptions = {
  readonly source: string;
  readonly validFrom?: Date;
  readonly validUntil?: Date;
  readonly yes?: boolean;
  readonly json?: boolean;
};

const set = async (
  { terminal, rates }: Needs,
  [from, to, rate]: readonly [string, string, string],
  options: SetOptions,
): Promise<void> => {
  const { source, validFrom = null, validUntil = null } = options;
  const [present] = await rates.list({ from, to, source });
  const begins = validFrom === null ? 'from now on' : `from ${formatTime(validFrom)}`;
  const ends = validUntil === null ? '' : ` until ${formatTime(validUntil)}`;
  const instead = present === undefined ? '' : ` In force now: ${present.rate}.`;
  const question = `Set 1 ${from} = ${rate} ${to} by ${source}, ${begins}${ends}?${instead}`;
  await confirm(terminal, question, options.yes === true);
  const written = await rates.set({ from, to, source, rate, validFrom, validUntil });
  if (options.json) return printJson(terminal, written);
  const until = written.validUntil === null ? '' : ` until ${formatTime(written.validUntil)}`;
  terminal.print(`1 ${from} = ${written.rate} ${to} by ${source}, from ${formatTime(written.validFrom)}${until}.`);
};

type ListOptions = Pick<RateFilter, 'from' | 'to' | 'source'> & {
  readonly all?: boolean;
  readonly json?: boolean;
};

const mostListed = 1_000;

const list = async ({ terminal, rates: uses }: Needs, { all = false, json, ...filter }: ListOptions): Promise<void> => {
  const rates = await uses.list({ ...filter, isHistory: all, limit: mostListed + 1 });
  const shown = rates.slice(0, mostListed);
  if (rates.length > mostListed) {
    terminal.tell(`Only the first ${mostListed} are shown; name a pair or a source.`);
  }
  if (json) return printJson(terminal, shown);
  const rows = shown.map(({ from, to, source, rate, validFrom, validUntil, state }) => [
    from,
    to,
    source,
    rate,
    formatTime(validFrom),
    formatTime(validUntil),
    state,
  ]);
  const header = ['FROM', 'TO', 'SOURCE', 'RATE', 'VALID FROM', 'VALID UNTIL', 'STATE'];
  terminal.print(formatTable(header, rows));
};

// Longer than any table may be: reading more of a wrong file would be for nothing.
const mostFileBytes = 1_048_576;

type ImportOptions = {
  readonly into?: readonly string[];
  readonly as?: readonly string[];
  readonly yes?: boolean;
  readonly json?: boolean;
};

/** Central banks publish at least that often, holidays included. */
const daysWorthMention = 14;

const importTable = async (
  { terminal, rates: uses }: Needs,
  [format, place]: readonly [FeedFormat, string],
  options: ImportOptions,
): Promise<void> => {
  const wishes = readWishes(options.into ?? [], options.as ?? []);
  const { source, read } = rateFeeds[format];
  const table = read(await (/^https?:\/\//.test(place) ? fetchTable(place) : readBounded(place, mostFileBytes)));
  const taken = { source, table, wishes };
  const plan = await uses.plan(taken);
  const daysOld = Math.floor((Date.now() - table.validFrom.getTime()) / 86_400_000);
  if (plan.fresh.length > 0 && daysOld >= daysWorthMention) terminal.tell(`The table is ${daysOld} days old.`);
  const what = `${plan.fresh.length} rates of ${source} for ${table.day}, from ${formatTime(table.validFrom)}`;
  if (plan.known > 0) terminal.tell(`On record already, or newer: ${plan.known}.`);
  if (plan.disputed.length > 0) {
    terminal.tell(`On record for the same day with another figure, which stays: ${plan.disputed.join(', ')}.`);
  }
  if (plan.lost.length > 0) {
    terminal.tell(`Left out, too small for the decimals of a quote: ${plan.lost.join(', ')}.`);
  }
  if (plan.fresh.length > 0) await confirm(terminal, `Take up ${what}?`, options.yes === true);
  const made = plan.fresh.length === 0 ? plan : await uses.takeUp(taken);
  const { fresh, known, disputed, lost } = made;
  if (options.json) {
    const rates = fresh.map(({ rate, ...pair }) => ({ ...pair, rate: rate.toFixed() }));
    return printJson(terminal, { day: table.day, validFrom: table.validFrom, rates, known, disputed, lost });
  }
  terminal.print(fresh.length === 0 ? 'Nothing to change.' : `Took up ${what}.`);
};

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export const addRatesCommands = (rates: Command, needs: Needs): void => {
  rates
    .command('set')
    .argument('<from>', 'the currency of operations', parseCurrency)
    .argument('<to>', 'the currency that a shop settles in', parseCurrency)
    .argument('<rate>', 'what one unit of the first is worth in the second', parseRate)
    .description('give a pair a new rate; the present one of the same source ends where it begins')
    .requiredOption('--source <name>', 'whose rate it is', parseSource)
    .option('--valid-from <time>', 'when it begins; now if left out', parseTime)
    .option('--valid-until <time>', 'when it ends; when it is succeeded if left out', parseTime)
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((from: string, to: string, rate: string, options: SetOptions) => set(needs, [from, to, rate], options));
  rates
    .command('import')
    .addArgument(new Argument('<format>', 'who published it').choices(feedFormats))
    .argument('<file|url>', 'the table as it was published')
    .description("take up a central bank's table of daily rates")
    .option('--into <currency>', "lead to this currency instead of the table's own; may be repeated", collect)
    .option('--as <currency=other>', 'let one count for another as well, such as USD=USDT; may be repeated', collect)
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((format: FeedFormat, place: string, options: ImportOptions) =>
      importTable(needs, [format, place], options),
    );
  rates
    .command('list')
    .description('show the rates in force')
    .option('--from <currency>', 'of this currency only', parseCurrency)
    .option('--to <currency>', 'into this currency only', parseCurrency)
    .option('--source <name>', 'of this source only')
    .option('--all', 'past and scheduled ones too')
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) => list(needs, options));
};
