const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Text that others wrote, harmless to a terminal: control characters, and those that turn the direction of text, are
 * escaped as in JSON, so JSON stays the same JSON.
 */
export const printable = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => character.split('').map(escapeUnit).join(''));
