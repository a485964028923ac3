import type { BankTreatment } from '#features/banks';
import type { MethodSetting, NumberFormat } from '#features/pricing';

export const smallestAmount = '0.01';
export const largestAmount = '999999999.99';

/** Of a payment the bank is not known beforehand. */
export const ignoredBank = { bankRule: 'ignored', bankList: null } as const satisfies BankTreatment;
const listed = { bankRule: 'listed', bankList: 'rub_codes' } as const satisfies BankTreatment;
const verbatim = { bankRule: 'verbatim', bankList: 'rub_codes' } as const satisfies BankTreatment;
const classified = { bankRule: 'classified', bankList: 'sbp' } as const satisfies BankTreatment;

/** What a payout makes of its bank where a file does not say. */
export const usualBank = (rail: MethodSetting['rail']): BankTreatment => (rail === 'phone' ? listed : ignoredBank);

type Row = readonly [MethodSetting['api'], string, string, MethodSetting['rail'], NumberFormat, BankTreatment];

const rows: readonly Row[] = [
  ['v1', 'WT_RUB_C2C', 'RUB', 'card', 'card_16_to_19', ignoredBank],
  ['v1', 'WT_RUB_PHONE', 'RUB', 'phone', 'phone_ru', listed],
  ['h2h', 'toCard', 'RUB', 'card', 'card_16', verbatim],
  ['h2h', 'sbp', 'RUB', 'phone', 'phone_ru', classified],
  ['h2h', 'mobile', 'RUB', 'phone', 'phone_ru', verbatim],
  ['h2h', 'azn_c2c', 'AZN', 'card', 'card_16', verbatim],
  ['h2h', 'kzt_c2c', 'KZT', 'card', 'card_16', verbatim],
  ['h2h', 'kzt_mobile', 'KZT', 'phone', 'phone_kz', verbatim],
  ['h2h', 'ars_cbu', 'ARS', 'account', 'cbu', verbatim],
  ['h2h', 'inr_imps', 'INR', 'account', 'account_ifsc', verbatim],
];

/** The methods that both contracts name. Every apply adds those that are missing and leaves the others as they are. */
export const standardMethods: readonly MethodSetting[] = rows.flatMap(
  ([api, code, currency, rail, numberFormat, bank]) =>
    (['payment', 'payout'] as const).map((direction) => ({
      api,
      code,
      direction,
      currency,
      rail,
      numberFormat,
      ...(direction === 'payout' ? bank : ignoredBank),
      minAmount: smallestAmount,
      maxAmount: largestAmount,
    })),
);
