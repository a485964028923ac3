import type { RequestHandler } from 'express';
import { v4 } from 'uuid';
import { isUuid } from '#platform/ids';
import { requestContext } from '#platform/request-context';

/** The id that the merchant sent where it is a UUID, else one of ours; on the answer and on every log line. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const sent = request.get('x-request-id');
  const requestId = sent !== undefined && isUuid(sent) ? sent : v4();
  response.setHeader('x-request-id', requestId);
  response.locals['requestId'] = requestId;
  requestContext.run({ requestId }, next);
};
