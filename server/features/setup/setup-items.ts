import type { BankTreatment } from '#features/banks';
import { methodSubject, tariffSubject, type MethodSetting, type TariffSetting } from '#features/pricing';
import type { Rate } from '#features/rates';
import { routeSubject, type RouteSetting } from '#features/routes';
import { endpointSubject, toEndpointSetting, type EndpointSetting } from '#features/webhooks';
import { plainNumber } from '#platform/money';
import type { Path } from './read-setup-file.ts';
import type { SetupFile } from './setup-file.ts';
import { ignoredBank, usualBank } from './standard-methods.ts';

export const kinds = ['merchant', 'shop', 'method', 'provider', 'rate', 'route', 'tariff', 'endpoint'] as const;
export type Kind = (typeof kinds)[number];

export type Values = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export const textOf = (values: Values, field: string): string => String(values[field]);

/** One thing that is configured, wherever it was read: `kind`, `shop` and `subject` together name it. */
export type Item = {
  readonly kind: Kind;
  readonly shop: string | null;
  readonly subject: string;
  readonly values: Values;
};

/** An item of a file, with its place there. */
export type WantedItem = Item & { readonly path: Path };

export const keyOf = ({ kind, shop, subject }: Pick<Item, 'kind' | 'shop' | 'subject'>): string =>
  JSON.stringify([kind, shop, subject]);

export type Change = {
  readonly action: 'create' | 'change' | 'remove';
  readonly kind: Kind;
  readonly shop: string | null;
  readonly subject: string;
  /** Null where nothing was before, or nothing is after. */
  readonly before: Values | null;
  readonly after: Values | null;
};

// Numbers are plain everywhere, so that `3` in a file is not a change of `3.000000` in the database.
export const methodItem = (method: MethodSetting): Item => ({
  kind: 'method',
  shop: null,
  subject: methodSubject(method),
  values: { ...method, minAmount: plainNumber(method.minAmount), maxAmount: plainNumber(method.maxAmount) },
});

type NamedRate = Pick<Rate, 'from' | 'to' | 'source' | 'rate'>;

export const rateItem = ({ from, to, source, rate }: NamedRate): Item => ({
  kind: 'rate',
  shop: null,
  subject: `${from} to ${to} by ${source}`,
  values: { from, to, source, rate: plainNumber(rate) },
});

export const routeItem = (shop: string, values: RouteSetting): Item => ({
  kind: 'route',
  shop,
  subject: routeSubject(values),
  values,
});

export const tariffItem = (shop: string, values: TariffSetting): Item => ({
  kind: 'tariff',
  shop,
  subject: tariffSubject(values),
  values,
});

export const endpointItem = (shop: string, endpoint: EndpointSetting): Item => ({
  kind: 'endpoint',
  shop,
  subject: endpointSubject(endpoint),
  values: toEndpointSetting(endpoint),
});

type Shop = SetupFile['shops'][number];

const routesOf = (shop: Shop, at: Path): WantedItem[] =>
  shop.routes.flatMap(({ direction: directions, method: methods, minAmount, maxAmount, ...rest }, index) =>
    directions.flatMap((direction) =>
      methods.map((method) => {
        const { provider, priority, lifetimeSeconds, answerTimeoutMs = null, active } = rest;
        const range = { minAmount: plainNumber(minAmount), maxAmount: plainNumber(maxAmount) };
        const values = {
          direction,
          method,
          provider,
          priority,
          ...range,
          lifetimeSeconds,
          answerTimeoutMs,
          active,
        };
        return { ...routeItem(shop.name, values), path: [...at, 'routes', index] };
      }),
    ),
  );

const tariffsOf = (shop: Shop, at: Path): WantedItem[] =>
  shop.tariffs.flatMap(({ direction: directions, method: methods, tier, ...figures }, index) =>
    directions.flatMap((direction) =>
      methods.map((method) => {
        const { minAmount, maxAmount, percent, fixed, minimum } = figures;
        const values = {
          direction,
          method,
          tier,
          minAmount: plainNumber(minAmount),
          maxAmount: plainNumber(maxAmount),
          percent: plainNumber(percent),
          fixed: plainNumber(fixed),
          minimum: plainNumber(minimum),
        };
        return { ...tariffItem(shop.name, values), path: [...at, 'tariffs', index] };
      }),
    ),
  );

const shopItems = (shop: Shop, index: number): WantedItem[] => {
  const path: Path = ['shops', index];
  const { name, merchant, mode, settlementCurrency, rateSource = null } = shop;
  const values = { merchant, mode, settlementCurrency, rateSource };
  return [
    { kind: 'shop', shop: null, subject: name, values, path },
    ...routesOf(shop, path),
    ...tariffsOf(shop, path),
    ...shop.webhooks.map((endpoint, at) => ({
      ...endpointItem(name, {
        url: endpoint.url,
        types: endpoint.types ?? null,
        isDefault: endpoint.default,
        isEnabled: true,
      }),
      path: [...path, 'webhooks', at],
    })),
  ];
};

type FileMethod = SetupFile['methods'][number];

const bankOf = (
  {
    rail,
    bankRule,
    bankList = null,
  }: Pick<FileMethod, 'rail' | 'bankRule'> & { readonly bankList?: BankTreatment['bankList'] | undefined },
  direction: MethodSetting['direction'],
): BankTreatment => {
  if (direction === 'payment') return ignoredBank;
  return bankRule === undefined ? usualBank(rail) : { bankRule, bankList };
};

/** Everything that a file asks for, one item each. */
export const itemsOf = (file: SetupFile): WantedItem[] => [
  ...file.merchants.map(
    (name, index): WantedItem => ({
      kind: 'merchant',
      shop: null,
      subject: name,
      values: {},
      path: ['merchants', index],
    }),
  ),
  ...file.methods.flatMap(({ direction: directions, ...method }, index) =>
    directions.map((direction) => ({
      ...methodItem({ ...method, ...bankOf(method, direction), direction }),
      path: ['methods', index],
    })),
  ),
  ...file.providers.map(
    ({ id, kind, active }, index): WantedItem => ({
      kind: 'provider',
      shop: null,
      subject: id,
      values: { kind, active },
      path: ['providers', index],
    }),
  ),
  ...file.rates.map((rate, index) => ({ ...rateItem(rate), path: ['rates', index] })),
  ...file.shops.flatMap(shopItems),
];
