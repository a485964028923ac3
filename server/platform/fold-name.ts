/** Names that are longer are none. It also bounds the work: normalising a long run of accents takes quadratic time. */
export const longestName = 140;

/** A letter and its accent may come as two characters or as one: й looks the same either way, and is the same here. */
export const composeName = (name: string): string => name.normalize('NFC');

/** What is equal for two names that differ in case alone, in Cyrillic as in Latin letters. No accent or letter is lost: ё is not е. */
export const foldName = (name: string): string => composeName(name.toLowerCase());
