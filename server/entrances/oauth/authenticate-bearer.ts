import type { RequestHandler } from 'express';
import type { Caller } from '#features/access';
import type { AuthenticatedToken, TokenAuthenticator } from '#features/clients';
import { RequestError } from '#platform/errors';
import type { SecurityEvent } from '#platform/security-events';
import { isRepeated } from '../http/repeated-headers.ts';

const eventOf = {
  malformed: 'token_malformed',
  foreign: 'token_foreign',
  forged: 'token_forged',
  untimely: 'token_untimely',
  revoked: 'token_revoked',
} as const satisfies Record<Exclude<AuthenticatedToken['outcome'], 'valid'>, SecurityEvent>;

/**
 * Checks the token before anything else of the request is read; afterwards shop and scopes are fixed. Whether these are enough is
 * asked where the operation is known.
 * @throws RequestError api_key_missing, api_key_invalid: which credentials these are, each document says in its own words
 */
export const authenticateBearer =
  (authenticateToken: TokenAuthenticator): RequestHandler =>
  async (request, response, next) => {
    if (isRepeated(request, 'authorization')) {
      throw new RequestError('api_key_invalid', { securityEvent: 'token_malformed' });
    }
    const [, token] = /^bearer (.*)$/i.exec(request.get('authorization') ?? '') ?? [];
    if (token === undefined) throw new RequestError('api_key_missing', { securityEvent: 'token_missing' });
    const authenticated = await authenticateToken(token);
    if ('tokenId' in authenticated) {
      const { tokenId, clientId, shopId } = authenticated;
      Object.assign(response.locals, { tokenId, clientId, shopId });
    }
    if (authenticated.outcome !== 'valid') {
      throw new RequestError('api_key_invalid', { securityEvent: eventOf[authenticated.outcome] });
    }
    response.locals['caller'] = { ...authenticated.access, api: 'h2h' } satisfies Caller;
    next();
  };
