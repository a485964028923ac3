import type { BankFaults, BankProblem, OneOf } from '#platform/refusals';
import { printable } from './printable.ts';
import { speak } from './setup-fault-words.ts';

const describeFault: (fault: OneOf<BankFaults>) => string = speak<BankFaults>({
  // A parser's words quote the file.
  malformed: ({ message }) => printable(message),
  code_twice: ({ bank, first }) => `${bank} stands at ${first} already`,
  name_twice: ({ name, first }) => `${name} stands at ${first} already`,
});

/** One line for each place of the dictionary. */
export const describeBankProblems = (file: string, problems: readonly BankProblem[]): string =>
  problems
    .map((problem) => `${file}: ${problem.place === '' ? '' : `${problem.place}: `}${describeFault(problem)}`)
    .join('\n');
