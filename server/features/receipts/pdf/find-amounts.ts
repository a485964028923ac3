const names = 'RUB|RUR|USDT?|EUR|KZT|UZS|KGS|TJS|AZN|AMD|BYN|GEL|UAH|TRY';
const marks = String.raw`₽|руб(?:л(?:ь|я|ей))?(?![а-яё])\.?|р\.|₸|₴|₼|₾|[$€£]|${names}`;
// Groups are counted, so that a long row of them cannot be tried from each of its digits to its end.
const grouped = ['[ ]', ',', '[.]', "'"].map((mark) => String.raw`\d{1,3}(?:${mark}\d{3}){1,4}`);
const money = new RegExp(
  [
    String.raw`(?<mark>(?<!\p{L})(?:${marks})[ ]?)?(?<![\d.,])`,
    String.raw`(?<whole>${grouped.join('|')}|\d{1,15})(?:[.,](?<decimals>\d{1,2}))?`,
    // What goes on is a date, a time or a version.
    String.raw`(?!\d|[.,:]\d|[ ]?%)(?<after>[ ]?(?:${marks})(?!\p{L}))?`,
  ].join(''),
  'giu',
);

/** Every kind of blank within a line as a simple one: amounts are grouped by any of them. */
export const withSimpleBlanks = (text: string): string => text.replace(/[^\S\r\n]/gu, ' ');

/** What looks like money, by two decimals or by a currency beside it: each once, in order, as `1000.54`. */
export const findAmounts = (text: string): readonly string[] => {
  const amounts = new Set<string>();
  for (const { groups = {} } of withSimpleBlanks(text).matchAll(money)) {
    const { mark, after, decimals = '' } = groups;
    if (decimals.length < 2 && mark === undefined && after === undefined) continue;
    const digits = (groups['whole'] ?? '').replace(/\D/g, '').replace(/^0+(?=\d)/, '');
    amounts.add(`${digits}.${decimals.padEnd(2, '0')}`);
  }
  return [...amounts];
};
