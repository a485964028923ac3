import { randomUUID } from 'node:crypto';
import { createReceiptFilesStore, createReceiptStorages, judgeReceipts, removeReceipts } from '#features/receipts';
import type { Database } from '#platform/database';
import { createLog } from '#platform/logs';
import { createKeyRing } from '#platform/secrets';
import { formBody, receiptParts } from '#test/support/form-body';
import { receiptPdf } from '#test/support/receipt-pdf';
import { testKeys } from '#test/support/settings';
import { createPayment, orderOf, type Answer } from './merchant.ts';

/** Once, and nothing is repeated. */
export const uploadReceipt = async (
  url: string,
  apiKey: string,
  operationId: string,
  receipt: string | Uint8Array,
  signal: AbortSignal | null = null,
): Promise<Answer> => {
  const { contentType, bytes } = formBody(receiptParts(operationId, receipt));
  const response = await fetch(`${url}/v1/confirm_payment`, {
    method: 'POST',
    headers: { 'content-type': contentType, 'x-api-key': apiKey },
    body: Uint8Array.from(bytes),
    signal,
  });
  const { request_id: _requestId, ...body } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body };
};

export type Awaiting = { readonly operationId: string; readonly receipt: Uint8Array };

/** A payment that wants a receipt, and one for it that can be read. */
export const createAwaiting = async (url: string, apiKey: string, amount: string): Promise<Awaiting> => {
  const { status, body } = await createPayment(url, apiKey, orderOf(amount));
  if (status !== 200 || body['status'] !== 'awaiting_confirmation') throw new Error(JSON.stringify(body));
  const receipt = receiptPdf({ amount, number: String(body['number']), nonce: randomUUID() });
  return { operationId: String(body['operation_id']), receipt };
};

/** A file that was being stored a quarter of an hour ago is no request's any more; what was put off is due. */
export const letStoringTimeOut = async (database: Database): Promise<void> => {
  await database('receipt_files')
    .whereNot({ state: 'recorded' })
    .update({ updated_at: database.raw(`now() - interval '16 minutes'`) });
};

/** One run of the sweep that removes files. */
export const removeUnrecorded = async (database: Database): Promise<void> => {
  const storages = createReceiptStorages(
    { RECEIPT_STORAGE: 'postgres', S3_REGION: 'nowhere' },
    { database, keyRing: createKeyRing(testKeys) },
  );
  await removeReceipts({ files: createReceiptFilesStore(database), storages, log: createLog('silent') });
};

/** One run of the sweep that judges files whose recorder did not go on, as if its time had come. */
export const judgeRecorded = async (database: Database): Promise<void> => {
  await database('receipt_files').whereNotNull('judge_at').update({ judge_at: database.fn.now() });
  const files = createReceiptFilesStore(database);
  await judgeReceipts({ files, log: createLog('silent'), followUp: () => undefined });
};

/** Files by the state of their row, and whether their content is there. */
export const filesOf = async (database: Database, operationId: string): Promise<string[]> => {
  const { rows } = await database.raw<{ rows: { shown: string }[] }>(
    `select f.state || case when c.file_id is null then '' else ', stored' end as shown
     from receipt_files f left join receipt_contents c using (shop_id, file_id)
     where f.operation_id = ? order by f.uploaded_at`,
    [operationId],
  );
  return rows.map(({ shown }) => shown);
};

/** Contents and rows that do not have each other. */
export const strayFiles = async (database: Database): Promise<number> => {
  const { rows } = await database.raw<{ rows: { count: number }[] }>(
    `select count(*)::integer as count from receipt_files f full join receipt_contents c using (shop_id, file_id)
     where c.file_id is null or f.state is distinct from 'recorded'`,
  );
  return rows[0]!.count;
};
