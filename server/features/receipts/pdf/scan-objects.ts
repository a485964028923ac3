import { createActionFinder, type Resolve } from './find-actions.ts';
import {
  isReference,
  readValue,
  streamStartAfter,
  type PdfDictionary,
  type PdfValue,
  type PdfVisitor,
  type ReadingBudget,
} from './pdf-values.ts';
import { unpackWithin, type UnpackingBudget } from './pdfjs-core.ts';
import type { Sign } from './signs.ts';
import { unpackStream, type PackedStream } from './unpack-stream.ts';

export type ScannedObjects = {
  /** Every name that any object of the file uses, in whatever place, of old revisions too. */
  readonly names: ReadonlySet<string>;
  readonly signs: ReadonlySet<Sign>;
  /** Objects are packed in a way that no bank packs a receipt's; what is in them is not known. */
  readonly hasHiddenObjects: boolean;
};

export type ScanBudget = ReadingBudget & UnpackingBudget;

export const newBudget = (content: Buffer): ScanBudget => ({
  tokens: 4_000_000,
  readBytes: 2 ** 20 + 4 * content.length,
  unpackedBytes: 64 * 2 ** 20,
});

type Place = { readonly bytes: Uint8Array; readonly at: number };
type FoundStream = { readonly dictionary: PdfDictionary; readonly start: number };
type Listen = (bytes: Uint8Array) => void;

const deaf: PdfVisitor = { onName: () => undefined, onEntry: () => undefined };

/** Where `word` stands, but not as the end of `end<word>`. */
function* placesOf(content: Buffer, word: string): Generator<number> {
  for (let at = content.indexOf(word); at >= 0; at = content.indexOf(word, at + word.length)) {
    if (content.toString('latin1', Math.max(0, at - 3), at) !== 'end') yield at + word.length;
  }
}

const numberBefore = (content: Buffer, at: number): number =>
  Number(
    /(\d{1,10})[\s\0]+\d{1,5}[\s\0]*$/.exec(content.toString('latin1', Math.max(0, at - 32), at))?.[1] ?? Number.NaN,
  );

/** Objects by number, read again when one is asked for: most never are. */
const createIndex = (budget: ReadingBudget) => {
  const places = new Map<number, Place[]>();
  const read = new Map<number, readonly PdfValue[]>();
  const resolve: Resolve = ({ objectNumber }) => {
    const known = read.get(objectNumber);
    if (known !== undefined) return known;
    const values = (places.get(objectNumber) ?? []).map(({ bytes, at }) => readValue(bytes, at, budget, deaf).value);
    read.set(objectNumber, values);
    return values;
  };
  return {
    add: (objectNumber: number, place: Place): void => {
      const known = places.get(objectNumber);
      if (known === undefined) places.set(objectNumber, [place]);
      else known.push(place);
    },
    resolve,
    /** The newest, as far as the order in the file tells; a reference to a reference leads nowhere. */
    resolveOne: (value: PdfValue | undefined): PdfValue => {
      const resolved = isReference(value) ? resolve(value).at(-1) : value;
      return resolved === undefined || isReference(resolved) ? null : resolved;
    },
  };
};

type Index = ReturnType<typeof createIndex>;

/** Each at its own offset, as readers find it: read in one go, a text before an object could cover it. False if there are fewer. */
const readPacked = (
  unpacked: Uint8Array,
  count: number,
  first: number,
  index: Index,
  budget: ReadingBudget,
  visitor: PdfVisitor,
): boolean => {
  let at = 0;
  for (let place = 0; place < count; place += 1) {
    if (at >= unpacked.length) return false;
    const objectNumber = readValue(unpacked, at, budget, visitor);
    const offset = readValue(unpacked, objectNumber.end, budget, visitor);
    at = offset.end;
    if (typeof objectNumber.value !== 'number' || typeof offset.value !== 'number') return false;
    const start = first + offset.value;
    if (start < 0 || start >= unpacked.length) return false;
    index.add(objectNumber.value, { bytes: unpacked, at: start });
    readValue(unpacked, start, budget, visitor);
  }
  return true;
};

/** Up to `endstream` behind its length, or to the first one when its length is wrong, as readers do it. */
const createEndFinder = (content: Buffer, { resolveOne }: Index) => {
  let next = 0;
  return ({ dictionary, start }: FoundStream): number => {
    const length = resolveOne(dictionary.get('Length'));
    const end = start + (typeof length === 'number' ? length : 0);
    if (end > start && /^\s*endstream/.test(content.toString('latin1', end, end + 12))) return end;
    // Streams come in the order of the file, so each place is passed once.
    if (next >= 0 && next < start) next = content.indexOf('endstream', start);
    return next < 0 ? content.length : next;
  };
};

/** The streams of all objects that stand in the file, and what a value of theirs is said to be. */
const findStreams = (
  content: Buffer,
  index: Index,
  budget: ReadingBudget,
  visitor: PdfVisitor,
): readonly FoundStream[] => {
  const streams: FoundStream[] = [];
  for (const at of placesOf(content, 'trailer')) readValue(content, at, budget, visitor);
  for (const at of placesOf(content, 'obj')) {
    const { value, end } = readValue(content, at, budget, visitor);
    index.add(numberBefore(content, at - 'obj'.length), { bytes: content, at });
    const start = value instanceof Map ? streamStartAfter(content, end, budget) : null;
    if (start !== null) streams.push({ dictionary: value as PdfDictionary, start });
  }
  return streams;
};

const filtersOf = (dictionary: PdfDictionary, { resolve }: Index): readonly PdfValue[] => {
  const told = dictionary.get('Filter') ?? dictionary.get('F') ?? null;
  // A file that says it twice leaves open which one is meant: one after the other.
  const filters = isReference(told) ? resolve(told) : [told];
  return filters.length === 0 ? ['unknown'] : filters.slice(-4);
};

/** False where objects lie that cannot be looked into. */
const lookInto = (
  stream: PackedStream,
  index: Index,
  budget: ReadingBudget,
  visitor: PdfVisitor,
  listen: Listen,
): boolean => {
  const { dictionary } = stream;
  const holdsObjects = dictionary.has('N') && dictionary.has('First');
  const isRead = filtersOf(dictionary, index).map((filter) => {
    const unpacked = unpackStream(stream, filter, index.resolveOne);
    if (unpacked === null) return !holdsObjects;
    listen(unpacked);
    if (!holdsObjects) return true;
    // What it unpacks to is paid for already, and may be read as often as what stands in the file.
    budget.readBytes += 4 * unpacked.length;
    const [count, first] = [index.resolveOne(dictionary.get('N')), index.resolveOne(dictionary.get('First'))];
    if (typeof count !== 'number' || typeof first !== 'number') return false;
    return readPacked(unpacked, count, first, index, budget, visitor);
  });
  return isRead.every(Boolean);
};

/**
 * Looks at each value behind each `obj` and `trailer`, wherever they stand, inside of other streams too: whatever a
 * reader's table of objects points to is among them, so that nothing hides from us by being listed nowhere, or oddly.
 * `listen` hears what is in each stream.
 */
export const scanObjects = (
  content: Buffer,
  listen: Listen = () => undefined,
  budget = newBudget(content),
): ScannedObjects => {
  unpackWithin(budget);
  const index = createIndex(budget);
  const actions = createActionFinder(index.resolve);
  const names = new Set<string>();
  const visitor: PdfVisitor = { onName: (name) => void names.add(name), onEntry: actions.onEntry };
  const streams = findStreams(content, index, budget, visitor);
  const endOf = createEndFinder(content, index);
  let hasHiddenObjects = false;
  // What is encrypted cannot be unpacked, and is refused for that.
  for (const stream of names.has('Encrypt') ? [] : streams) {
    const bytes = content.subarray(stream.start, endOf(stream));
    if (!lookInto({ dictionary: stream.dictionary, bytes }, index, budget, visitor, listen)) hasHiddenObjects = true;
  }
  return { names, signs: actions.signs(), hasHiddenObjects };
};
