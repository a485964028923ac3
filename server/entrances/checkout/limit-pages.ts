import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { RequestError } from '#platform/errors';
import { clientAddressOf } from '../http/client-address.ts';

type Limit = { readonly windowMs: number; readonly perPayment: number; readonly perAddress: number };

const minuteMs = 60_000;

/** A page asks once every three seconds, and many payers may share an address: a mobile network's, or an office's. */
const reading: Limit = { windowMs: 1_000, perPayment: 20, perAddress: 100 };
const uploading: Limit = { windowMs: 10 * minuteMs, perPayment: 10, perAddress: 100 };

const paymentOf = (request: Request): string => (request.params['operationId'] as string).toLowerCase();

// A household's IPv6 addresses are countless; its network is one.
const addressOf = (request: Request): string => ipKeyGenerator(clientAddressOf(request) ?? '', 56);

const limit = (
  windowMs: number,
  most: number,
  identifier: string,
  keyGenerator: (request: Request) => string,
): RequestHandler =>
  rateLimit({
    windowMs,
    limit: most,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier,
    keyGenerator,
    handler: (_request, _response, next) => next(new RequestError('too_many_requests')),
  });

const limitBoth = ({ windowMs, perPayment, perAddress }: Limit): readonly RequestHandler[] => [
  limit(windowMs, perAddress, 'address', addressOf),
  limit(windowMs, perPayment, 'payment', paymentOf),
];

/** So many requests of one address, and for one payment, counted in this process. */
export const limitPages = () => ({ reading: limitBoth(reading), uploading: limitBoth(uploading) });
