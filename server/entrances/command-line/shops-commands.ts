import type { Command } from 'commander';
import type { ShopRoute, ShopTariff } from '#features/merchants';
import { formatAmount } from '#platform/money';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { printable } from './printable.ts';
import { printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'shops' | 'balances' | 'webhooks'>;

type Options = { readonly json?: boolean };

const list = async ({ terminal, shops }: Needs, { json }: Options): Promise<void> => {
  const found = await shops.list();
  if (json) return printJson(terminal, found);
  const rows = found.map(({ name, merchantName, mode, settlementCurrency, shopId }) => [
    printable(name),
    printable(merchantName),
    mode,
    settlementCurrency,
    shopId,
  ]);
  terminal.print(formatTable(['SHOP', 'MERCHANT', 'MODE', 'SETTLES IN', 'ID'], rows));
};

const routeRow = ({ direction, method, provider, priority, minAmount, maxAmount, active }: ShopRoute): string[] => [
  direction,
  method,
  provider,
  String(priority),
  minAmount,
  maxAmount,
  active ? 'active' : 'inactive',
];

const tariffRow = ({
  direction,
  method,
  tier,
  minAmount,
  maxAmount,
  percent,
  fixed,
  minimum,
}: ShopTariff): string[] => [direction, method, tier, minAmount, maxAmount, percent, fixed, minimum];

const show = async (needs: Needs, name: string, { json }: Options): Promise<void> => {
  const { terminal, shops, webhooks } = needs;
  const shop = await shops.require(name);
  const shown = await shops.show(shop);
  const balances = (await needs.balances.list(shop)).map(({ currency, available, reserved }) => ({
    currency,
    available: formatAmount(available.amount, currency),
    reserved: formatAmount(reserved.amount, currency),
  }));
  const endpoints = await webhooks.endpoints(shop.shopId);
  if (json) return printJson(terminal, { ...shown, balances, endpoints });
  const section = (title: string, header: readonly string[], rows: readonly string[][]): void =>
    terminal.print(`\n${title}\n${rows.length === 0 ? 'none' : formatTable(header, rows)}`);
  terminal.print(
    formatTable(
      ['SHOP', 'MERCHANT', 'MODE', 'SETTLES IN', 'RATES BY', 'KEYS', 'CLIENTS', 'SINCE', 'ID'],
      [
        [
          printable(shown.name),
          printable(shown.merchantName),
          shown.mode,
          shown.settlementCurrency,
          shown.rateSource ?? 'any source',
          `${shown.keys.active} (${shown.keys.revoked} revoked)`,
          `${shown.clients.active} (${shown.clients.revoked} revoked)`,
          formatTime(shown.createdAt),
          shown.shopId,
        ],
      ],
    ),
  );
  section(
    'Balances',
    ['CURRENCY', 'AVAILABLE', 'RESERVED'],
    balances.map((one) => [one.currency, one.available, one.reserved]),
  );
  section('Routes', ['TYPE', 'METHOD', 'PROVIDER', 'PRIORITY', 'FROM', 'TO', ''], shown.routes.map(routeRow));
  section(
    'Tariffs',
    ['TYPE', 'METHOD', 'TIER', 'FROM', 'TO', 'PERCENT', 'FIXED', 'MINIMUM'],
    shown.tariffs.map(tariffRow),
  );
  const endpointRows = endpoints.map((one) => [
    one.isDefault ? 'default' : '',
    one.disabledReason ?? 'enabled',
    one.types?.join(' ') ?? 'every type',
    printable(one.url),
  ]);
  section('Webhook endpoints', ['', 'STATE', 'TYPES', 'URL'], endpointRows);
};

export const addShopsCommands = (shops: Command, needs: Needs): void => {
  shops
    .command('list')
    .description('list shops')
    .option('--json', 'answer in JSON')
    .action((options: Options) => list(needs, options));
  shops
    .command('show <shop>')
    .description('show a shop with its balances, routes, tariffs and endpoints')
    .option('--json', 'answer in JSON')
    .action((name: string, options: Options) => show(needs, name, options));
};
