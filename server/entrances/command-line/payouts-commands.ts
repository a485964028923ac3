import { InvalidArgumentError, type Command } from 'commander';
import {
  createPayoutFactsStore,
  listOpenLegs,
  requireOpenLeg,
  resolvePayoutLeg,
  stuckAfterSeconds,
  type OpenLeg,
} from '#features/payouts';
import { OperatorRefusal } from '#platform/refusals';
import { isUuid } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { decimal, zero, type Decimal } from '#platform/money';
import { formatTable, formatTime } from './format-table.ts';
import { printJson, requireShop, type Session } from './session.ts';
import { confirm } from './terminal.ts';

const parseId = (text: string): string => {
  if (isUuid(text)) return text;
  throw new InvalidArgumentError('Give an attempt as `turnpike payouts list` shows it.');
};

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

const list = async (session: Session, { shop: name, all, json }: ListOptions): Promise<void> => {
  const { terminal } = session;
  const database = session.database();
  const shop = name === undefined ? null : await requireShop(database, name);
  const filter = { olderThanSeconds: all === true ? 0 : stuckAfterSeconds, shopId: shop?.shopId ?? null };
  const legs = await listOpenLegs({ database, keyRing: await session.keyRing() }, filter);
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

type ResolveOptions = { readonly amount?: string; readonly yes?: boolean; readonly json?: boolean };

const paidOf = (outcome: string, amount: string | undefined, whole: string): Decimal => {
  if (outcome === 'failed') {
    if (amount !== undefined) throw new OperatorRefusal('failed_leg_with_amount', {});
    return zero;
  }
  if (amount !== undefined && !/^(?!0*(\.0*)?$)\d{1,9}(\.\d{1,2})?$/.test(amount)) {
    throw new OperatorRefusal('amount_malformed', { amount });
  }
  return decimal(amount ?? whole);
};

const resolve = async (
  session: Session,
  [attemptId, outcome]: readonly [string, string],
  { amount, yes, json }: ResolveOptions,
): Promise<void> => {
  const { terminal, actor } = session;
  if (outcome !== 'paid' && outcome !== 'failed') throw new OperatorRefusal('outcome_unknown', {});
  const database = session.database();
  const leg = await requireOpenLeg({ database, keyRing: await session.keyRing() }, attemptId);
  const paid = paidOf(outcome, amount, leg.amount);
  const what = outcome === 'paid' ? `paid (${paid.toFixed(2)} ${leg.currency})` : 'failed';
  const record = `leg ${leg.leg} of payout ${leg.operationId} of the shop ${leg.shop} as ${what}`;
  await confirm(terminal, `Record ${record}? Its provider is not asked.`, yes === true);
  const needs = {
    database,
    facts: createPayoutFactsStore(database),
    metrics: createMetrics(),
    log: createLog('silent'),
    // Servers look for events by themselves.
    followUp: () => undefined,
  };
  await resolvePayoutLeg(needs, leg, { paid, actor });
  if (json) return printJson(terminal, { attemptId, outcome, paid: paid.toFixed(2) });
  terminal.print(`Recorded ${record}.`);
};

export const addPayoutsCommands = (payouts: Command, session: Session): void => {
  payouts
    .command('list')
    .description('show the legs that have been open for over five minutes')
    .option('--shop <name>', 'of this shop only')
    .option('--all', 'show the younger ones too')
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) => list(session, options));
  payouts
    .command('resolve')
    .argument('<attempt>', 'as `turnpike payouts list` shows it', parseId)
    .argument('<outcome>', 'paid or failed')
    .description('decide about a leg in the place of its provider')
    .option('--amount <amount>', 'what was paid, when it was less than the leg')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((attempt: string, outcome: string, options: ResolveOptions) =>
      resolve(session, [attempt, outcome], options),
    );
};
