import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { HostedPage } from '#features/checkout';
import type { Upload } from '#features/receipts';
import { RequestError, type ErrorCode } from '#platform/errors';
import type { Log } from '#platform/logs';
import { toRequestError } from '../http/errors.ts';
import { noteRefusal } from '../http/note-refusal.ts';
import { unfitPlace } from '../http/unfit-request.ts';
import { chooseLanguage } from './choose-language.ts';
import { ForeignOrigin, sendPage } from './page-errors.ts';
import { renderFragment, renderPage, renderTrouble } from './render-page.ts';
import type { Trouble } from './texts.ts';

export type ReceiptNeeds = {
  readonly path: string;
  readonly readPage: (request: Request) => Promise<HostedPage>;
  readonly confirmOnPage: (receipt: { readonly operationId: string; readonly upload: Upload }) => Promise<void>;
  readonly log: Log;
};

/** Whether the page's own script asks, which puts the answer into the page. */
const isScripted = (request: Request): boolean => request.get('hx-request') === 'true';

/** Takes the file that was read. With scripts the answer is what has become of the page, without the page is loaded again. */
export const receiveReceipt =
  ({ path, readPage, confirmOnPage }: ReceiptNeeds): RequestHandler =>
  async (request, response) => {
    const { receipt } = request.body as { readonly receipt?: Upload };
    if (receipt === undefined) throw unfitPlace('/body/receipt', 'required', {});
    await confirmOnPage({ operationId: request.params['operationId'] as string, upload: receipt });
    const choice = chooseLanguage(request);
    if (!isScripted(request)) return response.redirect(303, `${path}${request.path}${choice.query}`);
    response.type('html').send(renderFragment(path, await readPage(request), choice).html());
  };

const troubles: Readonly<Partial<Record<ErrorCode, { readonly trouble: Trouble; readonly status: number }>>> = {
  payload_too_large: { trouble: 'too_large', status: 413 },
  invalid_request: { trouble: 'no_file', status: 400 },
  unsupported_media_type: { trouble: 'no_file', status: 415 },
  wrong_state: { trouble: 'wrong_state', status: 412 },
  too_many_requests: { trouble: 'too_often', status: 429 },
};

const answerScript = (
  request: Request,
  response: Response,
  path: string,
  page: HostedPage,
  trouble: Trouble,
  status: number,
) => {
  const choice = chooseLanguage(request);
  // What has changed shows itself; all else is said beside the file, which stays chosen.
  if (trouble === 'wrong_state') {
    response.setHeader('hx-reswap', 'outerHTML');
    return sendPage(request, response, status, renderFragment(path, page, choice).html());
  }
  response.setHeader('hx-reswap', 'innerHTML').setHeader('hx-retarget', '#receipt-message');
  sendPage(request, response, status, renderTrouble(choice, trouble));
};

/** Says why a receipt was not taken, on the page as it is now. */
export const renderReceiptError =
  ({ path, readPage, log }: ReceiptNeeds): ErrorRequestHandler =>
  async (error, request, response, next) => {
    if (response.headersSent || error instanceof ForeignOrigin) return next(error);
    const refusal = toRequestError(error, log);
    noteRefusal(response, refusal);
    if (refusal.code === 'operation_not_found') return next(refusal);
    const { trouble, status } = troubles[refusal.code] ?? ({ trouble: 'failed', status: 503 } as const);
    try {
      const page = await readPage(request);
      if (isScripted(request)) return answerScript(request, response, path, page, trouble, status);
      sendPage(request, response, status, renderPage(path, page, chooseLanguage(request), trouble));
    } catch (fault) {
      // Too many requests stay that, though there may be no page, or no database, to say it on.
      next(refusal instanceof RequestError && status === 429 ? refusal : fault);
    }
  };
