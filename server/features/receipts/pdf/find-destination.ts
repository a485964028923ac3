import { withSimpleBlanks } from './find-amounts.ts';

const between = String.raw`[\s\-‐‑–—().]{0,3}`;
// A single x is a letter, a single dot ends a sentence; a row of them is a mask.
const endsInMask = /(?:[*•·∙●⋅…]|[xXхХ×#.]{2})[ -]{0,2}$/u;
const shownAndMasked = /[\d*•·∙●⋅…xXхХ×#. ()-]*$/u;
/** No number is shown in more than that, so a long row of masks costs no more than a short one. */
const mostBefore = 40;

const phoneBody = (digits: string): string | null => /^(?:[78])?(9\d{9})$/.exec(digits)?.[1] ?? null;

const isSpelledOut = (text: string, digits: string): boolean => {
  const body = phoneBody(digits);
  const wanted = [...(body ?? digits)].join(between);
  const country = body === null ? '' : `(?:[78]${between})?`;
  return new RegExp(`(?<!\\d)${country}${wanted}(?!\\d)`, 'u').test(text);
};

const canBegin = (digits: string, shown: string): boolean => {
  const body = phoneBody(digits);
  return digits.startsWith(shown) || (body !== null && body.startsWith(shown.replace(/^[78]/, '')));
};

/** Digits that are shown before the mask have to be the number's own; a few may be something else on the same line. */
const isMasked = (text: string, digits: string): boolean => {
  const lastFour = new RegExp(`${[...digits.slice(-4)].join('[ -]?')}(?!\\d)`, 'gu');
  for (const { index } of text.matchAll(lastFour)) {
    const before = text.slice(Math.max(0, index - mostBefore), index);
    if (!endsInMask.test(before)) continue;
    const shown = (shownAndMasked.exec(before)?.[0] ?? '').replace(/\D/g, '');
    if (shown.length < 4 || canBegin(digits, shown)) return true;
  }
  return false;
};

/** Whether the text names the number: all of it, however grouped, or its last four digits behind a mask. */
export const findsDestination = (text: string, number: string | null): boolean => {
  const digits = (number ?? '').replace(/\D/g, '');
  if (digits.length < 4) return false;
  return isSpelledOut(text, digits) || isMasked(withSimpleBlanks(text), digits);
};
