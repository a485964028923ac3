import { timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { RequestError } from '#platform/errors';
import { sha256 } from '#platform/secrets';

/**
 * Lets in who knows one of the secrets, before anything else of the call is read. There are two while one is replaced. Digests
 * have one length, so that the comparison takes one time.
 */
export const authenticate = (secrets: readonly string[]): RequestHandler => {
  const valid = secrets.map(sha256);
  return (request, _response, next) => {
    const [, sent] = /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '') ?? [];
    if (sent === undefined) throw new RequestError('api_key_missing');
    const digest = sha256(sent);
    const matches = valid.filter((secret) => timingSafeEqual(secret, digest));
    if (matches.length === 0) throw new RequestError('api_key_invalid');
    next();
  };
};
