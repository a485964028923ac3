import { Router, type RequestHandler } from 'express';
import type { Tokens } from '#features/clients';
import { RequestError } from '#platform/errors';
import type { PathTemplate } from '../http/path-templates.ts';
import { issueToken } from './issue-token.ts';
import { listSigningKeys } from './list-signing-keys.ts';

export { authenticateBearer } from './authenticate-bearer.ts';

const tokenPath = '/oauth/token';
const keysPath = '/.well-known/jwks.json';

export const oauthPaths: readonly PathTemplate[] = [tokenPath, keysPath].map((path) => ({ path, template: path }));

export type OauthNeeds = {
  readonly tokens: Pick<Tokens, 'authenticateClient' | 'grantToken' | 'publishedKeys'>;
  /** Of one client; of one address ten times as many. */
  readonly requestsPerMinute: number;
};

const nameOperation =
  (operationId: string): RequestHandler =>
  (_request, response, next) => {
    response.locals['operationId'] = operationId;
    next();
  };

const refuseMethod =
  (...allow: readonly string[]): RequestHandler =>
  () => {
    throw new RequestError('method_not_allowed', { allow });
  };

/** Tokens for clients, and the keys that they are signed with. How a refusal is said is the document's that has the paths. */
export const createOauthRouter = ({ tokens, requestsPerMinute }: OauthNeeds): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  router.post(tokenPath, nameOperation('issueToken'), ...issueToken(tokens, requestsPerMinute));
  router.all(tokenPath, refuseMethod('POST'));
  router.get(keysPath, nameOperation('listSigningKeys'), listSigningKeys(tokens));
  router.all(keysPath, refuseMethod('GET', 'HEAD'));
  return router;
};
