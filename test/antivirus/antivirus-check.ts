import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningServer } from '#server/start-server';
import { confirm, createAwaiting, receiptOf } from '#test/contract/awaiting-receipt';
import type { Answer } from '#test/contract/call';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { receiptPdf } from '#test/support/receipt-pdf';
import { startTestServer } from '#test/support/server';
import { createTestShop, type TestShop } from '#test/support/shop';
import { deflated, writePdf } from '../../server/features/receipts/pdf/pdf-fixture.ts';
import { eicar, startClamAv, type ClamAv } from './clamav.ts';

let clamav: ClamAv;
let db: TestDatabase;
let shop: TestShop;
let server: RunningServer;
let lenient: RunningServer;
beforeAll(async () => {
  [clamav, db] = await Promise.all([startClamAv(), createTestDatabase()]);
  shop = await createTestShop(db.database);
  const settings = { ANTIVIRUS_ADDRESS: clamav.address, LOG_LEVEL: 'silent' };
  server = await startTestServer(db.url, settings);
  lenient = await startTestServer(db.url, {
    ...settings,
    TURNPIKE_ROLE: 'api',
    ANTIVIRUS_REQUIRED: 'false',
    ANTIVIRUS_TIMEOUT_MS: '200',
  });
});
afterAll(async () => {
  await lenient.stop();
  await server.stop();
  await db.drop();
  await clamav.stop();
});

const uploadTo = async (
  receiver: RunningServer,
  receipt?: Uint8Array,
): Promise<{ answer: Answer; findings: unknown }> => {
  const payment = await createAwaiting(server.url, shop);
  const answer = await confirm(receiver.url, shop, payment.operation_id, receipt ?? receiptOf(payment));
  const files = await db.database('receipt_files').where({ operation_id: payment.operation_id });
  return { answer, findings: files.map(({ findings }) => findings?.antivirus) };
};
const clean = [{ isScanned: true, malware: null }];
const infected = [{ isScanned: true, malware: 'Turnpike.Test.EICAR.UNOFFICIAL' }];

describe('with a real clamd', () => {
  it('a receipt without malware is taken', async () => {
    const { answer, findings } = await uploadTo(server);
    expect([answer.status, findings]).toEqual([200, clean]);
  });

  it('one of ten mebibytes is taken whole', async () => {
    const sizeBytes = 10 * 1024 * 1024;
    const { answer, findings } = await uploadTo(
      server,
      receiptPdf({ amount: '1000.54', number: '2200', nonce: 1, sizeBytes }),
    );
    expect([answer.status, findings]).toEqual([200, clean]);
  });

  it.each([
    ['a file that is nothing else', Buffer.from(eicar)],
    ['a PDF, in the clear', writePdf({ 1: '<< /Type /Catalog >>' }, '', eicar)],
    ['a PDF, in a compressed stream', writePdf({ 1: '<< /Type /Catalog >>', 2: deflated(eicar) })],
  ])('malware is found in %s', async (_where, receipt) => {
    const { answer, findings } = await uploadTo(server, receipt);
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'manual_check', manual_check_reason: 'potential_fake' },
    });
    expect(findings).toEqual(infected);
  });

  it('that is silent, uploads are taken unscanned where that is allowed', async () => {
    clamav.freeze();
    const { answer, findings } = await uploadTo(lenient);
    clamav.thaw();
    expect([answer.status, findings]).toEqual([200, [{ isScanned: false }]]);
  });

  it('that is away, uploads are refused with a word about when to come again, and taken once it is back', async () => {
    await clamav.kill();
    const payment = await createAwaiting(server.url, shop);
    const receipt = receiptOf(payment);
    const refused = await confirm(server.url, shop, payment.operation_id, receipt);
    expect(refused).toMatchObject({ status: 503, body: { code: 'temporarily_unavailable' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await clamav.start();
    expect(await confirm(server.url, shop, payment.operation_id, receipt)).toMatchObject({ status: 200 });
  });
});
