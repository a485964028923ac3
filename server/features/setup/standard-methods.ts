import type { MethodSetting, NumberFormat } from '#features/pricing';

export const smallestAmount = '0.01';
export const largestAmount = '999999999.99';

type Row = readonly [MethodSetting['api'], string, string, MethodSetting['rail'], NumberFormat];

const rows: readonly Row[] = [
  ['v1', 'WT_RUB_C2C', 'RUB', 'card', 'card_16_to_19'],
  ['v1', 'WT_RUB_PHONE', 'RUB', 'phone', 'phone_ru'],
  ['h2h', 'toCard', 'RUB', 'card', 'card_16'],
  ['h2h', 'sbp', 'RUB', 'phone', 'phone_ru'],
  ['h2h', 'mobile', 'RUB', 'phone', 'phone_ru'],
  ['h2h', 'azn_c2c', 'AZN', 'card', 'card_16'],
  ['h2h', 'kzt_c2c', 'KZT', 'card', 'card_16'],
  ['h2h', 'kzt_mobile', 'KZT', 'phone', 'phone_kz'],
  ['h2h', 'ars_cbu', 'ARS', 'account', 'cbu'],
  ['h2h', 'inr_imps', 'INR', 'account', 'account_ifsc'],
];

/** The methods that both contracts name. Every apply adds those that are missing and leaves the others as they are. */
export const standardMethods: readonly MethodSetting[] = rows.flatMap(([api, code, currency, rail, numberFormat]) =>
  (['payment', 'payout'] as const).map((direction) => ({
    api,
    code,
    direction,
    currency,
    rail,
    numberFormat,
    minAmount: smallestAmount,
    maxAmount: largestAmount,
  })),
);
