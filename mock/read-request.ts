import type { IncomingMessage } from 'node:http';
import type { MockRequest } from './prism.ts';
import { fieldsOf } from './scenarios.ts';

/** A body that could not be read, by the name of its problem example. */
export type UnreadableBody = 'invalid_json' | 'payload_too_large';

export type ReceivedRequest = MockRequest & {
  readonly method: string;
  readonly path: string;
  /** The fields of the query and of the body, of a form too, where `body` is the text that Prism reads. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly unreadable?: UnreadableBody;
};

type Body = Pick<ReceivedRequest, 'body' | 'fields' | 'unreadable'>;

const jsonLimitBytes = 64 * 1024;
const formLimitBytes = 10 * 1024 * 1024 + jsonLimitBytes;

const collect = async (request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes <= limitBytes) chunks.push(chunk);
  }
  return sizeBytes <= limitBytes ? Buffer.concat(chunks) : undefined;
};

/** A file of a form; how it begins tells what it is. */
export type FormFile = { readonly begins: string };

const readForm = async (bytes: Buffer, contentType: string): Promise<Readonly<Record<string, unknown>>> => {
  const form = await new Response(Uint8Array.from(bytes), { headers: { 'content-type': contentType } }).formData();
  const entries = [...form].map(
    async ([name, value]) =>
      [
        name,
        typeof value === 'string' ? value : ({ begins: await value.slice(0, 16).text() } satisfies FormFile),
      ] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
};

const parse = async (bytes: Buffer, contentType: string): Promise<Body> => {
  const text = bytes.toString('utf8');
  try {
    if (/^multipart\/form-data/i.test(contentType)) return { body: text, fields: await readForm(bytes, contentType) };
    if (!/^application\/(.+\+)?json/i.test(contentType)) return { body: text, fields: {} };
    const body: unknown = JSON.parse(text);
    return { body, fields: fieldsOf(body) };
  } catch {
    return { body: text, fields: {}, unreadable: 'invalid_json' };
  }
};

const readBody = async (request: IncomingMessage, contentType: string): Promise<Body> => {
  const bytes = await collect(request, contentType.startsWith('multipart/') ? formLimitBytes : jsonLimitBytes);
  if (!bytes) return { body: null, fields: {}, unreadable: 'payload_too_large' };
  return bytes.length === 0 ? { body: null, fields: {} } : parse(bytes, contentType);
};

const singleValues = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** What comes several times is a list. */
const readQuery = (search: string): Readonly<Record<string, string | string[]>> => {
  const pairs = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(pairs.keys())].map((name) => {
      const [value = '', ...others] = pairs.getAll(name);
      return [name, others.length === 0 ? value : [value, ...others]];
    }),
  );
};

export const readRequest = async (request: IncomingMessage): Promise<ReceivedRequest> => {
  // An Accept header would make Prism refuse to answer with a problem; the contract does not negotiate.
  const { accept: _accept, ...headers } = singleValues(request.headers);
  const contentType = headers['content-type'] ?? '';
  const body = await readBody(request, contentType);
  // Prism takes a body of no type for JSON, the contract does not.
  if (body.body !== null && !contentType) headers['content-type'] = 'application/octet-stream';
  const [path = '/', search = ''] = (request.url ?? '/').split('?');
  const query = readQuery(search);
  const fields = { ...query, ...body.fields };
  return { method: (request.method ?? 'GET').toLowerCase(), path, query, headers, ...body, fields };
};
