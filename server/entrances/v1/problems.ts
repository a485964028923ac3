import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler } from 'express';
import { problems } from '#generated/v1/problems';
import type { components } from '#generated/v1/types';
import { invalidField, RequestError, type ErrorCode } from '#platform/errors';
import type { Log } from '#platform/logs';
import { discardBody } from '../http/discard-body.ts';
import { toRequestError } from '../http/errors.ts';
import type { DescribeUnreadable, UnreadableStatus } from '../http/refuse-unreadable.ts';

type Problem = components['schemas']['Problem'];

/** The sentence for each code, where the refusal brings none of its own. A code without one does not compile. */
const messages = {
  invalid_request: 'the request is not valid; see errors',
  api_key_missing: 'x-api-key header is required',
  api_key_invalid: 'invalid api key',
  operation_not_found: 'no such operation in this shop',
  route_not_found: 'no such path',
  method_not_allowed: 'this path does not answer to this method',
  identifier_reused: 'merchant_operation_id is already used with a different body',
  insufficient_balance: 'the available balance does not cover amount and commission',
  receipt_under_review: 'a receipt of this payment is under review',
  not_cancellable: 'a payout cannot be cancelled',
  wrong_state: 'the operation is not in a state for this',
  payload_too_large: 'the body is too large',
  unsupported_media_type: 'the body must be application/json in UTF-8, uncompressed',
  no_suitable_tariff: 'no tariff fits this method and amount',
  no_provider_accepted: 'no provider accepted the operation in time',
  too_many_requests: 'too many requests of this shop',
  create_in_progress: 'a create with this merchant_operation_id is still in progress; repeat it',
  evidence_unavailable: 'receipt evidence is temporarily unavailable',
  cancellation_in_doubt: 'the cancellation may not have been recorded; repeat it or read the state',
  temporarily_unavailable: 'temporarily unavailable; the outcome of this request is not known, repeat it',
} as const satisfies Record<ErrorCode, string>;

const toProblem = ({ code, details }: RequestError, docsUrl: string, requestId: string): Problem => ({
  type: `${docsUrl}/problems/${code}`,
  title: problems[code].title,
  status: problems[code].status,
  message: details.message ?? messages[code],
  code,
  ...(details.fields && { errors: [...details.fields] }),
  ...(details.operationId !== undefined && { operation_id: details.operationId }),
  request_id: requestId,
});

const unreadable = {
  400: 'what was sent is not a request of HTTP/1.1',
  408: 'the request was sent too slowly',
  413: 'the body is too large',
  431: 'address and headers are too large',
} as const satisfies Record<UnreadableStatus, string>;

/**
 * What no request could be read from. Statuses that no code of the contract has are described by themselves, which is
 * what `about:blank` says.
 */
export const describeUnreadable =
  (docsUrl: string): DescribeUnreadable =>
  (status, requestId) => {
    const message = unreadable[status];
    if (status === 400) return toProblem(invalidField('', message, 'malformed_request'), docsUrl, requestId);
    if (status === 413) return toProblem(new RequestError('payload_too_large'), docsUrl, requestId);
    return { type: 'about:blank', title: STATUS_CODES[status], status, message, request_id: requestId };
  };

// Long enough for a full pool or a fail-over to be over, short enough for a shop's checkout.
const retryAfterSeconds = 1;

/** Answers every refusal as a problem (RFC 9457). */
export const renderProblem =
  (docsUrl: string, log: Log): ErrorRequestHandler =>
  (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const refusal = toRequestError(error, log);
    const problem = toProblem(refusal, docsUrl, response.locals['requestId'] as string);
    if (refusal.details.allow) response.setHeader('allow', refusal.details.allow.join(', '));
    if (refusal.code === 'temporarily_unavailable') response.setHeader('retry-after', retryAfterSeconds);
    const text = JSON.stringify(problem);
    response.status(problem.status).type('application/problem+json');
    if (request.complete) return void response.send(text);
    response.setHeader('connection', 'close').setHeader('content-length', Buffer.byteLength(text));
    // The answer is out before the rest of the body is in.
    response.write(text);
    void discardBody(request).then(() => response.end());
  };
