import type { RequestHandler } from 'express';
import type { ApiKeyResolver } from '#features/access';
import { RequestError } from '#platform/errors';

/** Checks the key before anything else of the request is read; afterwards the shop is fixed. */
export const authenticate =
  (resolveApiKey: ApiKeyResolver): RequestHandler =>
  async (request, response, next) => {
    const key = request.get('x-api-key');
    if (!key) throw new RequestError('api_key_missing');
    const caller = await resolveApiKey(key);
    if (caller === null) throw new RequestError('api_key_invalid');
    response.locals['caller'] = caller;
    next();
  };
