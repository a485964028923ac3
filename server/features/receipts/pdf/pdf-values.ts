/** Names are texts; strings, booleans and null are all null, for nothing here asks what is in them. */
export type PdfValue = null | number | string | PdfReference | readonly PdfValue[] | PdfDictionary;
export type PdfReference = { readonly objectNumber: number };
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

/** What one file may use up in all; spent by whoever reads. */
export type ReadingBudget = { tokens: number; unpackedBytes: number };

/** The file asks for more than a receipt does. */
export class BeyondLimits extends Error {}

type Open = { readonly isDictionary: boolean; readonly values: PdfValue[] };
type Reading = { readonly bytes: Uint8Array; at: number; readonly budget: ReadingBudget };

const codeOf = (character: string): number => character.charCodeAt(0);
const [slash, percent, open, close, less, greater] = [...'/%()<>'].map(codeOf) as [
  number, number, number, number, number, number,
];
const [openBracket, closeBracket, backslash, hash] = [...'[]\\#'].map(codeOf) as [number, number, number, number];

const isSpace = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0;
const delimiters = new Set([...'()<>[]{}/%'].map(codeOf));
const isRegular = (byte: number | undefined): boolean => byte !== undefined && !isSpace(byte) && !delimiters.has(byte);

const skipSpace = (reading: Reading): void => {
  const { bytes } = reading;
  for (; reading.at < bytes.length; reading.at += 1) {
    if (bytes[reading.at] === percent) {
      while (reading.at < bytes.length && bytes[reading.at] !== 10 && bytes[reading.at] !== 13) reading.at += 1;
    } else if (!isSpace(bytes[reading.at])) return;
  }
};

const skipLiteral = (reading: Reading): void => {
  let depth = 0;
  for (; reading.at < reading.bytes.length; reading.at += 1) {
    const byte = reading.bytes[reading.at];
    if (byte === backslash) reading.at += 1;
    else if (byte === open) depth += 1;
    else if (byte === close && --depth === 0) break;
  }
  reading.at += 1;
};

const skipHexadecimal = (reading: Reading): void => {
  while (reading.at < reading.bytes.length && reading.bytes[reading.at] !== greater) reading.at += 1;
  reading.at += 1;
};

const readWord = (reading: Reading): string => {
  const from = reading.at;
  while (isRegular(reading.bytes[reading.at])) reading.at += 1;
  return Buffer.from(reading.bytes.buffer, reading.bytes.byteOffset + from, reading.at - from).toString('latin1');
};

/** `/J#53` is the name `JS`. */
const decodeName = (raw: string): string =>
  raw.includes(String.fromCharCode(hash))
    ? raw.replace(/#([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : raw;

const toDictionary = (values: readonly PdfValue[]): PdfDictionary => {
  const entries = new Map<string, PdfValue>();
  for (let index = 0; index + 1 < values.length; ) {
    const key = values[index];
    if (typeof key === 'string') entries.set(key, values[index + 1] ?? null);
    // As readers do: what should be a key and is none is passed over.
    index += typeof key === 'string' ? 2 : 1;
  }
  return entries;
};

const takeReference = (values: PdfValue[]): PdfValue => {
  values.pop();
  return { objectNumber: Number(values.pop()) };
};

/**
 * Reads one value, however deep, without recursion. Malformed parts are passed over as readers do it; only a value that
 * is never closed ends with the bytes. `onName` hears every name on the way, in places where none should be too.
 */
export const readValue = (
  bytes: Uint8Array,
  start: number,
  budget: ReadingBudget,
  onName: (name: string) => void,
): { readonly value: PdfValue; readonly end: number } => {
  const reading: Reading = { bytes, at: start, budget };
  const stack: Open[] = [];
  const bottom: PdfValue[] = [];
  do {
    skipSpace(reading);
    if ((budget.tokens -= 1) < 0) throw new BeyondLimits('It consists of more parts than a receipt does.');
    const byte = bytes[reading.at];
    const inner = stack.at(-1);
    const values = inner?.values ?? bottom;
    if (byte === slash) {
      reading.at += 1;
      const name = decodeName(readWord(reading));
      onName(name);
      values.push(name);
    } else if (byte === open) {
      skipLiteral(reading);
      values.push(null);
    } else if (byte === openBracket || (byte === less && bytes[reading.at + 1] === less)) {
      stack.push({ isDictionary: byte === less, values: [] });
      reading.at += byte === less ? 2 : 1;
    } else if (byte === less) {
      skipHexadecimal(reading);
      values.push(null);
    } else if (byte === closeBracket || (byte === greater && bytes[reading.at + 1] === greater)) {
      reading.at += byte === greater ? 2 : 1;
      if (inner === undefined) bottom.push(null);
      else if (inner.isDictionary === (byte === greater)) {
        stack.pop();
        (stack.at(-1)?.values ?? bottom).push(inner.isDictionary ? toDictionary(inner.values) : inner.values);
      }
    } else if (isRegular(byte)) {
      const word = readWord(reading);
      if (word === 'R' && values.length >= 2) values.push(takeReference(values));
      else values.push(/^[+-]?\d*\.?\d*$/.test(word) ? Number(word) : null);
    } else {
      reading.at += 1;
    }
  } while (reading.at < bytes.length && (stack.length > 0 || bottom.length === 0));
  return { value: bottom[0] ?? null, end: reading.at };
};

/** Where the content of a stream begins whose dictionary ends at `end`; null of an object without one. */
export const streamStartAfter = (bytes: Uint8Array, end: number): number | null => {
  const reading: Reading = { bytes, at: end, budget: { tokens: 0, unpackedBytes: 0 } };
  skipSpace(reading);
  const word = Buffer.from(bytes.buffer, bytes.byteOffset + reading.at, Math.min(6, bytes.length - reading.at));
  if (word.toString('latin1') !== 'stream') return null;
  const after = reading.at + 6;
  if (bytes[after] === 13) return bytes[after + 1] === 10 ? after + 2 : after + 1;
  return bytes[after] === 10 ? after + 1 : after;
};
