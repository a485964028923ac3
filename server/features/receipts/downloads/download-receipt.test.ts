import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createOperationsStore } from '#features/operations';
import { newId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { decimal } from '#platform/money';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { createRouting, type DocumentAnswer } from '#providers';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { connectFake } from '#test/support/fake-provider';
import { testKeys } from '#test/support/settings';
import { createDocumentsStore } from './documents-store.ts';
import { downloadReceipt } from './download-receipt.ts';
import { createLinkReceipt, type LinkParts } from './receipt-links.ts';
import { createReceiptHarness, type ReceiptHarness } from '../receipts-fixture.ts';

let db: TestDatabase;
let harness: ReceiptHarness;
let document: DocumentAnswer = { outcome: 'unknown' };
beforeAll(async () => {
  db = await createTestDatabase();
  harness = await createReceiptHarness(db);
});
afterAll(() => db.drop());

const ring = createKeyRing(testKeys);
const storages = { of: () => harness.storage };
const linkFor = async (shownBy: { documentId: string } | { text: string }): Promise<string> => {
  const payment = await harness.awaiting();
  if ('text' in shownBy) await harness.confirm(payment, shownBy.text);
  const item = { amount: decimal('100.00'), completedAt: new Date(), ...('documentId' in shownBy && shownBy) };
  await harness.payment.applyFact({
    attempt: payment.attempt,
    state: 'paid',
    paidTotal: decimal('100.00'),
    evidence: [item],
  });
  const found = await createOperationsStore(db.database, ring).findById(harness.shop.shopId, 'v1', payment.operationId);
  const link = createLinkReceipt({ keyRing: ring, storages, publicUrl: () => 'http://gateway.test' });
  return (await link(harness.shop.shopId, payment.operationId, found!.receipts[0]!))!;
};
const partsOf = (link: string): LinkParts => {
  const { pathname, searchParams } = new URL(link);
  const part = (name: string): string => searchParams.get(name) ?? '';
  return {
    receiptId: pathname.split('/').at(-1)!,
    of: part('of'),
    expires: part('expires'),
    signature: part('signature'),
  };
};
const download = (parts: LinkParts, keyRing = ring) => {
  const fetchDocument = () => Promise.resolve(document);
  const routing = createRouting(db.database, (_kind, providerId) => connectFake(providerId, { fetchDocument }));
  return downloadReceipt(
    { keyRing, documents: createDocumentsStore(db.database), storages, routing, log: createLog('silent') },
    parts,
  );
};
const noSuchLink = { code: 'route_not_found' };

describe('the link of a receipt', () => {
  it('leads to the file that was uploaded', async () => {
    const link = await linkFor({ text: 'the uploaded file' });
    expect(link).toMatch(
      /^http:\/\/gateway\.test\/receipts\/[0-9a-f-]{36}\?of=[\w-]{43}&expires=\d+&signature=[\w-]+$/,
    );
    const { content, fileName } = await download(partsOf(link));
    expect([content.toString(), fileName]).toEqual(['the uploaded file', `receipt-${partsOf(link).receiptId}.pdf`]);
  });

  it('leads to what the provider has, if it has it', async () => {
    const parts = partsOf(await linkFor({ documentId: 'document' }));
    document = { outcome: 'found', content: Buffer.from('from the provider') };
    expect((await download(parts)).content.toString()).toBe('from the provider');
    document = { outcome: 'not_found' };
    await expect(download(parts)).rejects.toMatchObject(noSuchLink);
    document = { outcome: 'unknown' };
    await expect(download(parts)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  });

  it('leads nowhere with any of its parts changed, or another one’s', async () => {
    const [own, other] = [partsOf(await linkFor({ text: 'own' })), partsOf(await linkFor({ text: 'other' }))];
    const changed = (['receiptId', 'of', 'expires', 'signature'] as const).flatMap((name) => [
      { ...own, [name]: '' },
      { ...own, [name]: name === 'expires' ? String(Number(own.expires) + 1) : other[name] },
    ]);
    for (const parts of [
      ...changed,
      { ...own, signature: `${own.signature}A` },
      { ...own, receiptId: newId<string>() },
    ]) {
      await expect(download(parts)).rejects.toMatchObject(noSuchLink);
    }
    expect((await download(own)).content.toString()).toBe('own');
  });

  it('has one spelling: others of the same signature lead nowhere', async () => {
    const own = partsOf(await linkFor({ text: 'one spelling' }));
    const bytes = Buffer.from(own.signature, 'base64url');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const sameBytes = [...alphabet]
      .map((last) => own.signature.slice(0, -1) + last)
      .filter((text) => Buffer.from(text, 'base64url').equals(bytes));
    const spellings = [
      ...sameBytes.filter((text) => text !== own.signature),
      bytes.toString('base64'),
      `${own.signature}=`,
      `${own.signature}==`,
      ` ${own.signature}`,
      `${own.signature}\n`,
      `${own.signature.slice(0, 4)}.${own.signature.slice(4)}`,
      // The digest without the name of its key, as digests once were.
      bytes.subarray(-32).toString('base64url'),
    ].filter((text) => text !== own.signature);
    expect(spellings.length).toBeGreaterThan(5);
    for (const signature of spellings) await expect(download({ ...own, signature })).rejects.toMatchObject(noSuchLink);
    expect((await download(own)).content.toString()).toBe('one spelling');
  });

  it('leads nowhere after five minutes', async () => {
    const parts = partsOf(await linkFor({ text: 'short-lived' }));
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now');
    clock.mockReturnValue(now + 299_000);
    await expect(download(parts)).resolves.toBeDefined();
    clock.mockReturnValue(now + 302_000);
    await expect(download(parts)).rejects.toMatchObject(noSuchLink);
    clock.mockRestore();
  });

  it('is still good after the ring got a new first key, and not without the key that signed it', async () => {
    const parts = partsOf(await linkFor({ text: 'rotated' }));
    const added = newKeyText('k9');
    expect((await download(parts, createKeyRing(`${added},${testKeys}`))).content.toString()).toBe('rotated');
    await expect(download(parts, createKeyRing(added))).rejects.toMatchObject(noSuchLink);
  });

  it('leads nowhere once the file has been removed', async () => {
    const parts = partsOf(await linkFor({ text: 'removed later' }));
    await db.database('receipt_files').update({ state: 'removing', submit_at: null });
    await expect(download(parts)).rejects.toMatchObject(noSuchLink);
  });
});
