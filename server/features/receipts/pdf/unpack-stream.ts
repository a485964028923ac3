import { BeyondLimits, type PdfDictionary, type PdfValue } from './pdf-values.ts';
import { assertUnpackable, core, type CoreDictionary, type CoreStream } from './pdfjs-core.ts';

export type PackedStream = { readonly dictionary: PdfDictionary; readonly bytes: Uint8Array };
type ResolveOne = (value: PdfValue | undefined) => PdfValue;

const unpacking = new Set([
  'FlateDecode',
  'Fl',
  'LZWDecode',
  'LZW',
  'ASCII85Decode',
  'A85',
  'ASCIIHexDecode',
  'AHx',
  'RunLengthDecode',
  'RL',
  'BrotliDecode',
]);
/** What comes out of these is a picture; what goes in is looked at. `Crypt` leaves a content as it is where nothing is encrypted. */
const last = new Set(['DCTDecode', 'DCT', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode', 'CCF']);
const mostFilters = 10;
/** Pictures unpack to tens of megabytes, which no check reads. */
const mostOfPicture = 2 ** 20;

const listOf = (value: PdfValue): readonly PdfValue[] =>
  Array.isArray(value) ? (value as readonly PdfValue[]) : value === null ? [] : [value];

const toParameters = (value: PdfValue, resolve: ResolveOne): CoreDictionary | null => {
  if (!(value instanceof Map)) return null;
  const parameters = new core.Dict(null);
  for (const [key, one] of value as PdfDictionary) {
    const resolved = resolve(one);
    if (typeof resolved === 'number') parameters.set(key, resolved);
  }
  return parameters;
};

const readAll = (stream: CoreStream, most: number): Uint8Array => {
  if (stream.readBlock === undefined) return stream.getBytes().subarray(0, most);
  try {
    while (stream.eof === false && (stream.bufferLength ?? 0) < most) stream.readBlock();
  } catch (error) {
    // Up to the place where it is damaged, as readers do it.
    if (error instanceof BeyondLimits) throw error;
  }
  return (stream.buffer ?? new Uint8Array()).subarray(0, Math.min(stream.bufferLength ?? 0, most));
};

/**
 * By the library that reads the document, with whatever filters, in whatever order. Null of a way of packing that it does
 * not know.
 */
export const unpackStream = (
  { dictionary, bytes }: PackedStream,
  filter: PdfValue,
  resolve: ResolveOne,
): Uint8Array | null => {
  const filters = listOf(filter).map(resolve);
  const parameters = listOf(resolve(dictionary.get('DecodeParms') ?? dictionary.get('DP'))).map(resolve);
  if (filters.length > mostFilters) return null;
  let stream: CoreStream = new core.Stream(bytes, 0, bytes.length);
  for (const [index, name] of filters.entries()) {
    if (typeof name === 'string' && last.has(name)) break;
    if (name === 'Crypt') continue;
    if (typeof name !== 'string' || !unpacking.has(name)) return null;
    stream = core.Parser.prototype.makeFilter(stream, name, null, toParameters(parameters[index] ?? null, resolve));
  }
  const isPicture = resolve(dictionary.get('Subtype')) === 'Image';
  const unpacked = readAll(stream, isPicture ? mostOfPicture : Infinity);
  // It may have been exceeded where the library takes an error for a damaged stream.
  assertUnpackable();
  return unpacked;
};
