import {
  decimal,
  formatAmount,
  formatRate,
  largest,
  roundHalfEven,
  roundHalfUp,
  smallest,
  zero,
  type Currency,
  type Decimal,
} from '#platform/money';

export type Tariff = {
  /** Per cent of the recorded amount. */
  readonly percent: Decimal;
  /** Once per operation, in the settlement currency. */
  readonly fixed: Decimal;
  /** The least commission, in the settlement currency. */
  readonly minimum: Decimal;
};

/** What was agreed at create; it holds until the operation ends, whatever happens to tariffs and rates meanwhile. */
export type Quote = {
  readonly fxSource: string | null;
  readonly fxRate: Decimal;
  readonly settlementCurrency: Currency;
  readonly tariff: Tariff;
};

/** A quote as an operation's row holds it: money as text. */
export type QuoteColumns = {
  readonly fx_source: string | null;
  readonly fx_rate: string;
  readonly settlement_currency: string;
  readonly tariff_percent: string;
  readonly tariff_fixed: string;
  readonly tariff_minimum: string;
};

/** The quote that an operation was created with. */
export const quoteOf = (row: QuoteColumns): Quote => ({
  fxSource: row.fx_source,
  fxRate: decimal(row.fx_rate),
  settlementCurrency: row.settlement_currency,
  tariff: {
    percent: decimal(row.tariff_percent),
    fixed: decimal(row.tariff_fixed),
    minimum: decimal(row.tariff_minimum),
  },
});

/** What moves on the shop's balance, in the settlement currency. */
export type Figures = {
  readonly recorded: Decimal;
  readonly commission: Decimal;
  readonly settlement: Decimal;
};

const commissionOn = (recorded: Decimal, { tariff, settlementCurrency }: Quote): Decimal =>
  recorded.eq(zero)
    ? zero
    : roundHalfUp(
        largest(recorded.times(tariff.percent).div(decimal('100')).plus(tariff.fixed), tariff.minimum),
        settlementCurrency,
      );

/** The figures of a payment of `amount`: the shop is credited what was recorded less the commission, never below zero. */
export const paymentFigures = (amount: Decimal, quote: Quote): Figures => {
  const recorded = roundHalfEven(amount.times(quote.fxRate), quote.settlementCurrency);
  const commission = smallest(commissionOn(recorded, quote), recorded);
  return { recorded, commission, settlement: recorded.minus(commission) };
};

/** The figures of a payout of `amount`: the shop is charged what was recorded and the commission. */
export const payoutFigures = (amount: Decimal, quote: Quote): Figures => {
  const recorded = roundHalfEven(amount.times(quote.fxRate), quote.settlementCurrency);
  const commission = commissionOn(recorded, quote);
  return { recorded, commission, settlement: recorded.plus(commission) };
};

/** A quote and the figures it gives, as an operation's row holds them. */
export const toQuoteColumns = (
  { fxSource, fxRate, settlementCurrency, tariff }: Quote,
  currency: Currency,
  figures: Figures,
): QuoteColumns & { readonly settlement_amount: string; readonly commission_amount: string } => ({
  fx_source: fxSource,
  fx_rate: formatRate(fxRate, currency, settlementCurrency),
  settlement_currency: settlementCurrency,
  tariff_percent: tariff.percent.toFixed(),
  tariff_fixed: tariff.fixed.toFixed(),
  tariff_minimum: tariff.minimum.toFixed(),
  settlement_amount: formatAmount(figures.settlement, settlementCurrency),
  commission_amount: formatAmount(figures.commission, settlementCurrency),
});
