/** Names are texts; booleans and null are null, for nothing here asks what they are. */
export type PdfValue = null | number | string | PdfString | PdfReference | readonly PdfValue[] | PdfDictionary;
export type PdfReference = { readonly objectNumber: number };
/** Where it stands, with its brackets: most are never read. */
export type PdfString = { readonly bytes: Uint8Array; readonly from: number; readonly to: number };
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

/** What one file may use up in all; spent by all its readers. */
export type ReadingBudget = { tokens: number; readBytes: number };

export type PdfVisitor = {
  /** Every name on the way, in places where none should be too. */
  readonly onName: (name: string) => void;
  /** Every entry of every dictionary, also one that another one of the same key covers. */
  readonly onEntry: (key: string, value: PdfValue, dictionary: PdfDictionary) => void;
};

/** The file asks for more than a receipt does. */
export class BeyondLimits extends Error {}

export const isString = (value: PdfValue | undefined): value is PdfString =>
  typeof value === 'object' && value !== null && 'from' in value;

export const isReference = (value: PdfValue | undefined): value is PdfReference =>
  typeof value === 'object' && value !== null && 'objectNumber' in value;

type Open = { readonly isDictionary: boolean; readonly values: PdfValue[] };
type Reading = { readonly bytes: Uint8Array; at: number };

const codeOf = (character: string): number => character.charCodeAt(0);
const [slash, percent, open, close, less, greater] = [...'/%()<>'].map(codeOf) as [
  number,
  number,
  number,
  number,
  number,
  number,
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
  reading.at = Math.min(reading.at + 1, reading.bytes.length);
};

const skipHexadecimal = (reading: Reading): void => {
  const end = reading.bytes.indexOf(greater, reading.at);
  reading.at = end < 0 ? reading.bytes.length : end + 1;
};

const readString = (reading: Reading, skip: (reading: Reading) => void): PdfString => {
  const from = reading.at;
  skip(reading);
  return { bytes: reading.bytes, from, to: reading.at };
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

const toDictionary = (values: readonly PdfValue[], { onEntry }: PdfVisitor): PdfDictionary => {
  const entries: [string, PdfValue][] = [];
  for (let index = 0; index < values.length; ) {
    const key = values[index];
    if (typeof key === 'string') entries.push([key, values[index + 1] ?? null]);
    // As readers do: what should be a key and is none is passed over.
    index += typeof key === 'string' ? 2 : 1;
  }
  const dictionary = new Map(entries);
  for (const [key, value] of entries) onEntry(key, value, dictionary);
  return dictionary;
};

const closeInto = ({ isDictionary, values }: Open, outer: PdfValue[], visitor: PdfVisitor): void => {
  outer.push(isDictionary ? toDictionary(values, visitor) : values);
};

/** A value may begin within another one, and so a file could be read as often as it has values. */
const spend = (budget: ReadingBudget, bytes: number): void => {
  if ((budget.readBytes -= bytes) < 0) throw new BeyondLimits('Its parts overlap more than those of a receipt do.');
};

const takeReference = (values: PdfValue[]): PdfValue => {
  values.pop();
  return { objectNumber: Number(values.pop()) };
};

/**
 * Reads one value, however deep, without recursion. Malformed parts are passed over as readers do it, and what is never
 * closed is closed by the end of the bytes.
 */
export const readValue = (
  bytes: Uint8Array,
  start: number,
  budget: ReadingBudget,
  visitor: PdfVisitor,
): { readonly value: PdfValue; readonly end: number } => {
  const reading: Reading = { bytes, at: start };
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
      visitor.onName(name);
      values.push(name);
    } else if (byte === open) {
      values.push(readString(reading, skipLiteral));
    } else if (byte === openBracket || (byte === less && bytes[reading.at + 1] === less)) {
      stack.push({ isDictionary: byte === less, values: [] });
      reading.at += byte === less ? 2 : 1;
    } else if (byte === less) {
      values.push(readString(reading, skipHexadecimal));
    } else if (byte === closeBracket || (byte === greater && bytes[reading.at + 1] === greater)) {
      reading.at += byte === greater ? 2 : 1;
      if (inner === undefined) bottom.push(null);
      else if (inner.isDictionary === (byte === greater)) {
        stack.pop();
        closeInto(inner, stack.at(-1)?.values ?? bottom, visitor);
      }
    } else if (isRegular(byte)) {
      const word = readWord(reading);
      if (word === 'R' && values.length >= 2) values.push(takeReference(values));
      else values.push(/^[+-]?\d*\.?\d*$/.test(word) ? Number(word) : null);
    } else {
      reading.at += 1;
    }
  } while (reading.at < bytes.length && (stack.length > 0 || bottom.length === 0));
  for (let left = stack.pop(); left !== undefined; left = stack.pop())
    closeInto(left, stack.at(-1)?.values ?? bottom, visitor);
  spend(budget, reading.at - start);
  return { value: bottom[0] ?? null, end: reading.at };
};

/** Where the content of a stream begins whose dictionary ends at `end`; null of an object without one. */
export const streamStartAfter = (bytes: Uint8Array, end: number, budget: ReadingBudget): number | null => {
  const reading: Reading = { bytes, at: end };
  skipSpace(reading);
  spend(budget, reading.at - end);
  const word = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', reading.at, reading.at + 6);
  if (word !== 'stream') return null;
  const after = reading.at + 6;
  if (bytes[after] === 13) return bytes[after + 1] === 10 ? after + 2 : after + 1;
  return bytes[after] === 10 ? after + 1 : after;
};
