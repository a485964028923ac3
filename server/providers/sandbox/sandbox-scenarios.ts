import { sandboxRows, type SandboxOutcome } from '#generated/shared/sandbox';
import { formatAmount, type Money } from '#platform/money';

/** What the table of magic amounts says about this amount in this direction. */
export const scenarioOf = (amount: Money, direction: 'payment' | 'payout'): SandboxOutcome => {
  const kopecks = formatAmount(amount.amount, amount.currency).slice(-2);
  const row = sandboxRows.find((candidate) => candidate.kopecks === kopecks && candidate[direction] !== null);
  const chosen = (row ?? sandboxRows.find((candidate) => candidate.kopecks === '*'))?.[direction];
  if (!chosen) throw new Error('The sandbox table has a row for every other amount.');
  return chosen;
};

/** The provider whose turn comes first declines where the table says that the second accepts. */
export const isFirst = (providerId: string): boolean => providerId.endsWith('-1');
