import type { OneOf, SettlementLineFaults, SettlementProblem } from '#platform/refusals';
import { printable } from './printable.ts';
import { speak } from './setup-fault-words.ts';

const describeFault: (fault: OneOf<SettlementLineFaults>) => string = speak<SettlementLineFaults>({
  // A parser's words quote the file.
  malformed: ({ message }) => printable(message),
  column_missing: ({ column }) => `there is no column ${printable(column)}`,
  reference_too_long: ({ limit }) =>
    `the reference is longer than ${limit} characters, or names more than 100 attempts`,
  direction_unknown: ({ word }) => `the mapping does not say whether "${printable(word)}" is a payment or a payout`,
  currency_malformed: ({ currency }) => `"${printable(currency)}" is not a currency code such as USD`,
  amount_malformed: ({ amount }) => `"${printable(amount)}" is not an amount such as 1000.00`,
  amount_too_fine: ({ amount, currency, decimals }) =>
    `${amount}: ${currency} amounts have at most ${decimals} decimals`,
  amount_nothing: () => 'the amount is nothing',
  day_malformed: ({ day, form }) => `"${printable(day)}" is not a day as ${form}`,
});

/** One line for each line of the file that cannot be read. */
export const describeSettlementProblems = (file: string, problems: readonly SettlementProblem[]): string =>
  problems.map((problem) => `${file}:${problem.line}: ${describeFault(problem)}`).join('\n');
