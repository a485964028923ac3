import { cbuDigitOf, luhnDigitOf } from '#platform/check-digits';

/** How a destination number of a method is written. */
export const numberFormats = ['card_16_to_19', 'card_16', 'phone_ru', 'phone_kz', 'cbu', 'account_ifsc'] as const;
export type NumberFormat = (typeof numberFormats)[number];

const endsIn = (digitOf: (digits: string) => string, digits: string): boolean =>
  digitOf(digits.slice(0, -1)) === digits.at(-1);

/** Zeros have a right check digit, and are what a form left empty sends. */
const isNothing = (digits: string): boolean => /^0+$/.test(digits);

const card = (name: string, form: RegExp) => ({
  name,
  normalise: (number: string): string | null =>
    form.test(number) && endsIn(luhnDigitOf, number) && !isNothing(number) ? number : null,
});

const phone = {
  name: 'a phone number such as +79001234567',
  normalise: (number: string): string | null => {
    const digits = /^(?:\+7|7|8)(\d{10})$/.exec(number)?.[1];
    return digits === undefined ? null : `+7${digits}`;
  },
};

/** Bank and branch with a check digit, and the account with another. */
const cbu = {
  name: 'a CBU of 22 digits with its two check digits',
  normalise: (number: string): string | null =>
    /^\d{22}$/.test(number) &&
    endsIn(cbuDigitOf, number.slice(0, 8)) &&
    endsIn(cbuDigitOf, number.slice(8)) &&
    !isNothing(number)
      ? number
      : null,
};

const matching = (name: string, form: RegExp) => ({
  name,
  normalise: (number: string): string | null => (form.test(number) ? number : null),
});

const forms = {
  card_16_to_19: card('a card number of 16 to 19 digits with a valid check digit', /^\d{16,19}$/),
  card_16: card('a card number of 16 digits with a valid check digit', /^\d{16}$/),
  phone_ru: phone,
  phone_kz: phone,
  cbu,
  account_ifsc: matching('an account and an IFSC such as 123456789:ABCD0123456', /^\d{9,18}:[A-Z]{4}0[A-Z0-9]{6}$/),
} as const satisfies Record<
  NumberFormat,
  { readonly name: string; readonly normalise: (number: string) => string | null }
>;

export const nameOfFormat = (format: NumberFormat): string => forms[format].name;

/** The number in its one stored form; null when it is not of the format. */
export const normaliseNumber = (format: NumberFormat, number: string): string | null => forms[format].normalise(number);
