import type { Readable } from 'node:stream';
import { RequestError } from '#platform/errors';
import { findFieldFault } from '#platform/strict-json';
import type { Part } from './read-parts.ts';
import type { Spool, Spooled } from './spool.ts';
import { UnfitRequest, unfitPlace } from './unfit-request.ts';
import type { UploadForm } from './upload-form.ts';

export const maxFileBytes = 10 * 1024 * 1024;
export const maxFieldsBytes = 64 * 1024;

/** What a form was found to hold so far. */
type Found = { readonly fields: Map<string, string>; file: Spooled | null };

const decodeUtf8 = (bytes: Buffer, path: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unfitPlace(path, 'forbidden_character', {});
  }
};

const readText = async (content: Readable, take: (sizeBytes: number) => void): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) {
    take(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const spoolFile = async (content: Readable, spool: Spool): Promise<Spooled> => {
  let sizeBytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxFileBytes) throw new RequestError('payload_too_large');
    await spool.write(chunk);
  }
  return spool.finish();
};

/** Takes the parts of one form, refusing what the document has no words for. */
export const takeParts = ({ file, fields: known }: UploadForm, spoolTo: () => Promise<Spool>) => {
  const found: Found = { fields: new Map(), file: null };
  const seen = new Set<string>();
  let fieldsBytes = 0;
  const countBytes = (sizeBytes: number): void => {
    fieldsBytes += sizeBytes;
    if (fieldsBytes > maxFieldsBytes) throw new RequestError('payload_too_large');
  };
  const take = async ({ name, isFile, content }: Part): Promise<void> => {
    const isKnown = name === file || known.includes(name);
    // The name of a part that was not asked for is not repeated.
    const path = isKnown ? `/body/${name}` : '/body';
    if (isKnown && seen.has(name)) throw unfitPlace(path, 'duplicate_key', {});
    seen.add(name);
    if (name === file) {
      if (!isFile) throw unfitPlace(path, 'type', { expected: 'a file' });
      found.file = await spoolFile(content, await spoolTo());
      if (found.file.sizeBytes === 0) throw unfitPlace(path, 'min_length', { limit: '1 byte' });
      return;
    }
    if (isFile && !isKnown) return void content.resume();
    const text = decodeUtf8(await readText(content, countBytes), path);
    const fault = findFieldFault(name, text);
    if (fault !== null) throw new UnfitRequest([{ path, ...fault }]);
    if (isKnown) found.fields.set(name, text);
  };
  return { found, take };
};
