import { faultOfRate, isFeedSource } from '#features/rates';
import { decimal, scaleOf } from '#platform/money';
import type { OneOf, SetupFaults } from '#platform/refusals';
import type { Problem } from './read-setup-file.ts';
import { keyOf, textOf, type Item, type Kind, type WantedItem } from './setup-items.ts';

/** What will be configured after the apply, for looking things up in it. */
type Outcome = readonly (Item & Partial<WantedItem>)[];
type Fault = OneOf<SetupFaults>;
type Rule = (wanted: WantedItem, outcome: Outcome, before: Item | undefined) => Fault | null;

const find = (outcome: Outcome, kind: Kind, subject: unknown): Item | undefined =>
  outcome.find((item) => item.kind === kind && item.subject === subject);

const decimalsOf = (number: string): number => number.split('.')[1]?.length ?? 0;

const isRangeEmpty = ({ values }: Item): boolean =>
  decimal(textOf(values, 'minAmount')).gt(decimal(textOf(values, 'maxAmount')));

const doRangesMeet = (one: Item, other: Item): boolean =>
  decimal(textOf(one.values, 'minAmount')).lte(decimal(textOf(other.values, 'maxAmount'))) &&
  decimal(textOf(other.values, 'minAmount')).lte(decimal(textOf(one.values, 'maxAmount')));

const methodOf = (item: Item, outcome: Outcome): Item | undefined =>
  outcome.find(
    ({ kind, values }) =>
      kind === 'method' && values['code'] === item.values['method'] && values['direction'] === item.values['direction'],
  );

const knowsMethod: Rule = (item, outcome) =>
  methodOf(item, outcome) === undefined
    ? {
        code: 'no_method',
        details: { direction: textOf(item.values, 'direction'), method: textOf(item.values, 'method') },
      }
    : null;

const hasRange: Rule = (item) => (isRangeEmpty(item) ? { code: 'empty_range', details: {} } : null);

const shopKnowsMerchant: Rule = ({ values }, outcome) =>
  find(outcome, 'merchant', values['merchant']) === undefined
    ? { code: 'no_merchant', details: { merchant: textOf(values, 'merchant') } }
    : null;

const routeKnowsProvider: Rule = ({ values }, outcome) =>
  find(outcome, 'provider', values['provider']) === undefined
    ? { code: 'no_provider', details: { provider: textOf(values, 'provider') } }
    : null;

const sandboxServesTestShops: Rule = ({ shop, values }, outcome) => {
  const provider = find(outcome, 'provider', values['provider']);
  const isLive = find(outcome, 'shop', shop)?.values['mode'] === 'live';
  return isLive && provider?.values['kind'] === 'sandbox'
    ? { code: 'sandbox_for_live_shop', details: { provider: textOf(values, 'provider'), shop: shop ?? '' } }
    : null;
};

const tariffStandsAlone: Rule = (item, outcome) => {
  const other = outcome.find(
    (candidate) =>
      candidate.kind === 'tariff' &&
      candidate.shop === item.shop &&
      candidate.subject !== item.subject &&
      (['direction', 'method', 'tier'] as const).every((field) => candidate.values[field] === item.values[field]) &&
      doRangesMeet(candidate, item),
  );
  if (other === undefined) return null;
  const [from, to] = [textOf(other.values, 'minAmount'), textOf(other.values, 'maxAmount')];
  return { code: 'tariff_overlaps', details: { from, to, isPresent: other.path === undefined } };
};

const tariffFitsCurrency: Rule = ({ shop, values }, outcome) => {
  const currency = textOf(find(outcome, 'shop', shop)?.values ?? {}, 'settlementCurrency');
  const isTooFine = ['fixed', 'minimum'].some((field) => decimalsOf(textOf(values, field)) > scaleOf(currency));
  return isTooFine ? { code: 'figure_too_fine', details: { currency, decimals: scaleOf(currency) } } : null;
};

const rateFitsPair: Rule = ({ values }) =>
  faultOfRate(textOf(values, 'from'), textOf(values, 'to'), textOf(values, 'rate'));

/** Only a new choice is looked at: one whose rates have run out must not hold up everything else. */
const rateSourceExists: Rule = ({ values }, outcome, before) => {
  const { rateSource } = values;
  if (typeof rateSource !== 'string' || rateSource === before?.values['rateSource']) return null;
  const isKnown = outcome.some(({ kind, values: rate }) => kind === 'rate' && rate['source'] === rateSource);
  return isKnown || isFeedSource(rateSource) ? null : { code: 'no_rate_by', details: { source: rateSource } };
};

const rules: Readonly<Record<Kind, readonly Rule[]>> = {
  merchant: [],
  shop: [shopKnowsMerchant, rateSourceExists],
  method: [hasRange],
  provider: [],
  rate: [rateFitsPair],
  route: [knowsMethod, hasRange, routeKnowsProvider, sandboxServesTestShops],
  tariff: [knowsMethod, hasRange, tariffStandsAlone, tariffFitsCurrency],
  endpoint: [],
};

/** What later operations already depend on, so it is decided once. */
const fixedFields: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  shop: ['merchant', 'mode', 'settlementCurrency'],
  method: ['currency'],
  provider: ['kind'],
};

const changedFixedFields = (item: WantedItem, before: Item | undefined): Fault[] =>
  before === undefined
    ? []
    : (fixedFields[item.kind] ?? [])
        .filter((field) => before.values[field] !== item.values[field])
        .map((field) => ({
          code: 'fixed_field',
          details: { field, before: textOf(before.values, field), after: textOf(item.values, field) },
        }));

/** Everything that speaks against applying a file, given what is there and will stay. */
export const problemsIn = (
  wanted: readonly WantedItem[],
  current: readonly Item[],
  removed: readonly Item[],
): Problem[] => {
  const gone = new Set(removed.map(keyOf));
  const present = new Map(current.map((item) => [keyOf(item), item]));
  const named = new Set<string>();
  const repeated = wanted.filter((item) => named.size === named.add(keyOf(item)).size);
  const staying = current.filter((item) => !gone.has(keyOf(item)) && !named.has(keyOf(item)));
  const outcome: Outcome = [...wanted, ...staying];
  return [
    ...repeated.map(({ path, kind, subject }): Problem => ({ path, code: 'named_twice', details: { kind, subject } })),
    ...wanted.flatMap((item) => {
      const before = present.get(keyOf(item));
      const broken = rules[item.kind].flatMap((rule) => rule(item, outcome, before) ?? []);
      return [...broken, ...changedFixedFields(item, before)].map((fault): Problem => ({ path: item.path, ...fault }));
    }),
  ];
};
