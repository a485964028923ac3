import { Router, type Request, type RequestHandler } from 'express';
import type { HostedPage } from '#features/checkout';
import type { Upload } from '#features/receipts';
import { RequestError } from '#platform/errors';
import { isUuid } from '#platform/ids';
import type { Log } from '#platform/logs';
import type { PathTemplate } from '../http/path-templates.ts';
import { createUploadReader } from '../http/read-upload.ts';
import { serveAsset } from './assets.ts';
import { checkOrigin } from './check-origin.ts';
import { chooseLanguage } from './choose-language.ts';
import { limitPages } from './limit-pages.ts';
import { renderPageError } from './page-errors.ts';
import { receiveReceipt, renderReceiptError } from './receive-receipt.ts';
import { renderFragment, renderPage } from './render-page.ts';
import { secureHeaders } from './secure-headers.ts';

export type CheckoutNeeds = {
  readonly features: {
    readonly readPage: (operationId: string) => Promise<HostedPage | null>;
    readonly confirmOnPage: (receipt: { readonly operationId: string; readonly upload: Upload }) => Promise<void>;
  };
  /** Where payers find the pages, without a slash at the end; what is in front of us leaves it as it is. */
  readonly path: string;
  readonly uploadDirectory: string;
  readonly log: Log;
};

const nameOperation =
  (name: string): RequestHandler =>
  (_request, response, next) => {
    response.locals['operationId'] = name;
    next();
  };

const requireOperationId: RequestHandler = (request, _response, next) => {
  if (!isUuid(request.params['operationId'] as string)) throw new RequestError('operation_not_found');
  next();
};

const refuseMethod =
  (allow: readonly string[]): RequestHandler =>
  () => {
    throw new RequestError('method_not_allowed', { allow });
  };

const showPage =
  (path: string, readPage: (request: Request) => Promise<HostedPage>): RequestHandler =>
  async (request, response) => {
    response
      .vary('accept-language')
      .type('html')
      .send(renderPage(path, await readPage(request), chooseLanguage(request)));
  };

/** Tells a page that is open what has changed; most of the time nothing has, but for the time. */
const showChange =
  (path: string, readPage: (request: Request) => Promise<HostedPage>): RequestHandler =>
  async (request, response) => {
    const page = await readPage(request);
    const { state, html } = renderFragment(path, page, chooseLanguage(request));
    if (state !== request.query['seen']) return void response.type('html').send(html());
    if ('remainingSeconds' in page)
      response.setHeader('hx-trigger', JSON.stringify({ remaining: page.remainingSeconds }));
    response.status(204).end();
  };

/** The paths of the pages below `path`. */
export const checkoutPaths = (path: string): readonly PathTemplate[] => [
  { path: `${path}/assets/:fileName`, template: `${path}/assets/{file_name}` },
  { path: `${path}/:operationId`, template: `${path}/{operation_id}` },
  { path: `${path}/:operationId/view`, template: `${path}/{operation_id}/view` },
];

/** The pages that merchants send their payers to, at `{payUrl}/<operation_id>`. */
export const createCheckoutRouter = ({ features, path, uploadDirectory, log }: CheckoutNeeds): Router => {
  const limits = limitPages();
  const upload = createUploadReader({ file: 'receipt', fields: [] }, uploadDirectory);
  const readPage = async (request: Request): Promise<HostedPage> => {
    const page = await features.readPage(request.params['operationId'] as string);
    if (page === null) throw new RequestError('operation_not_found', { securityEvent: 'page_link_unknown' });
    return page;
  };
  const requirePage: RequestHandler = async (request, _response, next) => {
    await readPage(request);
    next();
  };
  const receipts = { path, readPage, confirmOnPage: features.confirmOnPage, log };

  const pages = Router({ caseSensitive: true, strict: true });
  pages.use(secureHeaders);
  pages.get('/assets/:fileName', nameOperation('hostedPageAsset'), serveAsset);
  pages.get(
    '/:operationId',
    nameOperation('showHostedPage'),
    requireOperationId,
    ...limits.reading,
    showPage(path, readPage),
  );
  pages.get(
    '/:operationId/view',
    nameOperation('refreshHostedPage'),
    requireOperationId,
    ...limits.reading,
    showChange(path, readPage),
  );
  pages.post(
    '/:operationId',
    nameOperation('uploadOnHostedPage'),
    requireOperationId,
    checkOrigin,
    ...limits.uploading,
    // Before the body is read: only those who have a page may send ten megabytes.
    requirePage,
    upload.read,
    upload.lend(receiveReceipt(receipts)),
    renderReceiptError(receipts),
  );
  pages.all('/:operationId', requireOperationId, refuseMethod(['GET', 'HEAD', 'POST']));
  pages.all(['/:operationId/view', '/assets/:fileName'], refuseMethod(['GET', 'HEAD']));
  // Where the pages are at the root, other paths are not theirs.
  if (path !== '') {
    pages.use(() => {
      throw new RequestError('route_not_found');
    });
  }
  pages.use(renderPageError(path, log));
  return Router({ caseSensitive: true }).use(path === '' ? '/' : path, pages);
};
