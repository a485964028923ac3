import type { Response } from 'express';
import type { RequestError } from '#platform/errors';
import type { SecurityEvent } from '#platform/security-events';

const namesShop = ({ path, code }: { readonly path: string; readonly code: string }): boolean =>
  code === 'forbidden' && /\/(merchant_id|shop_id)$/.test(path);

const eventOf = ({ code, details }: RequestError): SecurityEvent | undefined => {
  if (details.securityEvent !== undefined) return details.securityEvent;
  if (code === 'too_many_requests') return 'rate_limited';
  return details.fields?.some(namesShop) ? 'shop_named' : undefined;
};

/** Leaves for the line of the request what its refusal says about security. Whoever renders a refusal calls it. */
export const noteRefusal = ({ locals }: Response, refusal: RequestError): void => {
  locals['securityEvent'] = eventOf(refusal);
  locals['soughtOperationId'] = refusal.details.soughtOperationId;
};
