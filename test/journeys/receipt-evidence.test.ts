import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKeyRing } from '#platform/secrets';
import type { RunningServer } from '#server/start-server';
import { brokenInvariants } from '#test/faults/clean-check';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { patienceMs } from '#test/support/patience';
import { startTestServer } from '#test/support/server';
import { testKeys } from '#test/support/settings';
import {
  UnavailableError,
  type CreatePaymentParams,
  type CreatePayoutParams,
  type Operation,
  type OperationState,
} from '@turnpike/sdk';
import { changed } from './expected-times.ts';
import { openShop, type Shop } from './merchant-shop.ts';
import { createAwaiting, download, handIn, receiptOf, webhooksUpTo } from './receipt-uploads.ts';

let db: TestDatabase;
let server: RunningServer;
let shop: Shop;
/** Whether providers keep back for longer what they did not have when they reported. */
let isKeptBack = false;
beforeAll(async () => {
  db = await createTestDatabase();
  // Slow enough for .61 to be without its evidence when it is reported.
  server = await startTestServer(db.url, { SANDBOX_SPEED: '4', LOG_LEVEL: 'silent' }, (provider) => ({
    ...provider,
    fetchEvidence: (attempt, signal) =>
      isKeptBack ? Promise.resolve({ outcome: 'found', evidence: 'later' }) : provider.fetchEvidence(attempt, signal),
  }));
  shop = await openShop(db.database, server.url, 'RUB', '50000.00');
});
afterAll(async () => {
  await shop.close();
  await server.stop();
  expect(await brokenInvariants(db.database)).toEqual([]);
  await db.drop();
});

const quickly = { pollMs: 50, maxPollMs: 50, timeoutMs: patienceMs };
const once = { maxRetries: 0 };
const read = (operation: Operation) => shop.turnpike.operations.retrieve(operation, once);
const readBy = ({ merchant_operation_id }: CreatePaymentParams | CreatePayoutParams) =>
  shop.turnpike.operations.retrieve({ merchant_operation_id }, once);
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => Promise.reject(new Error('It did not fail.')),
    (failure: unknown) => failure,
  );
const linkIn = ({ receipts }: OperationState): string => receipts[0]?.receipt_url ?? '';

const expectPdf = async (url: string | null): Promise<Buffer> => {
  const { status, content } = await download(url ?? '');
  expect([status, content.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  return content;
};

describe('evidence that its provider has only later (.61)', () => {
  it.each([
    ['payment', null],
    ['payout', expect.stringContaining('/receipts/')],
  ] as const)('is unavailable for a completed %s at first, and complete once it is there', async (type, link) => {
    isKeptBack = true;
    const [payment, payout] = [shop.order('1000.61'), shop.payout('1000.61')];
    const [order, created] =
      type === 'payment'
        ? ([payment, await shop.turnpike.payments.create(payment)] as const)
        : ([payout, await shop.turnpike.payouts.create(payout)] as const);
    const [webhook] = await webhooksUpTo(shop, created, 1);
    expect(webhook).toMatchObject({ type: 'operation.completed', data: { actual_amount: '1000.61' } });

    const failure = await failureOf(read(created));
    expect(failure).toBeInstanceOf(UnavailableError);
    expect(failure).toMatchObject({ status: 503, code: 'evidence_unavailable' });
    const { receipt_evidence_status: evidence, receipts, ...state } = await readBy(order);
    expect([evidence, receipts]).toEqual(['unavailable', []]);
    expect(state).toEqual(webhook?.data);

    isKeptBack = false;
    const final = await shop.finalOf(created);
    expect(final).toEqual({ ...state, receipt_evidence_status: 'complete', receipts: final.receipts });
    expect(final.receipts).toEqual([
      { id: expect.any(String), amount: 1000.61, completed_at: expect.any(String), receipt_url: link },
    ]);
    if (link !== null) await expectPdf(linkIn(final));
  });
});

describe('the documents of a payout', () => {
  it.each([
    ['of three transfers (.60)', '3000.60', [1000.2, 1000.2, 1000.2]],
    ['of which one of three transfers failed (.57)', '3000.57', [1000.19, 1000.19]],
  ])('%s are PDFs, one for each, in the order of their completion', async (_what, amount, paid) => {
    const created = await shop.turnpike.payouts.create(shop.payout(amount));
    const { receipts, receipt_evidence_status: evidence } = await shop.finalOf(created);
    expect(evidence).toBe('complete');
    expect(receipts.map((receipt) => receipt.amount)).toEqual(paid);
    const places = receipts.map(({ completed_at: at, id }) => `${at} ${id}`);
    expect(places).toEqual(places.toSorted());
    const documents = await Promise.all(receipts.map(({ receipt_url: url }) => expectPdf(url)));
    expect(new Set(documents.map(String)).size).toBe(paid.length);
    for (const [place, document] of documents.entries()) expect(document.toString()).toContain(paid[place]?.toFixed(2));
  });
});

/** A payment that its receipt has completed. */
const complete = async () => {
  const order = shop.order('1000.54', 'WT_RUB_PHONE');
  const created = await shop.turnpike.payments.create(order);
  const receipt = receiptOf(created);
  await handIn(shop, created, receipt);
  return { order, created, receipt, state: await shop.turnpike.operations.waitFor(created, quickly) };
};

describe('the link to a receipt', () => {
  /** As ours is signed, for a time of the test's choosing. */
  const signedUntil = (link: string, expires: number): string => {
    const url = new URL(link);
    const parts = [url.pathname.split('/').at(-1), url.searchParams.get('of'), expires];
    const signature = createKeyRing(testKeys).digest('receipt link', parts.join('\n')).toString('base64url');
    url.searchParams.set('expires', String(expires));
    url.searchParams.set('signature', signature);
    return url.href;
  };
  const now = (): number => Math.floor(Date.now() / 1_000);

  it('gives the file as it was handed in, to be saved and never to be shown', async () => {
    const { state, receipt } = await complete();
    const link = linkIn(state);
    expect(link).toMatch(
      new RegExp(`^${server.url}/receipts/${state.receipts[0]?.id}\\?of=[\\w-]+&expires=\\d+&signature=[\\w-]+$`),
    );
    const { status, headers, content } = await download(link);
    expect(status).toBe(200);
    expect(content.equals(receipt)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${state.receipts[0]?.id}.pdf"`,
      'content-length': String(receipt.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  it('is refused when anything of it was changed, and when its five minutes are over', async () => {
    const [{ state }, { state: other }] = [await complete(), await complete()];
    const [link, theirs] = [new URL(linkIn(state)), new URL(linkIn(other))];
    const expires = Number(link.searchParams.get('expires'));
    expect(expires - now()).toBeGreaterThan(200);
    expect(expires - now()).toBeLessThanOrEqual(300);
    expect((await download(signedUntil(link.href, now() + 60))).status).toBe(200);
    const changed = ['of', 'expires', 'signature'].flatMap((name) => {
      const [without, exchanged] = [new URL(link), new URL(link)];
      without.searchParams.delete(name);
      exchanged.searchParams.set(
        name,
        name === 'expires' ? String(expires + 1) : (theirs.searchParams.get(name) ?? ''),
      );
      return [without.href, exchanged.href];
    });
    const elsewhere = `${theirs.origin}${theirs.pathname}${link.search}`;
    for (const url of [...changed, elsewhere, signedUntil(link.href, now() - 1)]) {
      const { status, headers, content } = await download(url);
      expect([status, headers.get('content-type')]).toEqual([404, expect.stringContaining('application/problem+json')]);
      expect(JSON.parse(content.toString())).toMatchObject({ code: 'route_not_found' });
    }
  });
});

describe('while the stored receipts cannot be had', () => {
  const takeAway = () => db.database.raw('alter table receipt_contents rename to receipt_contents_away');
  const giveBack = () => db.database.raw('alter table receipt_contents_away rename to receipt_contents');

  it('states are still told by merchant_operation_id, uploads are put off, and everything comes back', async () => {
    const { order, created, receipt, state } = await complete();
    const unpaid = await createAwaiting(shop, '2000.54');
    const waiting = receiptOf(unpaid);
    const others = [
      await shop.turnpike.payments.create(shop.order('10.00')),
      await shop.turnpike.payouts.create(shop.payout('10.00')),
    ];
    for (const other of others) await shop.turnpike.operations.waitFor(other, quickly);
    await takeAway();
    try {
      expect(await failureOf(read(created))).toMatchObject({ name: 'UnavailableError', code: 'evidence_unavailable' });
      expect(await readBy(order)).toEqual({ ...state, receipt_evidence_status: 'unavailable', receipts: [] });
      expect(await download(linkIn(state))).toMatchObject({ status: 503 });
      expect(
        await failureOf(shop.turnpike.payments.confirm({ operation_id: unpaid.operation_id, receipt: waiting }, once)),
      ).toMatchObject({ name: 'UnavailableError', code: 'temporarily_unavailable' });
      // What needs no stored file is not touched by it, and neither is a file that is known already.
      for (const other of others)
        expect(await read(other)).toMatchObject({ status: 'completed', receipt_evidence_status: 'complete' });
      expect(await read(unpaid)).toMatchObject({
        status: 'awaiting_confirmation',
        receipt_evidence_status: 'not_ready',
      });
      expect(await handIn(shop, created, receipt)).toMatchObject({ status: 'completed' });
    } finally {
      await giveBack();
    }
    const again = await read(created);
    expect(again).toEqual({ ...state, receipts: [{ ...state.receipts[0], receipt_url: expect.any(String) }] });
    expect((await download(linkIn(again))).content.equals(receipt)).toBe(true);
    const handed = await handIn(shop, unpaid, waiting);
    expect(handed).toEqual(changed(unpaid, handed));
    expect(await shop.turnpike.operations.waitFor(unpaid, quickly)).toMatchObject({
      status: 'completed',
      actual_amount: '2000.54',
    });
  });
});
