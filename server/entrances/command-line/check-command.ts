import type { Command } from 'commander';
import { checkInvariants, type Finding } from '#features/reports';
import { printJson, type Session } from './session.ts';
import { paint, type Terminal } from './terminal.ts';

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
const check = async (session: Session, { json }: Options): Promise<boolean> => {
  const findings = await checkInvariants({ database: session.database() });
  const isClean = findings.every(({ violations }) => violations === 0);
  const width = Math.max(...findings.map(({ name }) => name.length));
  if (json) printJson(session.terminal, { ok: isClean, invariants: findings });
  else for (const finding of findings) printFinding(session.terminal, finding, width);
  return isClean;
};

export const addCheckCommand = (command: Command, session: Session, fail: () => void): void => {
  command.option('--json', 'answer in JSON').action(async (options: Options) => {
    if (!(await check(session, options))) fail();
  });
};
