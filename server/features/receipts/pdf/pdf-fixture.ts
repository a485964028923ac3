import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** The dictionary of a stream without its length, and the content as it lies in the file. */
export type FixtureStream = { readonly dictionary: string; readonly content: Buffer };
export type FixtureObject = string | FixtureStream;
/** By object number; 1 is the catalog. */
export type FixtureObjects = Readonly<Record<number, FixtureObject>>;

const header = '%PDF-1.7\n%\xE2\xE3\xCF\xD3\n';

const bodyOf = (object: FixtureObject): Buffer => {
  if (typeof object === 'string') return Buffer.from(object, 'latin1');
  const opening = `<< ${object.dictionary} /Length ${object.content.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(opening, 'latin1'), object.content, Buffer.from('\nendstream')]);
};

/** The objects, the table in which they are found, and the end. */
const writeRevision = (objects: FixtureObjects, startsAt: number, trailer: string): Buffer => {
  const parts: Buffer[] = [];
  const table: string[] = [];
  let at = startsAt;
  for (const [number, object] of Object.entries(objects)) {
    const text = Buffer.concat([Buffer.from(`${number} 0 obj\n`), bodyOf(object), Buffer.from('\nendobj\n')]);
    parts.push(text);
    table.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
    at += text.length;
  }
  const end = `xref\n0 1\n0000000000 65535 f \n${table.join('')}trailer\n<< ${trailer} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end, 'latin1')]);
};

const sizeOf = (objects: FixtureObjects): number => Math.max(0, ...Object.keys(objects).map(Number)) + 1;

/** It ends in one table of objects; more revisions may follow it. A comment comes before its objects. */
export const writePdf = (objects: FixtureObjects, trailer = '', comment = ''): Buffer => {
  const start = Buffer.from(comment === '' ? header : `${header}%${comment}\n`, 'latin1');
  const rest = writeRevision(objects, start.length, `/Size ${sizeOf(objects)} /Root 1 0 R ${trailer}`);
  return Buffer.concat([start, rest]);
};

/** Saved once more, as editors do it: what changed is appended. */
export const appendRevision = (pdf: Buffer, objects: FixtureObjects): Buffer => {
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1'))?.[1] ?? '0';
  const size = Math.max(sizeOf(objects), 20);
  return Buffer.concat([pdf, writeRevision(objects, pdf.length, `/Size ${size} /Root 1 0 R /Prev ${previous}`)]);
};

export const deflated = (content: Buffer | string, dictionary = ''): FixtureStream => ({
  dictionary: `${dictionary} /Filter /FlateDecode`,
  content: deflateSync(content),
});

/** Objects packed into one stream, which is found by its table's stream only. */
export const packObjects = (
  objects: Readonly<Record<number, string>>,
  pack: typeof deflated = deflated,
): FixtureStream => {
  const numbers = Object.keys(objects);
  const bodies = Object.values(objects).map((body) => `${body}\n`);
  const offsets = bodies.map((_, index) => bodies.slice(0, index).join('').length);
  const directory = `${numbers.map((number, index) => `${number} ${offsets[index]}`).join(' ')} `;
  return pack(
    Buffer.from(directory + bodies.join(''), 'latin1'),
    `/Type /ObjStm /N ${numbers.length} /First ${directory.length}`,
  );
};

/** As newer programs write it: the table of objects is a stream, and `packed` are found inside of the stream `container`. */
export const writePackedPdf = (
  objects: FixtureObjects,
  container: number,
  packed: Readonly<Record<number, string>>,
  trailer = '',
): Buffer => {
  const start = Buffer.from(header, 'latin1');
  const all: Record<number, FixtureObject> = { ...objects, [container]: packObjects(packed) };
  const tableNumber = Math.max(sizeOf(all), sizeOf(packed));
  const rows = new Map<number, readonly [number, number, number]>();
  const parts = [start];
  let at = start.length;
  for (const [number, object] of Object.entries(all)) {
    const text = Buffer.concat([Buffer.from(`${number} 0 obj\n`), bodyOf(object), Buffer.from('\nendobj\n')]);
    rows.set(Number(number), [1, at, 0]);
    parts.push(text);
    at += text.length;
  }
  Object.keys(packed).forEach((number, index) => rows.set(Number(number), [2, container, index]));
  rows.set(tableNumber, [1, at, 0]);
  const table = Buffer.alloc((tableNumber + 1) * 6);
  for (const [number, [kind, where, index]] of rows) {
    table.writeUInt8(kind, number * 6);
    table.writeUInt32BE(where, number * 6 + 1);
    table.writeUInt8(index, number * 6 + 5);
  }
  const dictionary = `/Type /XRef /W [1 4 1] /Size ${tableNumber + 1} /Root 1 0 R ${trailer}`;
  const last = Buffer.concat([
    Buffer.from(`${tableNumber} 0 obj\n`),
    bodyOf({ dictionary, content: table }),
    Buffer.from(`\nendobj\nstartxref\n${at}\n%%EOF\n`),
  ]);
  return Buffer.concat([...parts, last]);
};

const hexadecimal = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');

/** As subsets of fonts do it, the letters are numbered as they come: what a number means is told by a map only. */
const letterMap = (letters: readonly string[]): string => {
  const lines = letters.map((letter, index) => `<${hexadecimal(index + 1)}> <${hexadecimal(letter.charCodeAt(0))}>`);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${blocks.join('\n')}
endcmap end end`;
};

const showLine = (line: string, letters: readonly string[]): string =>
  `<${[...line].map((letter) => hexadecimal(letters.indexOf(letter) + 1)).join('')}> Tj 0 -16 Td`;

export type TextPage = {
  /** Added to the catalog, or to the page, such as `/OpenAction …`. */
  readonly catalog?: string;
  readonly page?: string;
  readonly hasLetterMap?: boolean;
};

export type TextPageObjects = {
  readonly [Number in 1 | 2 | 3 | 5 | 6 | 7]: string;
} & { readonly [Number in 4 | 8]: FixtureStream };

/** One page of text in any language: 1 catalog, 2 pages, 3 page, 4 content, 5 to 7 the font, 8 its map of letters. */
export const textPage = (
  lines: readonly string[],
  { catalog = '', page = '', hasLetterMap = true }: TextPage = {},
): TextPageObjects => {
  const letters = [...new Set(lines.join(''))];
  const map = hasLetterMap ? '/ToUnicode 8 0 R' : '';
  return {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    4: deflated(`BT /F1 12 Tf 40 800 Td ${lines.map((line) => showLine(line, letters)).join('\n')} ET`),
    5: `<< /Type /Font /Subtype /Type0 /BaseFont /Letters /Encoding /Identity-H /DescendantFonts [6 0 R] ${map} >>`,
    6: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Letters /FontDescriptor 7 0 R /DW 600
       /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>`,
    7: `<< /Type /FontDescriptor /FontName /Letters /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0
       /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`,
    8: deflated(letterMap(letters)),
  };
};

export const writeTextPdf = (lines: readonly string[], options: TextPage = {}, trailer = ''): Buffer =>
  writePdf(textPage(lines, options), trailer);

const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');

/** Node's own RC4 is gone with OpenSSL 3. */
const rc4 = (key: Buffer, content: Buffer): Buffer => {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number): void => {
    [state[one], state[other]] = [state[other]!, state[one]!];
  };
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + state[index]! + key[index % key.length]!) % 256;
    swap(index, other);
  }
  let [index, other] = [0, 0];
  return content.map((byte) => {
    index = (index + 1) % 256;
    other = (other + state[index]!) % 256;
    swap(index, other);
    return byte ^ state[(state[index]! + state[other]!) % 256]!;
  }) as Buffer;
};

const md5 = (...parts: readonly Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();

const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);

/** Encrypted by the standard handler's first version (40 bits), whose passwords any reader can check. */
export const encryptedPdf = (lines: readonly string[], userPassword: string): Buffer => {
  const id = Buffer.from('00112233445566778899AABBCCDDEEFF', 'hex');
  const permissions = Buffer.from([0xc0, 0xff, 0xff, 0xff]);
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(userPassword));
  const key = md5(padded(userPassword), owner, permissions, id).subarray(0, 5);
  const user = rc4(key, padding);
  const objects = Object.entries(textPage(lines)).map(([number, object]): [string, FixtureObject] => {
    if (typeof object === 'string') return [number, object];
    const objectKey = md5(key, Buffer.from([Number(number), 0, 0, 0, 0])).subarray(0, 10);
    return [number, { ...object, content: rc4(objectKey, object.content) }];
  });
  const encryption = `<< /Filter /Standard /V 1 /R 2 /P -64 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> >>`;
  const ids = `/ID [<${id.toString('hex')}> <${id.toString('hex')}>]`;
  return writePdf(Object.fromEntries(objects), `/Encrypt ${encryption} ${ids}`);
};
