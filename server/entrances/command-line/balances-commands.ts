import type { Command } from 'commander';
import type { Shop } from '#features/merchants';
import { OperatorRefusal } from '#platform/refusals';
import { decimal, formatAmount, scaleOf, type Money } from '#platform/money';
import type { Uses } from './compose.ts';
import { formatTable } from './format-table.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'shops' | 'balances'>;

type MoveOptions = {
  readonly currency?: string;
  readonly reference?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
};

const amountForm = /^\d{1,15}(\.\d{1,6})?$/;

const moneyOf = (amount: string, currency: string): Money => {
  if (!amountForm.test(amount)) throw new OperatorRefusal('amount_malformed', { amount });
  const money = { amount: decimal(amount), currency };
  if (!money.amount.round(scaleOf(currency)).eq(money.amount)) {
    throw new OperatorRefusal('amount_too_fine', { currency, decimals: scaleOf(currency) });
  }
  return money;
};

const moneyText = ({ amount, currency }: Money): string => `${formatAmount(amount, currency)} ${currency}`;

const verbs = {
  deposit: { ask: 'Deposit', preposition: 'to', done: 'Deposited' },
  withdraw: { ask: 'Withdraw', preposition: 'from', done: 'Withdrew' },
} as const;

const move = async (
  { terminal, shops, balances }: Needs,
  verb: keyof typeof verbs,
  [shopName, amountText]: readonly [string, string],
  options: MoveOptions,
): Promise<void> => {
  const { ask, preposition, done } = verbs[verb];
  const shop = await shops.require(shopName);
  const currency = options.currency ?? shop.settlementCurrency;
  if (currency !== shop.settlementCurrency) {
    const { name, settlementCurrency } = shop;
    throw new OperatorRefusal('wrong_settlement_currency', { shop: name, settlementCurrency, currency });
  }
  const amount = moneyOf(amountText, currency);
  const what = `${moneyText(amount)} ${preposition} the ${shop.mode} shop ${shop.name}`;
  await confirm(terminal, `${ask} ${what}?`, options.yes === true);
  const { reference } = options;
  const order = { shopId: shop.shopId, amount, ...(reference === undefined ? {} : { reference }) };
  const result = await balances[verb](order);
  if (options.json) return printJson(terminal, result);
  terminal.print(
    `${done} ${what}${result.isRepeated ? ' earlier; nothing moved now' : ''}: transaction ${result.transactionId}.`,
  );
};

const balancesOf = async ({ balances }: Needs, shop: Shop) =>
  (await balances.list(shop)).map(({ currency, available, reserved }) => ({
    shop: shop.name,
    currency,
    available: formatAmount(available.amount, currency),
    reserved: formatAmount(reserved.amount, currency),
  }));

type ListOptions = { readonly shop?: string; readonly json?: boolean };

const list = async (needs: Needs, options: ListOptions): Promise<void> => {
  const named = await needs.shops.requireIfNamed(options.shop);
  const shops = named === null ? await needs.shops.list() : [named];
  const balances = (await Promise.all(shops.map((shop) => balancesOf(needs, shop)))).flat();
  if (options.json) return printJson(needs.terminal, balances);
  const rows = balances.map(({ shop, currency, available, reserved }) => [shop, currency, available, reserved]);
  needs.terminal.print(formatTable(['SHOP', 'CURRENCY', 'AVAILABLE', 'RESERVED'], rows));
};

export const addBalancesCommands = (balances: Command, needs: Needs): void => {
  for (const verb of ['deposit', 'withdraw'] as const) {
    balances
      .command(`${verb} <shop> <amount>`)
      .description(verb === 'deposit' ? 'credit money that a shop brought in' : 'take out money of a shop')
      .option('--currency <code>', "instead of the shop's settlement currency")
      .option('--reference <text>', 'your own name for this movement; repeating it moves nothing')
      .option('--yes', 'do not ask')
      .option('--json', 'answer in JSON')
      .action((shop: string, amount: string, options: MoveOptions) => move(needs, verb, [shop, amount], options));
  }
  balances
    .command('list')
    .description('show what shops have')
    .option('--shop <name>', 'of this shop only')
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) => list(needs, options));
};
