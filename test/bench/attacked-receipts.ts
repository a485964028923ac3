import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { inflatingTwice } from '#server/features/receipts/pdf/bombs-fixture';
import { textPage, writePdf } from '#server/features/receipts/pdf/pdf-fixture';
import { orderOf } from '#test/faults/merchant';
import { formBody, receiptParts } from '#test/support/form-body';
import { receiptPdf } from '#test/support/receipt-pdf';
import type { Bench, Compared } from './bench.ts';
import { copyPayments, type CopiedPayment } from './copied-payments.ts';
import { byKey, openClient, percentileOf, type Measured } from './load.ts';

const amount = '1000.54';
const filesOfAttack = 10;
const quietUploads = 5;
const rounds = 8;
/** More than are uploaded while the files of an attack are looked at. */
const mostUploads = 2_000;

/** What strangers send to the pages of one shop. */
export const attacks = {
  packedTwice: () => writePdf({ ...textPage([`Сумма ${amount} ₽`]), 4: inflatingTwice(1_000) }),
  openObjects: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10_485_760 - 9, 'obj<')]),
} as const;

/** Each file on a page of its own, from an address of its own; told when all are answered. */
const attack = async (pool: Pool, pages: readonly CopiedPayment[], file: Buffer): Promise<void> => {
  const { bytes, contentType } = formBody([
    { name: 'receipt', content: file, fileName: 'receipt.pdf', contentType: 'application/pdf' },
  ]);
  await Promise.all(
    pages.map(async ({ operationId }, index) => {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: `/pay/${operationId}`,
        headers: { 'content-type': contentType, 'x-forwarded-for': `203.0.113.${index}` },
        body: bytes,
      });
      await body.dump();
      if (statusCode !== 303) throw new Error(`A page answered ${statusCode}.`);
    }),
  );
};

const measuredFrom = (latencies: readonly number[]): Measured => {
  const sorted = Float64Array.from(latencies).sort();
  const p50Ms = percentileOf(sorted, 0.5);
  return {
    perSecond: Math.round(100_000 / p50Ms) / 100,
    p50Ms,
    p99Ms: percentileOf(sorted, 0.99),
    done: latencies.length,
  };
};

/**
 * One shop's good receipts, one after the other, while strangers hand in what takes as long as possible to look at on pages of
 * another shop. The floor is the same without them, in turns with it: how often per second by the median.
 */
export const uploadBesideAttack = async (bench: Bench, kind: keyof typeof attacks): Promise<Compared> => {
  const { database } = bench;
  const [shop, attacked] = bench.shops.slice(-2) as [Bench['shops'][0], Bench['shops'][0]];
  const client = openClient(bench.serverUrl, 1);
  for (const { apiKey } of [shop, attacked])
    await client.post('/v1/payment', byKey(apiKey), JSON.stringify(orderOf(amount)));
  const payments = await copyPayments(database, [shop], mostUploads, 'awaiting_confirmation');
  const pages = await copyPayments(database, [attacked], filesOfAttack * (rounds + 1), 'awaiting_confirmation');
  await database('hosted_pages').insert(
    pages.map(({ shopId, operationId }) => ({ shop_id: shopId, operation_id: operationId })),
  );
  const strangers = new Pool(bench.serverUrl, { connections: filesOfAttack });
  const file = attacks[kind]();

  const upload = async (): Promise<number> => {
    const { operationId } = payments.pop()!;
    const receipt = receiptPdf({ amount, number: '2200000000000004', nonce: operationId, sizeBytes: 1_000_000 });
    const { bytes, contentType } = formBody(receiptParts(operationId, receipt));
    const startedAt = performance.now();
    await client.post('/v1/confirm_payment', byKey(shop.apiKey), bytes, contentType);
    return performance.now() - startedAt;
  };
  const [quiet, beside]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    // The first round warms up: inspecting processes start with it.
    if (round === 1) quiet.length = beside.length = 0;
    for (let count = 0; count < quietUploads; count += 1) quiet.push(await upload());
    let isUnderAttack = true;
    const attacking = attack(strangers, pages.splice(0, filesOfAttack), file).finally(() => (isUnderAttack = false));
    while (isUnderAttack) beside.push(await upload());
    await attacking;
    // What they leave behind, such as a process that has to be replaced, is not the quiet that this is compared with.
    await sleep(1_500);
  }
  await Promise.all([client.close(), strangers.close()]);
  await database('receipt_files').update({ submit_at: null });
  await database.raw('truncate receipt_contents');
  await database.raw('vacuum analyze');
  return { ours: measuredFrom(beside), floor: measuredFrom(quiet) };
};
