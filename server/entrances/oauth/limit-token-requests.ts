import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { RequestError } from '#platform/errors';
import { clientAddressOf } from '../http/client-address.ts';

const limit = (
  most: number,
  identifier: string,
  keyGenerator: (request: Request, response: Response) => string,
): RequestHandler =>
  rateLimit({
    windowMs: 60_000,
    limit: most,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier,
    keyGenerator,
    handler: (_request, _response, next) => next(new RequestError('too_many_requests')),
  });

// A household's IPv6 addresses are countless; its network is one.
const addressOf = (request: Request): string => ipKeyGenerator(clientAddressOf(request) ?? '', 56);

/**
 * So many token requests a minute, counted in this process: of an address before anything is read, and of a client once it has
 * proved who it is. A stranger who knows its id can therefore not use up what the client may ask for.
 */
export const limitTokenRequests = (perMinute: number) => ({
  // Shops of one merchant, or merchants of one host, may share an address.
  byAddress: limit(10 * perMinute, 'address', addressOf),
  byClient: limit(perMinute, 'client', (_request, response) => response.locals['clientId'] as string),
});
