import { InvalidArgumentError, type Command } from 'commander';
import {
  mostListed,
  planSuspenseSettlement,
  ways,
  type SuspenseSettlementPlan,
  type SuspenseCause,
  type SuspenseItem,
  type Way,
} from '#features/suspense';
import { RequestError } from '#platform/errors';
import { OperatorRefusal } from '#platform/refusals';
import { decimal, formatAmount, zero, type Currency, type Decimal } from '#platform/money';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { shownId } from './parse-shown-id.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'shops' | 'suspense'>;

const parseAmount = (text: string): Decimal => {
  if (/^\d{1,15}(\.\d{1,6})?$/.test(text)) return decimal(text);
  throw new InvalidArgumentError('Give an amount such as 1000.00.');
};

const moneyText = (amount: Decimal, currency: Currency): string => `${formatAmount(amount, currency)} ${currency}`;

const causes = {
  late_payment: () => 'paid beyond what the payment counts',
  late_payout: (leg: number) => `leg ${leg} paid after it had failed`,
  overpaid_payout: (leg: number) => `leg ${leg} paid more than it was to send`,
  returned_payout: (leg: number) => `leg ${leg} came back after it was paid`,
} as const satisfies Readonly<Record<SuspenseCause, (leg: number) => string>>;

type ListOptions = { readonly shop?: string; readonly all?: boolean; readonly json?: boolean };

const header = ['SHOP', 'OPERATION', 'ATTEMPT', 'PROVIDER', 'OPEN', 'SETTLED', 'WHAT', 'SINCE'];

const rowOf = (item: SuspenseItem): string[] => [
  item.shop,
  item.operationId,
  item.attemptId,
  item.providerId,
  moneyText(item.open, item.currency),
  formatAmount(item.settled, item.currency),
  causes[item.cause](item.leg),
  formatTime(item.since),
];

const shown = (item: SuspenseItem) => ({
  shop: item.shop,
  operationId: item.operationId,
  merchantOperationId: item.merchantOperationId,
  type: item.type,
  status: item.status,
  attemptId: item.attemptId,
  providerId: item.providerId,
  leg: item.leg,
  open: formatAmount(item.open, item.currency),
  settled: formatAmount(item.settled, item.currency),
  currency: item.currency,
  cause: item.cause,
  since: item.since,
});

const list = async ({ terminal, shops, suspense }: Needs, { shop: name, all, json }: ListOptions): Promise<void> => {
  const shop = await shops.requireIfNamed(name);
  const items = await suspense.list({ shopId: shop?.shopId ?? null, isAll: all === true });
  if (json) return printJson(terminal, items.map(shown));
  if (items.length === 0) return terminal.tell(all ? 'Nothing ever was in suspense.' : 'Nothing is in suspense.');
  terminal.print(formatTable(header, items.map(rowOf)));
  if (items.length === mostListed) terminal.tell(`These are the newest ${mostListed}; there may be more.`);
};

/** What is asked and, once it is done, said: verb first. */
type Sentence = { readonly ask: string; readonly done: string; readonly rest: string };

const creditSentence = ({ item, toShop, commission }: SuspenseSettlementPlan, what: string): Sentence => {
  const inSettlement = (amount: Decimal): string => moneyText(amount, item.quote.settlementCurrency);
  const shop = `the ${item.mode} shop ${item.shop}`;
  const why = `for ${what} (commission: ${inSettlement(commission)})`;
  return toShop.lt(zero)
    ? { ask: 'Charge', done: 'Charged', rest: `${shop} ${inSettlement(toShop.abs())} ${why}` }
    : { ask: 'Credit', done: 'Credited', rest: `${inSettlement(toShop)} to ${shop} ${why}` };
};

const returnRest = ({ item, amount }: SuspenseSettlementPlan, what: string): string => {
  if (item.type === 'payment') return `that ${what} went back to the payer over ${item.providerId}`;
  return `that ${item.providerId} ${amount.gt(zero) ? 'got back' : 'sent out again'} ${what}`;
};

const sentenceOf = (plan: SuspenseSettlementPlan): Sentence => {
  const { item, way, amount } = plan;
  const what = `${moneyText(amount.abs(), item.currency)} of ${item.type} ${item.operationId}`;
  if (way === 'credit') return creditSentence(plan, what);
  if (way === 'return') return { ask: 'Record', done: 'Recorded', rest: returnRest(plan, what) };
  const isOurs = (item.type === 'payment') === amount.gt(zero);
  return { ask: 'Write off', done: 'Wrote off', rest: `${what}, which the house ${isOurs ? 'keeps' : 'bears'}` };
};

type SettleOptions = {
  readonly reason: string;
  readonly amount?: Decimal;
  readonly reference?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
};

const settle = async (
  { terminal, suspense }: Needs,
  way: Way,
  attemptId: string,
  options: SettleOptions,
): Promise<void> => {
  const { reason, amount: asked = null, reference = null } = options;
  const item = await suspense.require(attemptId);
  const earlier = reference === null ? null : await suspense.findSettlement(item, way, { reference, asked });
  if (earlier !== null) {
    if (options.json) return printJson(terminal, earlier);
    return terminal.print(`Settled earlier; nothing moved now: transaction ${earlier.transactionId}.`);
  }
  const plan = planSuspenseSettlement(item, way, asked);
  const { ask, done, rest } = sentenceOf(plan);
  await confirm(terminal, `${ask} ${rest}?`, options.yes === true);
  const result = await suspense.settle(plan, { reason, reference }).catch((error: unknown) => {
    if (!(error instanceof RequestError && error.code === 'insufficient_balance')) throw error;
    const currency = item.quote.settlementCurrency;
    const amount = formatAmount(plan.toShop.abs(), currency);
    throw new OperatorRefusal('charge_not_covered', { shop: item.shop, amount, currency });
  });
  if (options.json) return printJson(terminal, result);
  terminal.print(
    `${done} ${rest}${result.isRepeated ? ' earlier; nothing moved now' : ''}: transaction ${result.transactionId}.`,
  );
};

const descriptions = {
  credit: 'settle with the shop, as if its operation had counted the money: less commission, at the locked rate',
  return: 'record that the money went back the way it came; no provider is asked to send it',
  'write-off': 'record that the house keeps the money, or bears it',
} as const satisfies Readonly<Record<Way, string>>;

export const addSuspenseCommands = (suspense: Command, needs: Needs): void => {
  suspense
    .command('list')
    .description('show what waits for a decision')
    .option('--shop <name>', 'of this shop only')
    .option('--all', 'show what is settled too')
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) => list(needs, options));
  for (const way of ways) {
    suspense
      .command(way)
      .argument('<attempt>', 'as `turnpike suspense list` shows it', shownId('an attempt', 'suspense'))
      .description(descriptions[way])
      .requiredOption('--reason <text>', 'why, for the audit log')
      .option('--amount <amount>', 'a part of what is open; all of it if left out', parseAmount)
      .option('--reference <text>', 'your own name for this decision; repeating it moves nothing')
      .option('--yes', 'do not ask')
      .option('--json', 'answer in JSON')
      .action((attempt: string, options: SettleOptions) => settle(needs, way, attempt, options));
  }
};
