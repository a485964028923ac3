/** Text that others wrote, harmless to a terminal: no control characters, and none that turn the direction of text. */
export const printable = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
