import { inflateRawSync } from 'node:zlib';
import {
  BeyondLimits,
  readValue,
  streamStartAfter,
  type PdfDictionary,
  type PdfValue,
  type ReadingBudget,
} from './pdf-values.ts';

export type ScannedObjects = {
  /** Every name that any object of the file uses, in whatever place, of old revisions too. */
  readonly names: ReadonlySet<string>;
  /** A form described in XML has a script in it. */
  readonly hasFormScript: boolean;
  /** Objects are packed in a way that nobody packs a receipt's; what is in them is not known. */
  readonly hasHiddenObjects: boolean;
};

type Stream = { readonly dictionary: PdfDictionary; readonly start: number };

/** Where `word` stands, but not as the end of `end<word>`. */
function* placesOf(content: Buffer, word: string): Generator<number> {
  for (let at = content.indexOf(word); at >= 0; at = content.indexOf(word, at + word.length)) {
    if (content.toString('latin1', Math.max(0, at - 3), at) !== 'end') yield at + word.length;
  }
}

const newBudget = (): ReadingBudget => ({ tokens: 4_000_000, unpackedBytes: 32 * 2 ** 20 });

const isPlain = (value: PdfValue | undefined): boolean =>
  value === undefined || value === null || (Array.isArray(value) && (value as readonly PdfValue[]).every(isPlain));

const hasPredictor = (parameters: PdfValue | undefined): boolean => {
  if (isPlain(parameters)) return false;
  const [first] = Array.isArray(parameters) ? (parameters as readonly PdfValue[]) : [parameters];
  if (!(first instanceof Map)) return true;
  const predictor = (first as PdfDictionary).get('Predictor');
  return predictor !== undefined && predictor !== 1;
};

const filtersOf = (dictionary: PdfDictionary): readonly PdfValue[] | null => {
  const filter = dictionary.get('Filter') ?? dictionary.get('F') ?? null;
  if (filter === null) return [];
  if (typeof filter === 'string') return [filter];
  return Array.isArray(filter) ? (filter as readonly PdfValue[]) : null;
};

/**
 * Null for any other way of packing. The end is not looked for: deflate tells its own, and a length can lie. Nor is the
 * checksum, which readers do not look at either.
 */
const unpack = (content: Buffer, { dictionary, start }: Stream, budget: ReadingBudget): Buffer | null => {
  const filters = filtersOf(dictionary);
  if (filters?.length === 0) return content.subarray(start);
  const isDeflated = filters?.length === 1 && (filters[0] === 'FlateDecode' || filters[0] === 'Fl');
  const parameters = dictionary.get('DecodeParms') ?? dictionary.get('DP');
  if (!isDeflated || hasPredictor(parameters)) return null;
  try {
    const maxOutputLength = Math.max(1, budget.unpackedBytes);
    const unpacked = inflateRawSync(content.subarray(start + 2), { maxOutputLength, finishFlush: 2 });
    budget.unpackedBytes -= unpacked.length;
    return unpacked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return null;
    throw new BeyondLimits('It unpacks to more than a receipt does.');
  }
};

/** Each at its own offset, as readers find it: read in one go, a text before an object could cover it. */
const readPacked = (
  unpacked: Buffer,
  count: number,
  first: number,
  budget: ReadingBudget,
  onName: (name: string) => void,
): void => {
  let at = 0;
  for (let index = 0; index < count && at < unpacked.length; index += 1) {
    const objectNumber = readValue(unpacked, at, budget, onName);
    const offset = readValue(unpacked, objectNumber.end, budget, onName);
    at = offset.end;
    const start = first + Number(offset.value);
    if (start >= 0 && start < unpacked.length) readValue(unpacked, start, budget, onName);
  }
};

const hasScriptElement = (unpacked: Buffer | null): boolean =>
  unpacked !== null && /<(\w+:)?script\b/i.test(unpacked.toString('latin1').replaceAll('\0', ''));

/**
 * Looks at each value behind each `obj` and `trailer`, wherever they stand, inside of other streams too: whatever a
 * reader's table of objects points to is among them, so that nothing hides from us by being listed nowhere, or oddly.
 */
export const scanObjects = (content: Buffer, budget = newBudget()): ScannedObjects => {
  const names = new Set<string>();
  const onName = (name: string): void => void names.add(name);
  const streams: Stream[] = [];
  for (const at of placesOf(content, 'trailer')) readValue(content, at, budget, onName);
  for (const at of placesOf(content, 'obj')) {
    const { value, end } = readValue(content, at, budget, onName);
    const start = value instanceof Map ? streamStartAfter(content, end) : null;
    if (start !== null) streams.push({ dictionary: value as PdfDictionary, start });
  }
  let hasHiddenObjects = false;
  let hasFormScript = false;
  // What is encrypted cannot be unpacked, and is refused for that.
  for (const stream of names.has('Encrypt') ? [] : streams) {
    const [count, first] = [stream.dictionary.get('N'), stream.dictionary.get('First')];
    if (count === undefined || first === undefined) continue;
    const unpacked = unpack(content, stream, budget);
    if (unpacked === null || typeof count !== 'number' || typeof first !== 'number') hasHiddenObjects = true;
    else readPacked(unpacked, count, first, budget, onName);
  }
  if (names.has('XFA')) hasFormScript = streams.some((stream) => hasScriptElement(unpack(content, stream, budget)));
  return { names, hasFormScript, hasHiddenObjects };
};
