import { Router } from 'express';
import type { Download, LinkParts } from '#features/receipts';
import { RequestError } from '#platform/errors';
import { isUuid } from '#platform/ids';
import type { PathTemplate } from '../http/path-templates.ts';
import { createDownloadLimit } from './download-limit.ts';

export type DownloadFeature = {
  readonly downloadReceipt: (link: LinkParts) => Promise<Download>;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

// Uploaded by strangers: what does not even begin like a PDF is not called one.
const mediaTypeOf = (content: Buffer): string =>
  content.subarray(0, 1_024).includes('%PDF-') ? 'application/pdf' : 'application/octet-stream';

export const receiptPaths: readonly PathTemplate[] = [
  { path: '/receipts/:receiptId', template: '/receipts/{receipt_id}' },
];

/** Serves documents of receipts to every holder of a link that we signed. Never shown by a browser, only saved. */
export const createDownloadRouter = ({ downloadReceipt }: DownloadFeature): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  const downloadLimit = createDownloadLimit();
  router.get('/receipts/:receiptId', async ({ params, query }, response) => {
    response.locals['operationId'] = 'downloadReceipt';
    const receiptId = textOf(params['receiptId']).toLowerCase();
    if (!isUuid(receiptId)) throw new RequestError('route_not_found');
    const parts = { of: textOf(query['of']), expires: textOf(query['expires']), signature: textOf(query['signature']) };
    await downloadLimit(response, async () => {
      const { content, fileName } = await downloadReceipt({ receiptId, ...parts });
      response
        .setHeader('content-type', mediaTypeOf(content))
        .setHeader('content-disposition', `attachment; filename="${fileName}"`)
        .setHeader(
          'content-security-policy',
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
        )
        .setHeader('content-length', content.length)
        .end(content);
    });
  });
  router.all('/receipts/:receiptId', () => {
    throw new RequestError('method_not_allowed', { allow: ['GET', 'HEAD'] });
  });
  return router;
};
