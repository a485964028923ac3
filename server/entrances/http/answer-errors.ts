import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Log } from '#platform/logs';
import { discardBody } from './discard-body.ts';
import { toRequestError } from './errors.ts';
import type { RendererFinder } from './mounted-documents.ts';
import { noteRefusal } from './note-refusal.ts';
import type { ErrorAnswer } from './render-error.ts';

const send = (request: Request, response: Response, { status, headers, text }: ErrorAnswer): void => {
  response.status(status);
  for (const [name, value] of Object.entries(headers)) {
    // The limit of requests knows better when its window ends.
    if (name !== 'retry-after' || !response.hasHeader(name)) response.setHeader(name, value);
  }
  if (request.complete) return void response.send(text);
  response.setHeader('connection', 'close').setHeader('content-length', Buffer.byteLength(text));
  // The answer is out before the rest of the body is in.
  response.write(text);
  void discardBody(request).then(() => response.end());
};

/** Answers every refusal in the words of the document that the request was for. */
export const answerErrors =
  (rendererOf: RendererFinder, log: Log): ErrorRequestHandler =>
  (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const refusal = toRequestError(error, log);
    noteRefusal(response, refusal);
    const { code, details } = refusal;
    const requestId = response.locals['requestId'] as string;
    if (details.message !== undefined) log.info({ requestId, code, cause: details.message }, 'a request was refused');
    if (details.allow) response.setHeader('allow', details.allow.join(', '));
    send(request, response, rendererOf(request.path)(refusal, requestId));
  };
