import type { RequestHandler } from 'express';
import { RequestError } from '#platform/errors';
import { parseStrictJson } from '#platform/strict-json';
import { dropParameters, isCompressed } from './body-headers.ts';
import { readBodyText } from './read-body-text.ts';
import { UnfitRequest } from './unfit-request.ts';

const isJson = (contentType: string | undefined): boolean => {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return type === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset));
};

/**
 * Reads a JSON body of at most 64 KiB. What JSON.parse would accept in silence is refused here, and numbers in decimal fields are
 * kept as they were written.
 */
export const createJsonReader =
  (decimalFields: readonly string[]): RequestHandler =>
  async (request, response, next) => {
    if (!isJson(request.headers['content-type']) || isCompressed(request))
      throw new RequestError('unsupported_media_type');
    const parsed = parseStrictJson(await readBodyText(request, response), decimalFields);
    if (!parsed.isValid) throw new UnfitRequest([{ path: '/body', ...parsed.fault }]);
    request.body = parsed.value;
    dropParameters(request, 'application/json');
    next();
  };
