import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { RequestError } from '#platform/errors';

/** So many requests per second and shop, counted in this process. */
export const limitRate = (perSecond: number): RequestHandler =>
  rateLimit({
    windowMs: 1_000,
    limit: perSecond,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier: 'shop',
    keyGenerator: (_request, response) => (response.locals['caller'] as { shopId: string }).shopId,
    handler: (_request, _response, next) => next(new RequestError('too_many_requests')),
  });
