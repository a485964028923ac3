import type { RequestHandler } from 'express';
import { RequestError } from '#platform/errors';

/**
 * Refuses a caller who was not granted everything that an operation asks for. After authentication and the limit of requests,
 * and before anything of the body is read. Each document says what its operations ask for.
 * @throws RequestError forbidden
 */
export const requireScopes =
  (scopes: readonly string[]): RequestHandler =>
  (_request, response, next) => {
    const { scopes: granted } = response.locals['caller'] as { readonly scopes: readonly string[] };
    if (!scopes.every((scope) => granted.includes(scope))) {
      throw new RequestError('forbidden', { securityEvent: 'scope_missing' });
    }
    next();
  };
