import type { ErrorRequestHandler, Request, Response } from 'express';
import { RequestError, type ErrorCode } from '#platform/errors';
import type { Log } from '#platform/logs';
import { discardBody } from '../http/discard-body.ts';
import { toRequestError } from '../http/errors.ts';
import { noteRefusal } from '../http/note-refusal.ts';
import { chooseLanguage } from './choose-language.ts';
import { renderNotice } from './render-page.ts';
import type { Notice } from './texts.ts';

/** Another site's page sent the form. No API refuses for that, so it has no code. */
export class ForeignOrigin extends Error {}

const notices: Readonly<Partial<Record<ErrorCode, { readonly notice: Notice; readonly status: number }>>> = {
  operation_not_found: { notice: 'not_found', status: 404 },
  route_not_found: { notice: 'not_found', status: 404 },
  method_not_allowed: { notice: 'not_allowed', status: 405 },
  too_many_requests: { notice: 'too_often', status: 429 },
};

const noticeOf = (error: unknown, response: Response, log: Log) => {
  if (error instanceof ForeignOrigin) return { notice: 'foreign', status: 403 } as const;
  const refusal = toRequestError(error, log);
  noteRefusal(response, refusal);
  return notices[refusal.code] ?? ({ notice: 'failed', status: 503 } as const);
};

/** Answers although there may be more of the request than was read, and says when to come back where that helps. */
export const sendPage = (request: Request, response: Response, status: number, html: string): void => {
  response.status(status).type('html');
  // The limit of requests knows better when its window ends.
  if ((status === 429 || status === 503) && !response.hasHeader('retry-after')) response.setHeader('retry-after', 1);
  if (request.complete) return void response.send(html);
  response.setHeader('connection', 'close').setHeader('content-length', Buffer.byteLength(html));
  // The answer is out before the rest of the body is in.
  response.write(html);
  void discardBody(request).then(() => response.end());
};

/** Every refusal that is not about a receipt, as a page. */
export const renderPageError =
  (path: string, log: Log): ErrorRequestHandler =>
  (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const { notice, status } = noticeOf(error, response, log);
    if (error instanceof RequestError && error.details.allow)
      response.setHeader('allow', error.details.allow.join(', '));
    const address = `${path}${request.path === '/' ? '' : request.path}`;
    sendPage(request, response, status, renderNotice(path, address, chooseLanguage(request), notice));
  };
