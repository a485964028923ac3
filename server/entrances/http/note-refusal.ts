import type { Response } from 'express';
import type { RequestError } from '#platform/errors';
import type { SecurityEvent } from '#platform/security-events';
import { UnfitRequest, type PlaceError } from './unfit-request.ts';

const namesShop = ({ path, code }: PlaceError): boolean =>
  code === 'forbidden' && /\/(merchant_id|shop_id)$/.test(path);

const eventOf = (refusal: RequestError): SecurityEvent | undefined => {
  if (refusal.details.securityEvent !== undefined) return refusal.details.securityEvent;
  if (refusal.code === 'too_many_requests') return 'rate_limited';
  return refusal instanceof UnfitRequest && refusal.places.some(namesShop) ? 'shop_named' : undefined;
};

/** Leaves for the line of the request what its refusal says about security. Every renderer of a refusal calls it. */
export const noteRefusal = ({ locals }: Response, refusal: RequestError): void => {
  locals['securityEvent'] = eventOf(refusal);
  locals['soughtOperationId'] = refusal.details.soughtOperationId;
};
