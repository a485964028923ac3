import { orderOf } from '#test/faults/merchant';
import { formBody, receiptParts } from '#test/support/form-body';
import { receiptPdf } from '#test/support/receipt-pdf';
import type { Bench, Compared } from './bench.ts';
import { copyPayments } from './copied-payments.ts';
import { measureFiles, type Measure } from './floor.ts';
import { byKey, measure, measureBurst, openClient } from './load.ts';

const amount = '1000.54';

type Size = { readonly connections: number; readonly sizeBytes: number; readonly mostUploads: number };

/** Readable receipts, each for another payment that waits for it, from the first byte until the content is stored. */
const upload = async (
  bench: Bench,
  { connections, sizeBytes, mostUploads }: Size,
  measureBy: Measure,
): Promise<Compared> => {
  const { database } = bench;
  const floor = await measureFiles(bench.databaseUrl, connections, sizeBytes, measureBy);
  const shops = bench.shops.slice(-10);
  const client = openClient(bench.serverUrl, connections);
  for (const { apiKey } of shops) await client.post('/v1/payment', byKey(apiKey), JSON.stringify(orderOf(amount)));
  const copies = await copyPayments(database, shops, mostUploads, 'awaiting_confirmation');
  const keys = new Map(shops.map(({ shopId, apiKey }) => [shopId as string, apiKey]));
  let count = 0;
  const ours = await measureBy(() => {
    const { shopId, operationId } = copies[count]!;
    count += 1;
    const receipt = receiptPdf({ amount, number: '2200000000000004', nonce: operationId, sizeBytes });
    const { bytes, contentType } = formBody(receiptParts(operationId, receipt));
    return client.post('/v1/confirm_payment', byKey(keys.get(shopId)!), bytes, contentType);
  });
  await client.close();
  // What is measured next does not share the machine with their reviews, nor the disk with their contents.
  await database('receipt_files').update({ submit_at: null });
  await database.raw('truncate receipt_contents');
  await database.raw('vacuum analyze');
  return { ours, floor };
};

/** Of a usual size. */
export const uploadReceipts = (bench: Bench, connections: number): Promise<Compared> => {
  const { seconds } = bench;
  const mostUploads = 500 * (seconds.warmUp + seconds.counted);
  return upload(bench, { connections, sizeBytes: 1_000_000, mostUploads }, (work) =>
    measure(connections, seconds, work),
  );
};

/** As large as they may be, all at once: it is the server's memory that counts. */
export const uploadLargestReceipts = (bench: Bench, connections: number): Promise<Compared> =>
  upload(bench, { connections, sizeBytes: 10_485_760, mostUploads: connections }, (work) =>
    measureBurst(connections, work),
  );
