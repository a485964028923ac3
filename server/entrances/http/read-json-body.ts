import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { RequestError } from '#platform/errors';
import { parseStrictJson } from '#platform/strict-json';
import { declaredBytesOf, dropParameters, invite, isCompressed } from './body-headers.ts';
import { UnfitRequest, unfitPlace } from './unfit-request.ts';

const maxBodyBytes = 64 * 1024;

const isJson = (contentType: string | undefined): boolean => {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return type === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset));
};

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

/** Reads a JSON body of at most 64 KiB. What JSON.parse would accept in silence is refused here. */
export const readJsonBody: RequestHandler = async (request, response, next) => {
  if (!isJson(request.headers['content-type']) || isCompressed(request))
    throw new RequestError('unsupported_media_type');
  const parsed = parseStrictJson(decodeUtf8(await readBytes(request, response)));
  if (!parsed.isValid) throw new UnfitRequest([{ path: '/body', ...parsed.fault }]);
  request.body = parsed.value;
  dropParameters(request, 'application/json');
  next();
};
