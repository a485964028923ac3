import type { BankTier } from '#features/banks';
import type { Api } from '#platform/apis';
import { fieldError, invalidField, invalidFields, RequestError, type FieldError } from '#platform/errors';
import { decimal, formatAmount, rateScaleOf, Decimal, type Currency, type Money } from '#platform/money';
import type { Quote, Tariff } from './figures.ts';
import type { Direction, Method, Methods, PricingStore, TariffRule } from './pricing-store.ts';

export type QuoteRequest = {
  readonly shopId: string;
  readonly api: Api;
  readonly direction: Direction;
  readonly method: string;
  readonly amount: Money;
  readonly settlementCurrency: Currency;
  readonly bankTier: BankTier;
  /** What else of the method's rules is broken: all of it is told at once. */
  readonly otherFaults?: readonly FieldError[];
};

/** An amount in another currency has no limits that it could break. */
const findAmountFaults = (method: Method, { amount, currency }: Money): FieldError[] => {
  const { code, minAmount, maxAmount } = method;
  if (method.currency !== currency) {
    return [fieldError('currency', 'wrong_currency', { currency: method.currency, method: code })];
  }
  if (amount.gte(minAmount) && amount.lte(maxAmount)) return [];
  const limits = { minimum: formatAmount(minAmount, currency), maximum: formatAmount(maxAmount, currency) };
  return [fieldError('amount', 'out_of_limits', { ...limits, method: code })];
};

const requireMethod = (methods: Methods, request: QuoteRequest): Method => {
  const method = methods.find(request.direction, request.method);
  if (method === undefined) throw invalidField('method', 'unknown_method', { direction: request.direction });
  const faults = [...findAmountFaults(method, request.amount), ...(request.otherFaults ?? [])];
  if (faults.length > 0) throw invalidFields(faults);
  return method;
};

/** A tariff for exactly the bank's tier goes before one for any bank. */
const chooseTariff = (rules: readonly TariffRule[], { amount, bankTier }: QuoteRequest): Tariff => {
  const fitting = rules.filter((rule) => amount.amount.gte(rule.minAmount) && amount.amount.lte(rule.maxAmount));
  const chosen = fitting.find((rule) => rule.bankTier === bankTier) ?? fitting.find((rule) => rule.bankTier === 'any');
  if (chosen === undefined) throw new RequestError('no_suitable_tariff');
  return { percent: chosen.percent, fixed: chosen.fixed, minimum: chosen.minimum };
};

const lockRate = async (
  store: PricingStore,
  from: Currency,
  { shopId, settlementCurrency: to }: QuoteRequest,
): Promise<Pick<Quote, 'fxRate' | 'fxSource'>> => {
  if (from === to) return { fxSource: null, fxRate: decimal('1') };
  const rate = await store.rate(shopId, from, to);
  if (rate === null) {
    throw new RequestError('no_suitable_tariff', { message: `no exchange rate from ${from} to ${to}` });
  }
  // The merchant multiplies with the rate it was shown, so the rate in force has exactly the shown decimals.
  return { fxSource: rate.source, fxRate: rate.rate.round(rateScaleOf(from, to), Decimal.roundHalfEven) };
};

/**
 * Checks the method's rules, then fixes tariff and rate for the requested amount.
 * @throws RequestError invalid_request for the method's rules, no_suitable_tariff for tariff and rate.
 */
export const quoteOperation = async (
  store: PricingStore,
  request: QuoteRequest,
): Promise<{ readonly method: Method; readonly quote: Quote }> => {
  const method = requireMethod(await store.methods(request.api), request);
  const tariff = chooseTariff(await store.tariffs(request.shopId, request.direction, method.code), request);
  const locked = await lockRate(store, method.currency, request);
  return { method, quote: { ...locked, settlementCurrency: request.settlementCurrency, tariff } };
};
