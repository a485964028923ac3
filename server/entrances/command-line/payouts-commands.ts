import type { Command } from 'commander';
import { stuckAfterSeconds, type OpenLeg } from '#features/payouts';
import { OperatorRefusal } from '#platform/refusals';
import { decimal, zero, type Decimal } from '#platform/money';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { parseAmount } from './parse-amount.ts';
import { shownId } from './parse-shown-id.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'shops' | 'payouts'>;

type ListOptions = { readonly shop?: string; readonly all?: boolean; readonly json?: boolean };

const rowOf = (leg: OpenLeg): string[] => [
  leg.shop,
  leg.operationId,
  String(leg.leg),
  leg.attemptId,
  leg.providerId,
  leg.state,
  `${leg.amount} ${leg.currency}`,
  leg.paid,
  leg.number ?? '',
  String(leg.checks),
  formatTime(leg.createdAt),
];

const header = [
  'SHOP',
  'PAYOUT',
  'LEG',
  'ATTEMPT',
  'PROVIDER',
  'STATE',
  'AMOUNT',
  'PAID',
  'NUMBER',
  'LOOK-UPS',
  'SINCE',
];

const list = async ({ terminal, shops, payouts }: Needs, { shop: name, all, json }: ListOptions): Promise<void> => {
  const shop = await shops.requireIfNamed(name);
  const filter = { olderThanSeconds: all === true ? 0 : stuckAfterSeconds, shopId: shop?.shopId ?? null };
  const legs = await payouts.listOpen(filter);
  if (json)
    return printJson(
      terminal,
      legs.map(({ shopId: _shopId, ...shown }) => shown),
    );
  if (legs.length === 0) {
    return terminal.tell(all === true ? 'No payout is open.' : 'No payout has been open for over five minutes.');
  }
  terminal.print(formatTable(header, legs.map(rowOf)));
};

type ResolveOptions = {
  readonly evidence: string;
  readonly amount?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
};

const paidOf = (outcome: string, amount: string | undefined, whole: string): Decimal => {
  if (outcome === 'failed') {
    if (amount !== undefined) throw new OperatorRefusal('failed_leg_with_amount', {});
    return zero;
  }
  return decimal(amount === undefined ? whole : parseAmount(amount));
};

const resolve = async (
  { terminal, payouts }: Needs,
  [attemptId, outcome]: readonly [string, string],
  { evidence, amount, yes, json }: ResolveOptions,
): Promise<void> => {
  if (outcome !== 'paid' && outcome !== 'failed') throw new OperatorRefusal('outcome_unknown', {});
  const leg = await payouts.requireOpen(attemptId);
  const paid = paidOf(outcome, amount, leg.amount);
  const what = outcome === 'paid' ? `paid (${paid.toFixed(2)} ${leg.currency})` : 'failed';
  const record = `leg ${leg.leg} of payout ${leg.operationId} of the shop ${leg.shop} as ${what}`;
  await confirm(terminal, `Record ${record}? Its provider is not asked.`, yes === true);
  await payouts.resolve(leg, paid, evidence);
  if (json) return printJson(terminal, { attemptId, outcome, paid: paid.toFixed(2) });
  terminal.print(`Recorded ${record}.`);
};

export const addPayoutsCommands = (payouts: Command, needs: Needs): void => {
  payouts
    .command('list')
    .description('show the legs that have been open for over five minutes')
    .option('--shop <name>', 'of this shop only')
    .option('--all', 'show the younger ones too')
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) => list(needs, options));
  payouts
    .command('resolve')
    .argument('<attempt>', 'as `turnpike payouts list` shows it', shownId('an attempt', 'payouts'))
    .argument('<outcome>', 'paid or failed')
    .description('decide about a leg in the place of its provider')
    .requiredOption('--evidence <text>', 'what says so, for the audit log')
    .option('--amount <amount>', 'what was paid, when it was less than the leg')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((attempt: string, outcome: string, options: ResolveOptions) => resolve(needs, [attempt, outcome], options));
};
