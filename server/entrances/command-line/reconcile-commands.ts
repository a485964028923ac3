import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  mostMappingBytes,
  readMapping,
  resolutionWays,
  type Mismatch,
  type ResolutionWay,
  type SettlementSource,
  type SettlementSurvey,
} from '#features/reconciliation';
import { messageOf } from '#platform/errors';
import { isUuid } from '#platform/ids';
import { formatAmount, type Currency, type Decimal } from '#platform/money';
import { OperatorRefusal } from '#platform/refusals';
import type { Uses } from './compose.ts';
import { createProgress } from './progress.ts';
import { listDue, listFiles, listMismatches, lineNamesOf, showFile } from './print-reconciliation.ts';
import { readBounded } from './read-bounded.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'shops' | 'reconciliation'>;

const moneyText = (amount: Decimal, currency: Currency): string => `${formatAmount(amount, currency)} ${currency}`;

type ImportOptions = {
  readonly provider: string;
  readonly mapping: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
};

/** Read as often as it is needed, in pieces. */
const sourceOf = async (path: string): Promise<SettlementSource> => {
  try {
    if ((await stat(path)).isFile()) return { name: basename(path), open: () => createReadStream(path) };
  } catch (error) {
    throw new OperatorRefusal('file_unreadable', { path, reason: messageOf(error) });
  }
  throw new OperatorRefusal('file_unreadable', { path, reason: 'it is no file' });
};

const shownSurvey = ({ lines, scopes, period }: SettlementSurvey) => ({
  lines,
  period,
  totals: scopes.map(({ direction, currency, lines: count, amount, fee }) => ({
    direction,
    currency,
    lines: count,
    amount: formatAmount(amount, currency),
    fee: formatAmount(fee, currency),
  })),
});

const describeSurvey = ({ lines, scopes, period }: SettlementSurvey): string => {
  const totals = scopes.map(
    ({ direction, currency, lines: count, amount, fee }) =>
      `${count} of ${direction}s with ${moneyText(amount, currency)} (fee: ${moneyText(fee, currency)})`,
  );
  const days =
    period === null ? '' : `, from ${period.from.toISOString()} to ${period.to.toISOString()}, complete for that time`;
  return `${lines} lines${totals.length === 0 ? '' : `: ${totals.join(', ')}`}${days}.`;
};

const importFile = async (needs: Needs, path: string, options: ImportOptions): Promise<void> => {
  const { terminal, reconciliation } = needs;
  const { provider: providerId, json = false } = options;
  const mapping = readMapping(await readBounded(options.mapping, mostMappingBytes), options.mapping);
  const order = { source: await sourceOf(path), providerId, mapping };
  const survey = await reconciliation.survey(order);
  if (options.dryRun) {
    return json ? printJson(terminal, shownSurvey(survey)) : terminal.print(describeSurvey(survey));
  }
  terminal.tell(describeSurvey(survey));
  await confirm(terminal, `Match them with the attempts at ${providerId}, and settle what fits?`, options.yes === true);
  const bars = {
    'lines written': createProgress(terminal, 'lines written', false),
    'lines matched': createProgress(terminal, 'lines matched', false),
  };
  const { fileId, isRepeated } = await reconciliation.import(order, survey, (phase, progress) => bars[phase](progress));
  if (isRepeated && !json) terminal.tell('This file was imported before; nothing changed.');
  return showFile(needs, fileId, { json });
};

type ListOptions = {
  readonly shop?: string;
  readonly provider?: string;
  readonly file?: string;
  readonly json?: boolean;
};

const list = async (needs: Needs, { shop: name, provider, file, json = false }: ListOptions): Promise<void> => {
  const shop = await needs.shops.requireIfNamed(name);
  const filter = { shopId: shop?.shopId ?? null, providerId: provider ?? null, fileId: file ?? null };
  return listMismatches(needs, filter, { json });
};

type DueOptions = Omit<ListOptions, 'file'> & { readonly csv?: boolean };

const due = async (needs: Needs, { shop: name, provider, csv = false, json = false }: DueOptions): Promise<void> => {
  const shop = await needs.shops.requireIfNamed(name);
  return listDue(needs, { shopId: shop?.shopId ?? null, providerId: provider ?? null }, { csv, json });
};

type ResolveOptions = {
  readonly by: ResolutionWay;
  readonly reason: string;
  readonly attempt?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
};

const questionOf = (
  { told, due, currency, providerId, direction, kind }: Mismatch,
  options: ResolveOptions,
): string => {
  const beyond = told.minus(due);
  const money = moneyText(beyond.abs(), currency);
  const isOurs = (direction === 'payment') === beyond.gt('0');
  const questions: Readonly<Record<ResolutionWay, string>> = {
    accept: `Settle it as ${providerId} says, with ${money} that the house ${isOurs ? 'keeps' : 'bears'}?`,
    suspense: `Settle it as ${providerId} says, with ${money} in suspense?`,
    dismiss: `Dismiss what ${providerId} says (${kind}, ${moneyText(told, currency)})? Nothing moves.`,
    assign: `Count ${moneyText(told, currency)} of ${providerId} for the attempt ${options.attempt}?`,
  };
  return questions[options.by];
};

const resolve = async ({ terminal, reconciliation }: Needs, name: string, options: ResolveOptions): Promise<void> => {
  const open = await reconciliation.require(name);
  await confirm(terminal, questionOf(open.shown, options), options.yes === true);
  const { by: way, reason, attempt: attemptId = null } = options;
  await reconciliation.resolve(open, { way, reason, attemptId });
  const { kind, lines } = open.shown;
  if (options.json) return printJson(terminal, { mismatch: name, kind, way, lines });
  terminal.print(`Resolved ${name} (${kind}, ${lineNamesOf(open.shown)}): ${way}.`);
};

const parseId = (text: string): string => {
  if (isUuid(text)) return text;
  throw new InvalidArgumentError('Give an id as `turnpike reconcile` shows it.');
};

const parseMismatch = (text: string): string => {
  if (isUuid(text.replace(/:\d{1,9}$/, ''))) return text.toLowerCase();
  throw new InvalidArgumentError('Give an attempt, or a file and a line, as `turnpike reconcile list` shows them.');
};

export const addReconcileCommands = (reconcile: Command, needs: Needs): void => {
  reconcile
    .command('import')
    .argument('<file>', "the provider's settlement file")
    .description('match what a provider says it settled, and take it off its clearing accounts')
    .requiredOption('--provider <id>', 'whose file it is')
    .requiredOption('--mapping <file>', 'a YAML file that says what its columns mean')
    .option('--dry-run', 'only read it, and say what is in it')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((file: string, options: ImportOptions) => importFile(needs, file, options));
  reconcile
    .command('show')
    .argument('[file]', 'its id; all files if left out', parseId)
    .description('show what became of the lines of a file, or which files there are')
    .option('--provider <id>', 'of this provider only')
    .option('--json', 'answer in JSON')
    .action((fileId: string | undefined, { provider, json = false }: { provider?: string; json?: boolean }) =>
      fileId === undefined ? listFiles(needs, provider ?? null, { json }) : showFile(needs, fileId, { json }),
    );
  reconcile
    .command('list')
    .description('show what files and ledger disagree about')
    .option('--shop <name>', 'of this shop only')
    .option('--provider <id>', 'of this provider only')
    .option('--file <id>', 'of this file only', parseId)
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) => list(needs, options));
  reconcile
    .command('due')
    .description('show what no file has settled yet')
    .option('--shop <name>', 'of this shop only')
    .option('--provider <id>', 'of this provider only')
    .option('--csv', 'as a provider could write it')
    .option('--json', 'answer in JSON')
    .action((options: DueOptions) => due(needs, options));
  reconcile
    .command('resolve')
    .argument('<mismatch>', 'an attempt, or <file>:<line>, as `turnpike reconcile list` shows it', parseMismatch)
    .description('decide about a mismatch')
    .addOption(new Option('--by <way>', 'what to do').choices([...resolutionWays]).makeOptionMandatory())
    .requiredOption('--reason <text>', 'why, for the audit log')
    .option('--attempt <id>', 'with --by assign: the attempt that the line is about', parseId)
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((name: string, options: ResolveOptions) => resolve(needs, name, options));
};
