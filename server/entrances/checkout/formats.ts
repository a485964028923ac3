import { formatAmount, type Money } from '#platform/money';
import type { Language, Texts } from './texts.ts';

/** With the currency's sign, as the language writes it. Digits go in as text: a number could not hold them all. */
export const showMoney = ({ amount, currency }: Money, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    formatAmount(amount, currency) as Intl.StringNumericLiteral,
  );

/** As banks' apps take it from the clipboard. Some drop the point: whole amounts go without one. */
export const copiedAmount = ({ amount, currency }: Money): string =>
  formatAmount(amount, currency).replace(/\.00$/, '');

type NumberKind = keyof Pick<Texts['labels'], 'card' | 'phone' | 'account'>;

export const kindOfNumber = (number: string): NumberKind => {
  if (/^\+\d+$/.test(number)) return 'phone';
  return /^\d{16,19}$/.test(number) ? 'card' : 'account';
};

/** In the groups in which people read numbers out to each other. */
export const showNumber = (number: string): string => {
  const [, ...phone] = /^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(number) ?? [];
  if (phone.length > 0) return `+7 ${phone[0]} ${phone[1]}-${phone[2]}-${phone[3]}`;
  return kindOfNumber(number) === 'card' ? number.replace(/(\d{4})(?=\d)/g, '$1 ') : number;
};

const pad = (count: number): string => String(count).padStart(2, '0');

/** 4:05, or 1:04:05. The page's own script counts down in the same form. */
export const showSeconds = (seconds: number): string => {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
};

const banks: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  sber: { ru: 'Сбербанк', en: 'Sberbank' },
  tcs: { ru: 'Т-Банк', en: 'T-Bank' },
};

/** The bank as people know it; what its provider calls it, or its code, where we have no name for it. */
export const showBank = (code: string | null, details: string | null, language: Language): string | null =>
  (code === null ? undefined : banks[code]?.[language]) ?? details ?? code;
