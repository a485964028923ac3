/** How a destination is reached; it says how much of its number operators see. */
export type Rail = 'card' | 'phone' | 'account';

const shownAtEnd = 4;
const shownOfCard = 6;

/** A number as operators see it: of a card the first six digits and the last four, of all else the last four characters. */
export const maskNumber = (number: string, rail: Rail): string => {
  const shownFirst = rail === 'card' ? shownOfCard : 0;
  // What would be shown nearly whole shows less.
  const first = number.length >= shownFirst + 2 * shownAtEnd ? shownFirst : 0;
  const last = number.length >= 2 * shownAtEnd ? shownAtEnd : 0;
  const hidden = '*'.repeat(number.length - first - last);
  return number.slice(0, first) + hidden + (last === 0 ? '' : number.slice(-last));
};
