import type { Command } from 'commander';
import type { Finding } from '#features/reports';
import type { Uses } from './compose.ts';
import { type Terminal, paint, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'reports'>;

const shownExamples = 3;

const printFinding = (terminal: Terminal, { name, sentence, violations, examples }: Finding, width: number): void => {
  const label = name.padEnd(width);
  if (violations === 0) return terminal.print(`${label}  ${paint(terminal, 'green', 'ok')}`);
  const count = `${violations} violation${violations === 1 ? '' : 's'}`;
  terminal.print(`${label}  ${paint(terminal, 'red', count)}  ${sentence}`);
  for (const example of examples.slice(0, shownExamples)) terminal.print(`  ${JSON.stringify(example)}`);
};

type Options = { readonly json?: boolean };

/** Answers whether every invariant holds. */
const check = async ({ terminal, reports }: Needs, { json }: Options): Promise<boolean> => {
  const findings = await reports.check();
  const isClean = findings.every(({ violations }) => violations === 0);
  const width = Math.max(...findings.map(({ name }) => name.length));
  if (json) printJson(terminal, { ok: isClean, invariants: findings });
  else for (const finding of findings) printFinding(terminal, finding, width);
  return isClean;
};

export const addCheckCommand = (command: Command, needs: Needs, fail: () => void): void => {
  command.option('--json', 'answer in JSON').action(async (options: Options) => {
    if (!(await check(needs, options))) fail();
  });
};
