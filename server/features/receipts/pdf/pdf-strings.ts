import type { PdfString } from './pdf-values.ts';

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\r\n': '',
  '\r': '',
  '\n': '',
};

const decodeLiteral = (inner: string): string =>
  inner.replace(/\\([0-7]{1,3}|\r\n|[^])/g, (_, escaped: string) =>
    /^[0-7]/.test(escaped) ? String.fromCharCode(Number.parseInt(escaped, 8) & 255) : (escapes[escaped] ?? escaped),
  );

const decodeHexadecimal = (inner: string): string =>
  Buffer.from(inner.replace(/[^0-9a-f]/gi, '').replace(/^((?:..)*.)$/, '$10'), 'hex').toString('latin1');

/** No address is longer. */
const mostBytes = 8_192;

/** What a string says, in ASCII at least; characters of two bytes lose the zeros between them. */
export const textOf = ({ bytes, from, to }: PdfString): string => {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(to - from, mostBytes)).toString('latin1');
  const text = raw.startsWith('(') ? decodeLiteral(raw.slice(1, -1)) : decodeHexadecimal(raw.slice(1, -1));
  return text.replaceAll('\0', '').replace(/^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/, '');
};
