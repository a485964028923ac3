import { z } from 'zod';
import { apis } from '#platform/apis';
import { bankLists, bankRules } from '#features/banks';
import { numberFormats } from '#features/pricing';
import { currencyForm, rateForm } from '#features/rates';
import { largestAmount, smallestAmount } from './standard-methods.ts';

// The file is read with YAML's failsafe schema: every scalar arrives as the text that was written, so that a rate or
// an amount is never a float on its way.
const name = z.string().min(1, 'must not be empty').max(140, 'must have at most 140 characters');
const currency = z.string().regex(currencyForm, 'must be a currency code such as RUB or USDT');
const amount = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be an amount with at most two decimals');
const figure = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, 'must be an amount with at most six decimals');
const percent = z.string().regex(/^\d{1,2}(\.\d{1,6})?$/, 'must be a percentage below 100 with at most six decimals');
const rate = z.string().regex(rateForm, 'must be above zero with at most ten decimals');
const count = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number above zero')
  .transform(Number);
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const direction = z.enum(['payment', 'payout']);
const oneOrMore = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value): unknown[] => (Array.isArray(value) ? value : [value]) as unknown[], z.array(item).min(1));

const limits = { minAmount: amount.default(smallestAmount), maxAmount: amount.default(largestAmount) };

const method = z
  .strictObject({
    api: z.enum(apis),
    code: name,
    direction: oneOrMore(direction),
    currency,
    rail: z.enum(['card', 'phone', 'account']),
    numberFormat: z.enum(numberFormats),
    /** Of payouts; of the rail if left out. */
    bankRule: z.enum(bankRules).optional(),
    bankList: z.enum(bankLists).optional(),
    ...limits,
  })
  .refine(({ bankRule = 'ignored', bankList }) => (bankRule === 'ignored') === (bankList === undefined), {
    path: ['bankList'],
    message: 'must be given with every bankRule but ignored, and only then',
  });

const provider = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens'),
  kind: z.enum(['sandbox', 'http']),
  active: flag.default(true),
});

const exchangeRate = z.strictObject({ from: currency, to: currency, rate, source: name });

/** Where both `direction` and `method` are lists, the route or tariff holds for every pair. */
const route = z.strictObject({
  direction: oneOrMore(direction),
  method: oneOrMore(name),
  provider: name,
  priority: count,
  lifetimeSeconds: count.default(1800),
  answerTimeoutMs: count.optional(),
  active: flag.default(true),
  ...limits,
});

const tariff = z.strictObject({
  direction: oneOrMore(direction),
  method: oneOrMore(name),
  tier: z.enum(['any', 'intrabank', 'interbank']).default('any'),
  percent: percent.default('0'),
  fixed: figure.default('0'),
  minimum: figure.default('0'),
  ...limits,
});

const endpoint = z.strictObject({
  url: z.url('must be a URL').max(2048),
  types: z.array(name).min(1).optional(),
  default: flag.default(false),
});

const shop = z.strictObject({
  name,
  merchant: name,
  mode: z.enum(['live', 'test']),
  settlementCurrency: currency,
  /** The only source whose rates count for the shop; rates of any source if left out. */
  rateSource: name.optional(),
  routes: z.array(route).default([]),
  tariffs: z.array(tariff).default([]),
  webhooks: z.array(endpoint).default([]),
});

export const setupFile = z.strictObject({
  merchants: z.array(name).default([]),
  methods: z.array(method).default([]),
  providers: z.array(provider).default([]),
  rates: z.array(exchangeRate).default([]),
  shops: z.array(shop).default([]),
});

export type SetupFile = Readonly<z.infer<typeof setupFile>>;
