import type { ErrorRequestHandler } from 'express';
import { problems } from '#generated/v1/problems';
import type { components } from '#generated/v1/types';
import { invalidField, RequestError, type ErrorCode } from '#platform/errors';
import type { Log } from '#platform/logs';
import { discardBody } from '../http/discard-body.ts';
import { toRequestError } from '../http/errors.ts';
import type { DescribeUnreadable, UnreadableStatus } from '../http/refuse-unreadable.ts';
import { retryAfterOf } from './retry-after.ts';

type Problem = components['schemas']['Problem'];

/** A code of ours that the contract does not have does not compile. */
const codes = problems satisfies Record<ErrorCode, unknown>;

const toProblem = ({ code, details }: RequestError, requestId: string): Problem => {
  const { type, title, status, message } = codes[code];
  return {
    type,
    title,
    status,
    detail: message,
    message,
    code,
    ...(details.fields && { errors: [...details.fields] }),
    ...(details.operationId !== undefined && { operation_id: details.operationId }),
    ...(details.merchantOperationId !== undefined && { merchant_operation_id: details.merchantOperationId }),
    ...(details.operationStatus !== undefined && { operation_status: details.operationStatus }),
    request_id: requestId,
  };
};

/** Where the page about a problem is; null where nobody has said where the docs are. */
const linkTo = (docsUrl: string | undefined, { code }: Problem): string | null =>
  docsUrl === undefined ? null : `<${docsUrl}/problems/${code}>; rel="help"`;

const unreadable = {
  400: () => invalidField('', 'what was sent is not a request of HTTP/1.1', 'malformed_request'),
  408: () => new RequestError('request_timeout'),
  413: () => new RequestError('payload_too_large'),
  431: () => new RequestError('headers_too_large'),
} as const satisfies Record<UnreadableStatus, () => RequestError>;

/** What no request could be read from. */
export const describeUnreadable =
  (docsUrl: string | undefined): DescribeUnreadable =>
  (status, requestId) => {
    const problem = toProblem(unreadable[status](), requestId);
    return { problem, link: linkTo(docsUrl, problem) };
  };

/** Answers every refusal as a problem (RFC 9457). */
export const renderProblem =
  (docsUrl: string | undefined, log: Log): ErrorRequestHandler =>
  (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const refusal = toRequestError(error, log);
    const requestId = response.locals['requestId'] as string;
    const problem = toProblem(refusal, requestId);
    const link = linkTo(docsUrl, problem);
    if (link !== null) response.setHeader('link', link);
    if (problem.status === 401) response.setHeader('www-authenticate', 'ApiKey realm="turnpike"');
    if (refusal.details.message !== undefined) {
      log.info({ requestId, code: refusal.code, cause: refusal.details.message }, 'a request was refused');
    }
    if (refusal.details.allow) response.setHeader('allow', refusal.details.allow.join(', '));
    const retryAfter = retryAfterOf(refusal.code);
    // The limit of requests knows better when its window ends.
    if (retryAfter !== undefined && !response.hasHeader('retry-after')) response.setHeader('retry-after', retryAfter);
    const text = JSON.stringify(problem);
    response.status(problem.status).type('application/problem+json');
    if (request.complete) return void response.send(text);
    response.setHeader('connection', 'close').setHeader('content-length', Buffer.byteLength(text));
    // The answer is out before the rest of the body is in.
    response.write(text);
    void discardBody(request).then(() => response.end());
  };
