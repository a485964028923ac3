import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestError } from '#platform/errors';
import { declaredBytesOf, invite } from './body-headers.ts';
import { unfitPlace } from './unfit-request.ts';

const maxBodyBytes = 64 * 1024;

/** Refuses as soon as the body is known to be too large, without waiting for the rest of it. */
const readBytes = (request: IncomingMessage, response: ServerResponse): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (declaredBytesOf(request) > maxBodyBytes) return reject(new RequestError('payload_too_large'));
    invite(request, response);
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const take = (chunk: Buffer): void => {
      sizeBytes += chunk.length;
      if (sizeBytes <= maxBodyBytes) return void chunks.push(chunk);
      request.off('data', take).pause();
      reject(new RequestError('payload_too_large'));
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => reject(unfitPlace('/body', 'malformed_body', {})));
  });

const decodeUtf8 = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unfitPlace('/body', 'json', {});
  }
};

/** Reads a body of at most 64 KiB in UTF-8. */
export const readBodyText = async (request: IncomingMessage, response: ServerResponse): Promise<string> =>
  decodeUtf8(await readBytes(request, response));
