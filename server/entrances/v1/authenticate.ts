import type { RequestHandler } from 'express';
import type { ApiKeyResolver, Caller, ResolvedKey } from '#features/access';
import { RequestError } from '#platform/errors';
import type { SecurityEvent } from '#platform/security-events';

const eventOf = {
  malformed: 'api_key_malformed',
  unknown: 'api_key_unknown',
  revoked: 'api_key_revoked',
} as const satisfies Record<Exclude<ResolvedKey['outcome'], 'valid'>, SecurityEvent>;

/** Checks the key before anything else of the request is read; afterwards the shop is fixed. */
export const authenticate =
  (resolveApiKey: ApiKeyResolver): RequestHandler =>
  async (request, response, next) => {
    const apiKey = request.get('x-api-key');
    if (!apiKey) throw new RequestError('api_key_missing', { securityEvent: 'api_key_missing' });
    const key = await resolveApiKey(apiKey);
    // Also of a key that opens nothing any more: its line says whose it was.
    if ('keyId' in key) response.locals['keyId'] = key.keyId;
    if (key.outcome === 'revoked') response.locals['shopId'] = key.shopId;
    if (key.outcome !== 'valid') throw new RequestError('api_key_invalid', { securityEvent: eventOf[key.outcome] });
    response.locals['shopId'] = key.access.shopId;
    response.locals['caller'] = { ...key.access, api: 'v1' } satisfies Caller;
    next();
  };
