import type { ErrorRequestHandler } from 'express';
import { problems } from '#generated/v1/problems';
import type { components } from '#generated/v1/types';
import { fillIn, violations } from '#generated/v1/violations';
import {
  invalidField,
  RequestError,
  type ErrorCode,
  type FaultCode,
  type FaultValues,
  type FieldError,
} from '#platform/errors';
import type { Log } from '#platform/logs';
import { discardBody } from '../http/discard-body.ts';
import { toRequestError } from '../http/errors.ts';
import { noteRefusal } from '../http/note-refusal.ts';
import type { DescribeUnreadable, UnreadableStatus } from '../http/refuse-unreadable.ts';
import { retryAfterOf } from './retry-after.ts';

type Problem = components['schemas']['Problem'];
type Violation = components['schemas']['Violation'];

/** A code of ours that the contract does not have does not compile. */
const codes = problems satisfies Record<ErrorCode, unknown>;

type NamesIn<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Unknown = { [Code in FaultCode]: Exclude<NamesIn<(typeof violations)[Code]>, keyof FaultValues[Code]> }[FaultCode];

/** A fault without a sentence does not compile, nor does a sentence that names what its fault does not have. */
const sentences: [Unknown] extends [never] ? Readonly<Record<FaultCode, string>> : Unknown = violations;

const toViolation = ({ path, code, values }: FieldError): Violation => ({
  path,
  message: fillIn(sentences[code], values),
  code,
});

const toProblem = ({ code, details }: RequestError, requestId: string): Problem => {
  const { type, title, status, message } = codes[code];
  return {
    type,
    title,
    status,
    detail: message,
    message,
    code,
    ...(details.fields && { errors: details.fields.map(toViolation) }),
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
  400: () => invalidField('', 'malformed_request', {}),
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
    noteRefusal(response, refusal);
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
