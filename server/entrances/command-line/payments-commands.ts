import type { Command } from 'commander';
import { openAfterSeconds, type OpenAttempt } from '#features/payments';
import { decimal, zero, type Decimal } from '#platform/money';
import { OperatorRefusal } from '#platform/refusals';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { parseAmount } from './parse-amount.ts';
import { shownId } from './parse-shown-id.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'shops' | 'payments'>;

type ListOptions = { readonly shop?: string; readonly all?: boolean; readonly json?: boolean };

const header = ['SHOP', 'PAYMENT', 'STATUS', 'ATTEMPT', 'PROVIDER', 'STATE', 'AMOUNT', 'LOOKS', 'SINCE'];

const rowOf = (attempt: OpenAttempt): string[] => [
  attempt.shop,
  attempt.operationId,
  attempt.status,
  attempt.attemptId,
  attempt.providerId,
  attempt.state,
  `${attempt.amount} ${attempt.currency}`,
  String(attempt.checks),
  formatTime(attempt.since),
];

const list = async ({ terminal, shops, payments }: Needs, { shop: name, all, json }: ListOptions): Promise<void> => {
  const shop = await shops.requireIfNamed(name);
  const filter = { olderThanSeconds: all === true ? 0 : openAfterSeconds, shopId: shop?.shopId ?? null };
  const attempts = await payments.listOpen(filter);
  if (json) {
    return printJson(
      terminal,
      attempts.map(({ shopId: _shopId, ...shown }) => shown),
    );
  }
  if (attempts.length === 0) {
    return terminal.tell(all === true ? 'No attempt is open.' : 'No attempt has been open for over five minutes.');
  }
  terminal.print(formatTable(header, attempts.map(rowOf)));
};

type ResolveOptions = {
  readonly evidence: string;
  readonly amount?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
};

const paidOf = (outcome: string, amount: string | undefined): Decimal => {
  if (outcome === 'paid') {
    if (amount === undefined) throw new OperatorRefusal('attempt_amount_missing', {});
    return decimal(parseAmount(amount));
  }
  if (outcome !== 'void') throw new OperatorRefusal('payment_outcome_unknown', {});
  if (amount !== undefined) throw new OperatorRefusal('attempt_amount_needless', {});
  return zero;
};

const resolve = async (
  { terminal, payments }: Needs,
  [attemptId, outcome]: readonly [string, string],
  { evidence, amount, yes, json }: ResolveOptions,
): Promise<void> => {
  const paid = paidOf(outcome, amount);
  const attempt = await payments.requireOpen(attemptId);
  const what = outcome === 'paid' ? `paid (${paid.toFixed(2)} ${attempt.currency}, to suspense)` : 'void';
  const record = `the attempt of payment ${attempt.operationId} of the shop ${attempt.shop} at ${attempt.providerId} as ${what}`;
  await confirm(terminal, `Record ${record}? Its provider is not asked any more.`, yes === true);
  await payments.resolve(attempt, { paid, evidence });
  if (json) return printJson(terminal, { attemptId, outcome, paid: paid.toFixed(2) });
  terminal.print(`Recorded ${record}.`);
};

export const addPaymentsCommands = (payments: Command, needs: Needs): void => {
  payments
    .command('list')
    .description('show the attempts that have been open for over five minutes')
    .option('--shop <name>', 'of this shop only')
    .option('--all', 'show the younger ones too')
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) => list(needs, options));
  payments
    .command('resolve')
    .argument('<attempt>', 'as `turnpike payments list` shows it', shownId('an attempt', 'payments'))
    .argument('<outcome>', 'paid or void')
    .description('decide about an attempt in the place of its provider')
    .requiredOption('--evidence <text>', 'what says so, for the audit log')
    .option('--amount <amount>', 'what was paid')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((attempt: string, outcome: string, options: ResolveOptions) => resolve(needs, [attempt, outcome], options));
};
