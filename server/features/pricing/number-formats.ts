/** How a destination number of a method is written. */
export const numberFormats = ['card_16_to_19', 'card_16', 'phone_ru', 'phone_kz', 'cbu', 'account_ifsc'] as const;
export type NumberFormat = (typeof numberFormats)[number];

/** ISO/IEC 7812-1, annex B: every second digit from the right counts twice. */
const hasLuhnDigit = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, character, index) => {
    const counted = Number(character) * (index % 2 === 0 ? 1 : 2);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
};

/** Zeros have a right check digit, and are what a form left empty sends. */
const isNothing = (digits: string): boolean => /^0+$/.test(digits);

const card = (name: string, form: RegExp) => ({
  name,
  normalise: (number: string): string | null =>
    form.test(number) && hasLuhnDigit(number) && !isNothing(number) ? number : null,
});

const phone = {
  name: 'a phone number such as +79001234567',
  normalise: (number: string): string | null => {
    const digits = /^(?:\+7|7|8)(\d{10})$/.exec(number)?.[1];
    return digits === undefined ? null : `+7${digits}`;
  },
};

/** Of a CBU, each block ends in a digit that makes its weighed sum a multiple of ten; weights count from the right: 3, 1, 7, 9. */
const isCbuBlock = (block: string): boolean => {
  const weights = [1, 3, 1, 7, 9];
  const sum = [...block].reverse().reduce((total, character, index) => {
    const weight = index === 0 ? 1 : weights[1 + ((index - 1) % 4)]!;
    return total + Number(character) * weight;
  }, 0);
  return sum % 10 === 0;
};

/** Bank and branch with a check digit, and the account with another. */
const cbu = {
  name: 'a CBU of 22 digits with its two check digits',
  normalise: (number: string): string | null =>
    /^\d{22}$/.test(number) && isCbuBlock(number.slice(0, 8)) && isCbuBlock(number.slice(8)) && !isNothing(number)
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
