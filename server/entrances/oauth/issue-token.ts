import type { RequestHandler } from 'express';
import type { AuthenticatedClient, AuthenticClient, Tokens } from '#features/clients';
import { RequestError } from '#platform/errors';
import type { SecurityEvent } from '#platform/security-events';
import { isCompressed } from '../http/body-headers.ts';
import { readBodyText } from '../http/read-body-text.ts';
import { isRepeated } from '../http/repeated-headers.ts';
import { limitTokenRequests } from './limit-token-requests.ts';
import { readTokenRequest, type TokenRequest } from './token-request.ts';

const eventOf = {
  malformed: 'client_malformed',
  unknown: 'client_unknown',
  revoked: 'client_revoked',
} as const satisfies Record<Exclude<AuthenticatedClient['outcome'], 'valid'>, SecurityEvent>;

const isForm = (contentType: string | undefined): boolean =>
  /^application\/x-www-form-urlencoded *(; *charset="?utf-8"? *)?$/i.test(contentType ?? '');

type Asked = { readonly tokenRequest: TokenRequest };
type Locals = Asked & { readonly client: AuthenticClient };

const read: RequestHandler = async (request, response, next) => {
  if (!isForm(request.headers['content-type']) || isCompressed(request)) {
    throw new RequestError('unsupported_media_type');
  }
  if (isRepeated(request, 'authorization')) {
    throw new RequestError('client_invalid', { securityEvent: 'client_malformed' });
  }
  const body = await readBodyText(request, response);
  const tokenRequest = readTokenRequest(request.get('authorization'), body);
  Object.assign(response.locals, { tokenRequest } satisfies Asked);
  next();
};

const authenticate =
  (tokens: Pick<Tokens, 'authenticateClient'>): RequestHandler =>
  async (_request, response, next) => {
    const { credentials } = (response.locals as Asked).tokenRequest;
    const known = await tokens.authenticateClient(credentials);
    // Also of a client that may do nothing any more: the line says whose it was.
    if (known.outcome === 'revoked') Object.assign(response.locals, { clientId: known.clientId, shopId: known.shopId });
    response.locals['hasFailed'] = known.outcome !== 'valid';
    if (known.outcome !== 'valid') throw new RequestError('client_invalid', { securityEvent: eventOf[known.outcome] });
    const { client } = known;
    Object.assign(response.locals, { clientId: client.clientId, shopId: client.shopId });
    Object.assign(response.locals, { client } satisfies Pick<Locals, 'client'>);
    next();
  };

const answer =
  (tokens: Pick<Tokens, 'grantToken'>): RequestHandler =>
  async (_request, response) => {
    const { client, tokenRequest } = response.locals as Locals;
    const granted = await tokens.grantToken(client, tokenRequest.scope);
    if (granted.outcome !== 'granted') throw new RequestError('scope_invalid');
    response.locals['tokenId'] = granted.tokenId;
    // RFC 6749 asks for both; the first one is on every answer of ours.
    response.setHeader('cache-control', 'no-store').setHeader('pragma', 'no-cache');
    response.json({
      access_token: granted.accessToken,
      token_type: 'Bearer',
      expires_in: granted.expiresInSeconds,
      scope: granted.scopes.join(' '),
    });
  };

/** What answers `POST /oauth/token` (RFC 6749, 4.4), one after the other. */
export const issueToken = (
  tokens: Pick<Tokens, 'authenticateClient' | 'grantToken'>,
  requestsPerMinute: number,
): readonly RequestHandler[] => {
  const limits = limitTokenRequests(requestsPerMinute);
  return [limits.byAddress, read, limits.byFailures, authenticate(tokens), limits.byClient, answer(tokens)];
};
