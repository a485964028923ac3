import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit, type Options } from 'express-rate-limit';
import { RequestError } from '#platform/errors';
import { clientAddressOf } from '../http/client-address.ts';
import type { TokenRequest } from './token-request.ts';

const limit = (
  most: number,
  identifier: string,
  keyGenerator: (request: Request, response: Response) => string,
  counting: Partial<Options> = {},
): RequestHandler =>
  rateLimit({
    windowMs: 60_000,
    limit: most,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier,
    keyGenerator,
    handler: (_request, _response, next) => next(new RequestError('too_many_requests')),
    ...counting,
  });

// A household's IPv6 addresses are countless; its network is one.
const addressOf = (request: Request): string => ipKeyGenerator(clientAddressOf(request) ?? '', 56);

/** Whatever was named as a client, however long, at an address. */
const namedAt = (request: Request, response: Response): string => {
  const { credentials } = response.locals['tokenRequest'] as TokenRequest;
  return createHash('sha256')
    .update(`${addressOf(request)} ${credentials.clientId}`)
    .digest('base64url');
};

/**
 * So many token requests a minute, counted in this process: of an address before anything is read, of a client once it has
 * proved who it is, and those in vain for a client from one address. A stranger who knows its id can therefore neither use up what
 * the client may ask for, nor keep it from asking from its own address.
 */
export const limitTokenRequests = (perMinute: number) => ({
  // Shops of one merchant, or merchants of one host, may share an address.
  byAddress: limit(10 * perMinute, 'address', addressOf),
  byFailures: limit(perMinute, 'failures', namedAt, {
    skipSuccessfulRequests: true,
    // A database that is away is no failure of the client.
    requestWasSuccessful: (_request, { locals }) => locals['hasFailed'] !== true,
  }),
  byClient: limit(perMinute, 'client', (_request, response) => response.locals['clientId'] as string),
});
