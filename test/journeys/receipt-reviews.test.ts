import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import type { Evidence, ProviderReports, SubmittedReceipt } from '#providers';
import type { RunningServer } from '#server/start-server';
import { brokenInvariants } from '#test/faults/clean-check';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { patienceMs } from '#test/support/patience';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import type { Operation } from '@turnpike/sdk';
import { changed, over, waitingAnew } from './expected-times.ts';
import { openShop, type Shop } from './merchant-shop.ts';
import { createAwaiting, decide, download, gist, handIn, receiptOf, webhooksUpTo } from './receipt-uploads.ts';

let db: TestDatabase;
let server: RunningServer;
let shop: Shop;
/** What a provider was given to review, of which it says something when the test does. */
const submitted: SubmittedReceipt[] = [];
let reports: ProviderReports;
beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer(db.url, {}, (provider, connected) => {
    reports = connected;
    return {
      ...provider,
      submitReceipt: (receipt) => {
        submitted.push(receipt);
        return Promise.resolve({ outcome: 'taken' });
      },
    };
  });
  shop = await openShop(db.database, server.url, 'RUB');
});
afterAll(async () => {
  await shop.close();
  await server.stop();
  expect(await brokenInvariants(db.database)).toEqual([]);
  await db.drop();
});

const quickly = { pollMs: 50, maxPollMs: 50, timeoutMs: patienceMs };
const refusal = (code: string) => expect.objectContaining({ name: 'ConflictError', status: 412, code });
const isGiven = (receipt: Buffer): Promise<SubmittedReceipt> =>
  eventually(() => submitted.find(({ content }) => content.equals(receipt)), 'the provider to be given the receipt');
/** A payment whose receipt its provider is looking at. */
const startReview = async (amount = '1000.54') => {
  const created = await createAwaiting(shop, amount);
  const receipt = receiptOf(created);
  const handed = await handIn(shop, created, receipt);
  expect(handed).toEqual(changed(created, handed));
  const { attempt, fileId } = await isGiven(receipt);
  return { created, handed, receipt, file: { attempt, fileId } };
};
const items = (...amounts: string[]): Evidence =>
  amounts.map((amount) => ({ amount: decimal(amount), completedAt: new Date('2026-02-10T09:00:00.000Z') }));
const read = (operation: Operation) => shop.turnpike.operations.retrieve(operation);
const endLifetimeOf = (...operations: Operation[]) =>
  db
    .database('operations')
    .whereIn(
      'operation_id',
      operations.map(({ operation_id: id }) => id),
    )
    .update({ expires_at: db.database.raw(`now() - interval '1 second'`) });

describe('while a receipt is under review', () => {
  it('the same file changes nothing, another one is refused, and so is a cancellation', async () => {
    const { created, handed, receipt, file } = await startReview();
    expect(await handIn(shop, created, receipt)).toEqual(handed);
    await expect(handIn(shop, created, receiptOf(created))).rejects.toEqual(refusal('wrong_state'));
    await expect(shop.turnpike.payments.cancel(created)).rejects.toEqual(refusal('receipt_under_review'));
    expect(await read(created)).toEqual({ ...handed, receipt_evidence_status: 'not_ready', receipts: [] });
    expect(await shop.eventsOf(created.operation_id)).toEqual(['1 operation.awaiting_confirmation']);
    await reports.reportReceipt({ ...file, outcome: 'rejected' });
  });

  it('the payment does not expire, while one without a receipt does, which takes none any more', async () => {
    const { created, file } = await startReview();
    const unpaid = await createAwaiting(shop, '2000.54');
    await endLifetimeOf(created, unpaid);
    const state = await shop.turnpike.operations.waitFor(unpaid, quickly);
    const expired = {
      ...over(unpaid, state),
      status: 'cancelled',
      cancel_reason: 'expired',
      settlement_amount: '0.00',
      commission_amount: '0.00',
    };
    expect(state).toEqual({ ...expired, receipt_evidence_status: 'complete', receipts: [] });
    expect((await webhooksUpTo(shop, unpaid, 2)).map(gist)[1]).toEqual({
      type: 'operation.cancelled',
      sequence: 2,
      data: expired,
    });
    await expect(handIn(shop, unpaid, receiptOf(unpaid))).rejects.toEqual(refusal('wrong_state'));
    expect(await read(created)).toMatchObject({ status: 'awaiting_confirmation' });
    await reports.reportReceipt({ ...file, outcome: 'doubtful', reason: 'suspicious' });
    await decide(db.url, 'ask-again', created.operation_id);
    // Its lifetime begins anew.
    const again = await read(created);
    expect(again).toEqual({ ...waitingAnew(created, again), receipt_evidence_status: 'not_ready', receipts: [] });
    const better = receiptOf(created);
    const handed = await handIn(shop, created, better);
    expect(handed).toEqual({ ...changed(created, handed), updated_at: changed(again, handed).updated_at });
    await reports.reportReceipt({ attempt: file.attempt, fileId: (await isGiven(better)).fileId, outcome: 'rejected' });
  });
});

describe('a review that finds', () => {
  it.each([
    ['less', '600.00', '582.00', '18.00'],
    ['more', '1200.10', '1164.10', '36.00'],
  ])('%s than was asked for completes the payment with that', async (_what, paid, settlement, commission) => {
    const { created, receipt, file } = await startReview();
    await reports.reportReceipt({ ...file, outcome: 'accepted', paidTotal: decimal(paid), evidence: items(paid) });
    const state = await read(created);
    expect(state).toMatchObject({
      status: 'completed',
      expected_amount: '1000.54',
      actual_amount: paid,
      recorded_amount: paid,
      settlement_amount: settlement,
      commission_amount: commission,
      receipt_evidence_status: 'complete',
      receipts: [{ amount: Number(paid), completed_at: '2026-02-10T09:00:00.000Z' }],
    });
    expect((await download(state.receipts[0]?.receipt_url ?? '')).content.equals(receipt)).toBe(true);
    const { receipts: _receipts, receipt_evidence_status: _status, ...end } = state;
    expect((await webhooksUpTo(shop, created, 2)).map(gist)[1]).toEqual({
      type: 'operation.completed',
      sequence: 2,
      data: end,
    });
  });

  it('several transfers lists them all, of which the file shows none in particular', async () => {
    const { created, file } = await startReview();
    const paidTotal = decimal('1000.54');
    await reports.reportReceipt({ ...file, outcome: 'accepted', paidTotal, evidence: items('400.54', '600.00') });
    const { receipts, ...state } = await read(created);
    expect(state).toMatchObject({ actual_amount: '1000.54', receipt_evidence_status: 'complete' });
    expect(receipts.map(({ amount }) => amount).sort()).toEqual([400.54, 600]);
    expect(receipts.map(({ receipt_url }) => receipt_url)).toEqual([null, null]);
  });

  it('what does not add up completes the payment, and its evidence is partial', async () => {
    const { created, file } = await startReview();
    await reports.reportReceipt({
      ...file,
      outcome: 'accepted',
      paidTotal: decimal('1000.54'),
      evidence: items('1000.53'),
    });
    expect(await read(created)).toMatchObject({
      actual_amount: '1000.54',
      receipt_evidence_status: 'partial',
      receipts: [{ amount: 1000.54, receipt_url: null }],
    });
  });

  it('nothing good cancels the payment', async () => {
    const { created, file } = await startReview();
    await reports.reportReceipt({ ...file, outcome: 'rejected' });
    const rejected = {
      status: 'cancelled',
      cancel_reason: 'receipt_rejected',
      actual_amount: '0.00',
      settlement_amount: '0.00',
    };
    expect(await read(created)).toMatchObject({ ...rejected, receipt_evidence_status: 'complete', receipts: [] });
    expect((await webhooksUpTo(shop, created, 2)).map(gist)[1]).toMatchObject({
      type: 'operation.cancelled',
      sequence: 2,
      data: rejected,
    });
  });

  it.each([
    ['an unfinished transfer', 'not_terminal', 'not_terminal'],
    ['something suspicious', 'suspicious', 'potential_fake'],
    ['some doubt without a reason', null, 'potential_fake'],
  ] as const)('%s leaves it to an operator', async (_what, reason, shown) => {
    const { created, handed, file } = await startReview();
    await reports.reportReceipt({ ...file, outcome: 'doubtful', reason });
    const { receipts, receipt_evidence_status: evidence, ...doubt } = await read(created);
    expect([evidence, receipts]).toEqual(['not_ready', []]);
    expect(doubt).toEqual({ ...changed(handed, doubt), status: 'manual_check', manual_check_reason: shown });
    expect((await webhooksUpTo(shop, created, 2)).map(gist)[1]).toEqual({
      type: 'operation.manual_check',
      sequence: 2,
      data: doubt,
    });
    await decide(db.url, 'approve', created.operation_id, '--amount', '1000.54');
    expect(await read(created)).toMatchObject({ status: 'completed', actual_amount: '1000.54' });
    expect(await read(created)).not.toHaveProperty('manual_check_reason');
  });

  it('something about a file that is not under review any more changes nothing', async () => {
    const { created, receipt, file } = await startReview();
    await reports.reportReceipt({ ...file, outcome: 'doubtful', reason: 'suspicious' });
    await decide(db.url, 'ask-again', created.operation_id);
    const again = (await webhooksUpTo(shop, created, 3)).map(gist)[2];
    expect(again).toEqual({
      type: 'operation.awaiting_confirmation',
      sequence: 3,
      data: waitingAnew(created, again?.data as Operation),
    });
    for (const verdict of [{ outcome: 'rejected' }, { outcome: 'doubtful', reason: null }] as const) {
      await reports.reportReceipt({ ...file, ...verdict });
    }
    expect(await handIn(shop, created, receipt)).toEqual(again?.data);
    const better = receiptOf(created);
    await handIn(shop, created, better);
    const { fileId } = await isGiven(better);
    await reports.reportReceipt({ ...file, outcome: 'rejected' });
    expect(await read(created)).toMatchObject({ status: 'awaiting_confirmation' });
    const paidTotal = decimal('1000.54');
    await reports.reportReceipt({ ...file, fileId, outcome: 'accepted', paidTotal, evidence: items('1000.54') });
    const { receipts } = await read(created);
    expect((await download(receipts[0]?.receipt_url ?? '')).content.equals(better)).toBe(true);
    expect(await shop.eventsOf(created.operation_id)).toEqual([
      '1 operation.awaiting_confirmation',
      '2 operation.manual_check',
      '3 operation.awaiting_confirmation',
      '4 operation.completed',
    ]);
  });
});
