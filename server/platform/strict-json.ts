import { createScanner } from 'jsonc-parser';
import type { Fault } from './errors.ts';

const usualFields = 100;
const mostLevels = 10;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** The scanner's token kinds; the package declares them as a const enum, which single-file compilers cannot read. */
const tokens = {
  OpenBraceToken: 1,
  CloseBraceToken: 2,
  OpenBracketToken: 3,
  CloseBracketToken: 4,
  ColonToken: 6,
  StringLiteral: 10,
  NumericLiteral: 11,
  EOF: 17,
} as const;

const faults = {
  malformed: { code: 'json', values: {} },
  tooDeep: { code: 'too_deep', values: { limit: String(mostLevels) } },
  duplicateKey: { code: 'duplicate_key', values: {} },
  forbiddenKey: { code: 'forbidden_key', values: {} },
  unstorableText: { code: 'forbidden_character', values: {} },
} as const satisfies Record<string, Fault>;

/** NUL cannot be stored by Postgres; half of a surrogate pair is no character at all. */
const hasUnstorableText = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

/** What is wrong with one field of a form, whose names and texts are held to the same rules. */
export const findFieldFault = (name: string, text: string): Fault | null => {
  if (forbiddenKeys.has(name)) return faults.forbiddenKey;
  return hasUnstorableText(name) || hasUnstorableText(text) ? faults.unstorableText : null;
};

/** Walks over the tokens of a text that JSON.parse accepted, so a string before a colon is always a key. */
const findFault = (
  text: string,
  mostFields: number,
  noteNumber: (field: string, text: string) => void,
): Fault | null => {
  const scanner = createScanner(text, true);
  const levels: Set<string>[] = [];
  let fields = 0;
  let lastString = '';
  let field = '';
  for (let token = scanner.scan(); token !== tokens.EOF; token = scanner.scan()) {
    if (token === tokens.OpenBraceToken || token === tokens.OpenBracketToken) {
      levels.push(new Set());
      if (levels.length > mostLevels) return faults.tooDeep;
    } else if (token === tokens.CloseBraceToken || token === tokens.CloseBracketToken) {
      levels.pop();
    } else if (token === tokens.StringLiteral) {
      lastString = scanner.getTokenValue();
      if (hasUnstorableText(lastString)) return faults.unstorableText;
    } else if (token === tokens.NumericLiteral) {
      if (levels.length === 1) noteNumber(field, scanner.getTokenValue());
    } else if (token === tokens.ColonToken) {
      const keys = levels.at(-1);
      field = lastString;
      fields += 1;
      if (fields > mostFields) return { code: 'too_many_fields', values: { limit: String(mostFields) } };
      if (forbiddenKeys.has(lastString)) return faults.forbiddenKey;
      if (keys?.has(lastString) === true) return faults.duplicateKey;
      keys?.add(lastString);
    }
  }
  return null;
};

export type StrictJson =
  | { readonly isValid: true; readonly value: unknown }
  | { readonly isValid: false; readonly fault: Fault };

/** As amounts are written everywhere else: with two decimals. What has more, or an exponent, is left for its rule to refuse. */
const toDecimalText = (number: string): string => {
  const [, whole, decimals = ''] = /^(0|[1-9]\d*)(?:\.(\d{1,2}))?$/.exec(number) ?? [];
  return whole === undefined ? number : `${whole}.${decimals.padEnd(2, '0')}`;
};

/**
 * Parses a body that others have sent, refusing what JSON.parse lets through in silence: duplicate and prototype keys, text that
 * cannot be stored, and shapes that only an attacker sends. Numbers in the fields of the object that are named as decimals
 * become the text they were written as: they never are floats.
 */
export const parseStrictJson = (
  text: string,
  decimalFields: readonly string[] = [],
  mostFields = usualFields,
): StrictJson => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { isValid: false, fault: faults.malformed };
  }
  const decimals = new Map<string, string>();
  const fault = findFault(text, mostFields, (field, number) => {
    if (decimalFields.includes(field)) decimals.set(field, toDecimalText(number));
  });
  if (fault !== null) return { isValid: false, fault };
  return {
    isValid: true,
    value: decimals.size === 0 ? value : { ...(value as object), ...Object.fromEntries(decimals) },
  };
};
