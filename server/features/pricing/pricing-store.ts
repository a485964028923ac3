import { decimal, type Currency, type Decimal } from '#platform/money';
import type { BankTier, BankTreatment } from '#features/banks';
import { runStatement, type Database, type Statement } from '#platform/database';
import type { Tariff } from './figures.ts';
import type { NumberFormat } from './number-formats.ts';

export type Direction = 'payment' | 'payout';

export type Method = BankTreatment & {
  readonly code: string;
  readonly currency: Currency;
  readonly rail: 'card' | 'phone' | 'account';
  readonly numberFormat: NumberFormat;
  readonly minAmount: Decimal;
  readonly maxAmount: Decimal;
};

export type TariffRule = Tariff & {
  readonly bankTier: BankTier | 'any';
  readonly minAmount: Decimal;
  readonly maxAmount: Decimal;
};

export type DirectedMethod = Method & { readonly direction: Direction };

/** The methods of one API. */
export type Methods = {
  readonly find: (direction: Direction, code: string) => Method | undefined;
  /** By code, then direction. */
  readonly all: readonly DirectedMethod[];
};

export type Rate = { readonly source: string; readonly rate: Decimal };

const findMethods: Statement = {
  name: 'find_methods',
  text: `select code, direction, currency, rail, number_format, bank_rule, bank_list, min_amount, max_amount from methods where api = $1
    order by code, direction`,
};

// By the unique key (shop_id, direction, method, bank_tier, min_amount).
const findTariffs: Statement = {
  name: 'find_tariffs',
  text: `select bank_tier, min_amount, max_amount, percent, fixed, minimum from tariffs
    where shop_id = $1 and direction = $2 and method = $3`,
};

// By fx_rates_by_time. Where a shop names a source, rates of all others do not exist for it.
const findRate: Statement = {
  name: 'find_rate',
  text: `select r.source, r.rate from shops s, fx_rates r
    where s.shop_id = $1 and r.base = $2 and r.quote = $3 and (s.rate_source is null or r.source = s.rate_source)
      and r.valid_from <= now() and (r.valid_until is null or r.valid_until > now())
    order by r.valid_from desc, r.source limit 1`,
};

type MethodRow = {
  code: string;
  direction: Direction;
  currency: string;
  rail: Method['rail'];
  number_format: NumberFormat;
  bank_rule: BankTreatment['bankRule'];
  bank_list: BankTreatment['bankList'];
  min_amount: string;
  max_amount: string;
};
type TariffRow = Record<'min_amount' | 'max_amount' | 'percent' | 'fixed' | 'minimum', string> & {
  bank_tier: TariffRule['bankTier'];
};

const toMethod = (row: MethodRow): DirectedMethod => ({
  direction: row.direction,
  code: row.code,
  currency: row.currency,
  rail: row.rail,
  numberFormat: row.number_format,
  bankRule: row.bank_rule,
  bankList: row.bank_list,
  minAmount: decimal(row.min_amount),
  maxAmount: decimal(row.max_amount),
});

const toTariffRule = (row: TariffRow): TariffRule => ({
  bankTier: row.bank_tier,
  minAmount: decimal(row.min_amount),
  maxAmount: decimal(row.max_amount),
  percent: decimal(row.percent),
  fixed: decimal(row.fixed),
  minimum: decimal(row.minimum),
});

const methodKey = (direction: Direction, code: string): string => `${direction} ${code}`;

export const createPricingStore = (database: Database) => ({
  methods: async (api: string): Promise<Methods> => {
    const rows = await runStatement<MethodRow>(database, findMethods, [api]);
    const methods = new Map(rows.map((row) => [methodKey(row.direction, row.code), toMethod(row)]));
    return { find: (direction, code) => methods.get(methodKey(direction, code)), all: [...methods.values()] };
  },
  tariffs: async (shopId: string, direction: Direction, method: string): Promise<readonly TariffRule[]> =>
    (await runStatement<TariffRow>(database, findTariffs, [shopId, direction, method])).map(toTariffRule),
  /** The rate in force for the shop: of the source it chose, else of any; of several the one that began last. */
  rate: async (shopId: string, base: Currency, quote: Currency): Promise<Rate | null> => {
    const [row] = await runStatement<{ source: string; rate: string }>(database, findRate, [shopId, base, quote]);
    return row === undefined ? null : { source: row.source, rate: decimal(row.rate) };
  },
});

export type PricingStore = ReturnType<typeof createPricingStore>;
