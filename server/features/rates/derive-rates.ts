import { decimal, Decimal, type Currency } from '#platform/money';
import { OperatorRefusal } from '#platform/refusals';
import { currencyForm, isRateLost } from './rate-rules.ts';
import type { Quotation, RateTable } from './rate-table.ts';

/** That a published currency is to count for another one as well, such as USD for USDT. */
export type Alias = { readonly published: Currency; readonly meant: Currency };

export type Wishes = {
  /** The currencies that rates lead to; the table's base if none is named. */
  readonly into: readonly Currency[];
  readonly aliases: readonly Alias[];
};

export type DerivedRate = {
  readonly from: Currency;
  readonly to: Currency;
  readonly source: string;
  readonly rate: Decimal;
};

type Member = Quotation & { readonly alias: string | null };

// More than twice the digits that published figures have, so the one rounding afterwards sees the true quotient.
const Exact = Decimal();
Exact.strict = true;
Exact.DP = 80;

const storedScale = 10;

export const readWishes = (into: readonly string[], aliases: readonly string[]): Wishes => {
  const wrong = into.find((currency) => !currencyForm.test(currency));
  if (wrong !== undefined) throw new OperatorRefusal('currency_malformed', { currency: wrong });
  return {
    into: [...new Set(into)],
    aliases: aliases.map((text) => {
      const [published = '', meant = '', ...rest] = text.split('=');
      const isForm = rest.length === 0 && currencyForm.test(published) && currencyForm.test(meant);
      if (isForm && published !== meant) return { published, meant };
      throw new OperatorRefusal('alias_malformed', { alias: text });
    }),
  };
};

const membersOf = ({ base, quotations }: RateTable, { aliases }: Wishes): ReadonlyMap<Currency, Member> => {
  const one = decimal('1');
  const published = [{ currency: base, units: one, worth: one }, ...quotations];
  const members = new Map<Currency, Member>();
  for (const quotation of published) members.set(quotation.currency, { ...quotation, alias: null });
  for (const { published: known, meant } of aliases) {
    const quotation = published.find(({ currency }) => currency === known);
    if (quotation === undefined) {
      throw new OperatorRefusal('table_without_published', { published: known, meant });
    }
    if (members.has(meant)) throw new OperatorRefusal('table_with_meant', { meant });
    members.set(meant, { ...quotation, currency: meant, alias: `${known}=${meant}` });
  }
  return members;
};

const rateBetween = (from: Member, to: Member): Decimal => {
  const worth = new Exact(from.worth.times(to.units).toFixed());
  return decimal(worth.div(from.units.times(to.worth)).toFixed(storedScale, Decimal.roundHalfEven));
};

/** A rate that rests on an alias says so: no source published it. */
const sourceOf = (source: string, ...members: readonly Member[]): string =>
  [source, members.flatMap(({ alias }) => alias ?? []).join(',')].filter(Boolean).join(':');

/**
 * The rates from every currency of a table into the wanted ones, rounded once, half to even. Into the table's base
 * they are what was published; into another currency they are quotients of two published figures.
 */
export const deriveRates = (
  source: string,
  table: RateTable,
  wishes: Wishes,
): { readonly rates: readonly DerivedRate[]; readonly lost: readonly string[] } => {
  const members = membersOf(table, wishes);
  const rates = (wishes.into.length > 0 ? wishes.into : [table.base]).flatMap((target) => {
    const to = members.get(target);
    if (to === undefined) throw new OperatorRefusal('table_without_target', { currency: target });
    return [...members.values()]
      .filter((from) => from !== to)
      .map(
        (from): DerivedRate => ({
          from: from.currency,
          to: target,
          source: sourceOf(source, from, to),
          rate: rateBetween(from, to),
        }),
      );
  });
  const isLost = ({ from, to, rate }: DerivedRate): boolean => isRateLost(from, to, rate);
  return {
    rates: rates.filter((rate) => !isLost(rate)),
    lost: rates.filter(isLost).map(({ from, to }) => `${from} to ${to}`),
  };
};
