import { LosslessNumber, stringify } from 'lossless-json';

/**
 * A figure to be written, from its decimal text. Contracts and handlers know it as a number, which a float could not always be:
 * it is written digit by digit by `writeExactly`, and is for nothing else.
 */
export const exactNumber = (text: string): number => new LosslessNumber(text) as unknown as number;

/** JSON in which figures have the digits of their text, trailing zeros included. */
export const writeExactly = (value: unknown): string => stringify(value) ?? 'null';
