import { messageOf, RequestError } from '#platform/errors';
import type { Log } from '#platform/logs';
import type { KeyRing } from '#platform/secrets';
import type { Routing } from '#providers';
import type { DocumentRow, DocumentsStore } from './documents-store.ts';
import { fileNameOf, readLink, type LinkParts, type ReceiptRef } from './receipt-links.ts';
import type { ReceiptStorages } from '../storage/storage.ts';

export type DownloadReceiptNeeds = {
  readonly keyRing: Pick<KeyRing, 'digestsOf'>;
  readonly documents: DocumentsStore;
  readonly storages: Pick<ReceiptStorages, 'of'>;
  readonly routing: Pick<Routing, 'provider'>;
  readonly log: Log;
};

export type Download = { readonly content: Buffer; readonly fileName: string };

const noSuchDocument = (): RequestError =>
  new RequestError('route_not_found', { message: 'the document that a link leads to is not there any more' });

const fromProvider = async (
  needs: DownloadReceiptNeeds,
  { shopId }: ReceiptRef,
  row: DocumentRow,
  documentId: string,
) => {
  const provider = await needs.routing.provider(row.provider_id);
  const attempt = { shopId, attemptId: row.attempt_id };
  const answer = await provider.fetchDocument(attempt, documentId);
  if (answer.outcome === 'not_found') throw noSuchDocument();
  if (!('content' in answer)) throw new RequestError('temporarily_unavailable');
  return answer.content;
};

const contentOf = async (needs: DownloadReceiptNeeds, receipt: ReceiptRef, row: DocumentRow): Promise<Buffer> => {
  if (row.document_id !== null) return fromProvider(needs, receipt, row, row.document_id);
  if (row.file_id === null || row.storage === null) throw noSuchDocument();
  return needs.storages
    .of(row.storage)
    .get({ shopId: receipt.shopId, fileId: row.file_id })
    .catch((error: unknown) => {
      needs.log.error({ cause: messageOf(error) }, 'a stored receipt could not be read');
      throw new RequestError('temporarily_unavailable');
    });
};

/**
 * The document behind a link of ours.
 * @throws RequestError route_not_found, temporarily_unavailable
 */
export const downloadReceipt = async (needs: DownloadReceiptNeeds, link: LinkParts): Promise<Download> => {
  const receipt = readLink(needs.keyRing, link);
  if (typeof receipt === 'string')
    throw new RequestError('route_not_found', { securityEvent: `receipt_link_${receipt}` });
  const row = await needs.documents.find(receipt);
  if (row === null) throw noSuchDocument();
  return { content: await contentOf(needs, receipt, row), fileName: fileNameOf(receipt.receiptId) };
};
