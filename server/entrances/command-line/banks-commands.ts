import type { Command } from 'commander';
import { changesNothing, mostDictionaryBytes, readDictionary, type BankPlan } from '#features/banks';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { readBounded } from './read-bounded.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'banks'>;

const describePlan = ({ joining, returning, renamed, leaving, aliasesLost }: BankPlan): readonly string[] => [
  ...joining.map(({ code, name }) => `+ ${code} ${name}`),
  ...returning.map(({ code, name }) => `+ ${code} ${name} (returns)`),
  ...renamed.map(({ code, before, after }) => `~ ${code} ${before} → ${after}`),
  ...leaving.map(({ code, name }) => `- ${code} ${name}`),
  ...aliasesLost.map(({ alias, code, nameOf }) => `- the alias ${alias} of ${code}: it is the name of ${nameOf}`),
];

type ImportOptions = { readonly yes?: boolean; readonly json?: boolean };

const importFile = async ({ terminal, banks }: Needs, file: string, options: ImportOptions): Promise<void> => {
  const dictionary = readDictionary(await readBounded(file, mostDictionaryBytes), file);
  const plan = await banks.plan(dictionary);
  const isDone = changesNothing(plan);
  if (!isDone) {
    const { joining, returning, renamed, leaving, members } = plan;
    for (const line of describePlan(plan)) terminal.tell(line);
    const counts = `${joining.length + returning.length} join, ${renamed.length} are renamed, ${leaving.length} leave`;
    await confirm(terminal, `Change the banks? Of ${members} then, ${counts}.`, options.yes === true);
    await banks.import(dictionary, plan);
  }
  if (options.json) return printJson(terminal, plan);
  terminal.print(isDone ? 'Nothing to change.' : `Took up ${plan.members} banks.`);
};

type ListOptions = { readonly all?: boolean; readonly json?: boolean };

const list = async ({ terminal, banks }: Needs, { all = false, json }: ListOptions): Promise<void> => {
  const shown = (await banks.list()).filter(({ has_left: hasLeft }) => all || !hasLeft);
  if (json) {
    const items = shown.map(({ code, name, aliases, bank_tier: tier, left_at: leftAt }) => ({
      bankCode: code,
      bankName: name,
      tier,
      aliases,
      leftAt,
    }));
    return printJson(terminal, items);
  }
  const rows = shown.map(({ code, name, aliases, bank_tier: tier, left_at: leftAt }) => [
    code,
    name,
    tier,
    formatTime(leftAt),
    aliases.join(', '),
  ]);
  terminal.print(formatTable(['CODE', 'NAME', 'TIER', 'LEFT', 'ALIASES'], rows));
};

export const addBanksCommands = (banks: Command, needs: Needs): void => {
  banks
    .command('import')
    .argument('<file>', 'the dictionary as the payment system publishes it, in JSON')
    .description('make the members of the payment system those of its dictionary')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((file: string, options: ImportOptions) => importFile(needs, file, options));
  banks
    .command('list')
    .description('show the members of the payment system, which payouts can name')
    .option('--all', 'those that left, too')
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) => list(needs, options));
};
