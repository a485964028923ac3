import express, { type RequestHandler } from 'express';
import { invalidField, RequestError } from '#platform/errors';
import { parseStrictJson } from '#platform/strict-json';

const maxBodyBytes = 64 * 1024;

// Compressed bodies are refused: 64 KiB of them can stand for a gigabyte.
const readBytes = express.raw({ type: () => true, limit: maxBodyBytes, inflate: false });

const isJson = (contentType: string | undefined): boolean => {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';').map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return type === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset));
};

const decodeUtf8 = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalidField('/body', 'must be UTF-8', 'json');
  }
};

/** Reads a JSON body of at most 64 KiB. What JSON.parse would accept in silence is refused here. */
export const readJsonBody: RequestHandler[] = [
  (request, _response, next) => {
    if (!isJson(request.headers['content-type'])) throw new RequestError('unsupported_media_type');
    next();
  },
  readBytes,
  (request, _response, next) => {
    const bytes: unknown = request.body;
    const parsed = parseStrictJson(Buffer.isBuffer(bytes) ? decodeUtf8(bytes) : '');
    if (!parsed.isValid) throw invalidField('/body', parsed.fault.message, parsed.fault.code);
    request.body = parsed.value;
    next();
  },
];
