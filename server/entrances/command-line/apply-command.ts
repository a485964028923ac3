import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { readSetupFile, type Change, type Plan } from '#features/setup';
import { messageOf } from '#platform/errors';
import { OperatorRefusal } from '#platform/refusals';
import type { Uses } from './compose.ts';
import { type Terminal, confirm, paint, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'setup'>;

type Options = {
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly export?: boolean;
};

const marks = {
  create: { mark: '+', colour: 'green' },
  change: { mark: '~', colour: 'yellow' },
  remove: { mark: '-', colour: 'red' },
} as const;

const nameOf = ({ kind, shop, subject }: Pick<Change, 'kind' | 'shop' | 'subject'>): string =>
  `${kind} ${shop === null ? '' : `${shop}: `}${subject}`;

/** `field: before → after` for a change; for anything new the fields as they will be. */
const detailsOf = ({ action, before, after }: Change): string => {
  if (action === 'remove' || after === null) return '';
  return (
    Object.entries(after)
      // Null is nothing: not worth a word where nothing was before either.
      .filter(([field, value]) => JSON.stringify(before?.[field] ?? null) !== JSON.stringify(value))
      .map(([field, value]) =>
        [field, ...(before === null ? [] : [String(before[field] ?? 'none'), '→']), String(value ?? 'none')].join(' '),
      )
      .join(', ')
  );
};

const linesOf = (terminal: Terminal, { changes, unnamed }: Plan): string[] => {
  if (changes.length === 0 && unnamed.length === 0) return ['Nothing to change.'];
  const changing = changes.map((change) => {
    const { mark, colour } = marks[change.action];
    const details = paint(terminal, 'dim', detailsOf(change));
    return `${paint(terminal, colour, `${mark} ${nameOf(change)}`)}  ${details}`.trimEnd();
  });
  const staying = unnamed.map((item) => `  ${nameOf(item)}  not in the file; stays (--prune removes it)`);
  return [...changing, ...staying.map((line) => paint(terminal, 'dim', line))];
};

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new OperatorRefusal('file_unreadable', { path: file, reason: messageOf(error) });
  }
};

const apply = async ({ terminal, setup: uses }: Needs, file: string, options: Options): Promise<void> => {
  const setup = readSetupFile(readText(file), basename(file));
  const isPruning = options.prune === true;
  const plan = await uses.preview(setup, { isPruning });
  // A dry run's answer is the plan; otherwise it is said beside the answer.
  const say = options.dryRun && !options.json ? terminal.print : terminal.tell;
  for (const line of linesOf(terminal, plan)) say(line);
  if (options.dryRun || plan.changes.length === 0) {
    if (options.json) printJson(terminal, { ...plan, applied: false, secrets: [] });
    return;
  }
  const changes = plan.changes.length === 1 ? '1 change' : `${plan.changes.length} changes`;
  await confirm(terminal, `Make ${changes}?`, options.yes === true);
  const { secrets } = await uses.apply(setup, { isPruning, expected: plan });
  if (options.json) return printJson(terminal, { ...plan, applied: true, secrets });
  for (const { shop, endpoint, secret } of secrets) {
    terminal.print(
      `Webhook secret of ${shop}${endpoint === null ? '' : ` for ${endpoint}`}, shown this once: ${secret}`,
    );
  }
  terminal.tell(`Made ${changes}.`);
};

export const addApplyCommand = (command: Command, needs: Needs): void => {
  command
    .option('--dry-run', 'show the plan and change nothing')
    .option('--prune', 'remove routes, tariffs and endpoints of the named shops that the file does not name')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .option('--export', 'print the file that makes the present set-up, which holds no secrets')
    .action(async (file: string | undefined, options: Options) => {
      if ((file === undefined) !== (options.export === true)) {
        throw new OperatorRefusal('export_or_file', {});
      }
      if (file !== undefined) return apply(needs, file, options);
      return needs.terminal.print((await needs.setup.export()).trimEnd());
    });
};
