import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningServer } from '#server/start-server';
import { brokenInvariants } from '#test/faults/clean-check';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { patienceMs } from '#test/support/patience';
import { startTestServer } from '#test/support/server';
import { ConflictError, NotFoundError, type Operation } from '@turnpike/sdk';
import { balanceShown, coins, figuresOf, postingsOf, type Settling } from './expected-figures.ts';
import { changed, over, waiting, waitingAnew } from './expected-times.ts';
import { openingUnits, openShop, type Shop } from './merchant-shop.ts';
import { createAwaiting, decide, download, gist, handIn, receiptOf, webhooksUpTo } from './receipt-uploads.ts';

let db: TestDatabase;
let server: RunningServer;
beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer(db.url);
});
afterAll(async () => {
  await server.stop();
  await db.drop();
});

const quickly = { pollMs: 50, maxPollMs: 50, timeoutMs: patienceMs };
const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => Promise.reject(new Error('It was not refused.')),
    (refusal: unknown) => refusal,
  );

describe.each<Settling>(['RUB', 'USDT'])('a shop that settles in %s', (settling) => {
  let shop: Shop;
  let balance = openingUnits[settling];
  beforeAll(async () => {
    shop = await openShop(db.database, server.url, settling);
  });
  afterAll(() => shop.close());

  const completed = (before: Operation, seen: Operation, paid: bigint) => {
    const { shown, recordedShown } = figuresOf(paid, settling);
    return { ...over(before, seen), status: 'completed', actual_amount: coins(paid, 2), ...shown, ...recordedShown };
  };
  const doubted = (before: Operation, seen: Operation, reason: string): Operation => ({
    ...changed(before, seen),
    status: 'manual_check',
    manual_check_reason: reason,
  });
  const rejected = (before: Operation, seen: Operation) => ({
    ...over(before, seen),
    status: 'cancelled',
    cancel_reason: 'receipt_rejected',
    ...figuresOf(0n, settling).shown,
  });
  const awaitingEvent = (created: Operation) => ({
    type: 'operation.awaiting_confirmation',
    sequence: 1,
    data: created,
  });

  /** Takes the receipt: the payment waits for its payer no more, and that is all. */
  const expectTaken = async (before: Operation, receipt: Buffer): Promise<Operation> => {
    const handed = await handIn(shop, before, receipt);
    expect(handed).toEqual(changed(before, handed));
    return handed;
  };
  /** The payment came to this, of which its receipt is the proof. */
  const expectCredit = async (created: Operation, paid: bigint, receipt: Buffer): Promise<object> => {
    balance += figuresOf(paid, settling).settlement;
    const { receipts, ...final } = await shop.turnpike.operations.waitFor(created, quickly);
    const end = completed(created, final, paid);
    expect(final).toEqual({ ...end, receipt_evidence_status: 'complete' });
    expect(receipts).toEqual([
      {
        id: expect.any(String),
        amount: Number(paid) / 100,
        completed_at: expect.any(String),
        receipt_url: expect.any(String),
      },
    ]);
    expect((await download(receipts[0]?.receipt_url ?? '')).content.equals(receipt)).toBe(true);
    expect(await shop.kindsOf(created.operation_id)).toEqual(['payment_settled']);
    expect(await shop.postingsOf(created.operation_id)).toEqual(postingsOf(paid, settling, 'sandbox-1'));
    expect(await shop.balance()).toEqual([balanceShown(balance, settling)]);
    return end;
  };
  /** In an operator's hands, with the webhook that says so. */
  const expectDoubt = async (
    created: Operation,
    before: Operation,
    reason: string,
    sequence = 2,
  ): Promise<Operation> => {
    const state = await shop.turnpike.operations.waitFor(created, { ...quickly, until: 'manual_check' });
    const doubt = doubted(before, state, reason);
    expect(state).toEqual({ ...doubt, receipt_evidence_status: 'not_ready', receipts: [] });
    const webhooks = (await webhooksUpTo(shop, created, sequence)).map(gist);
    expect(webhooks[0]).toEqual(awaitingEvent(created));
    expect(webhooks.at(-1)).toEqual({ type: 'operation.manual_check', sequence, data: doubt });
    expect(webhooks).toHaveLength(sequence);
    return doubt;
  };

  it('is credited for a payment whose receipt is accepted (.54)', async () => {
    const order = shop.order('1234.54', 'WT_RUB_PHONE');
    const created = await shop.turnpike.payments.create(order);
    expect(created).toMatchObject({
      status: 'awaiting_confirmation',
      ...waiting(order),
      ...figuresOf(123_454n, settling).shown,
    });
    const receipt = receiptOf(created);
    const end = await expectCredit(await expectTaken(created, receipt), 123_454n, receipt);
    expect((await webhooksUpTo(shop, created, 2)).map(gist)).toEqual([
      awaitingEvent(created),
      { type: 'operation.completed', sequence: 2, data: end },
    ]);
    expect(await handIn(shop, created, receipt)).toEqual(end);
    expect(await shop.turnpike.payments.create(order)).toEqual(end);
    expect(await refusalOf(handIn(shop, created, receiptOf(created)))).toMatchObject({ code: 'wrong_state' });
    expect(await shop.eventsOf(created.operation_id)).toEqual([
      '1 operation.awaiting_confirmation',
      '2 operation.completed',
    ]);
  });

  it('is credited with what an operator found, when the receipt is suspicious (.55)', async () => {
    const created = await createAwaiting(shop, '1000.55');
    const receipt = receiptOf(created);
    const doubt = await expectDoubt(created, await expectTaken(created, receipt), 'potential_fake');
    const cancelling = await refusalOf(shop.turnpike.payments.cancel(created));
    expect(cancelling).toBeInstanceOf(ConflictError);
    expect(cancelling).toMatchObject({ status: 412, code: 'receipt_under_review' });
    expect(await refusalOf(handIn(shop, created, receiptOf(created)))).toMatchObject({
      status: 412,
      code: 'wrong_state',
    });
    expect(await handIn(shop, created, receipt)).toEqual(doubt);

    expect(await decide(db.url, 'approve', created.operation_id, '--amount', '500.27')).toMatchObject({
      status: 'completed',
    });

    const { manual_check_reason: _decided, ...decided } = doubt;
    const end = await expectCredit(decided, 50_027n, receipt);
    const webhooks = await webhooksUpTo(shop, created, 3);
    expect(webhooks.map(({ type, sequence }) => `${sequence} ${type}`)).toEqual([
      '1 operation.awaiting_confirmation',
      '2 operation.manual_check',
      '3 operation.completed',
    ]);
    expect(webhooks[2]?.data).toEqual(end);
    expect(await handIn(shop, created, receipt)).toEqual(end);
  });

  it('is asked for another receipt when the transfer is unfinished (.56), and is not credited when that is no better', async () => {
    const created = await createAwaiting(shop, '1000.56');
    const first = receiptOf(created);
    await expectDoubt(created, await expectTaken(created, first), 'not_terminal');

    await decide(db.url, 'ask-again', created.operation_id, '--note', 'not finished yet');

    const { receipts, receipt_evidence_status: evidence, ...again } = await shop.turnpike.operations.retrieve(created);
    expect([evidence, receipts]).toEqual(['not_ready', []]);
    expect(again).toEqual(waitingAnew(created, again));
    expect((await webhooksUpTo(shop, created, 3)).map(gist)[2]).toEqual({ ...awaitingEvent(again), sequence: 3 });
    // It was looked at already: it is neither refused nor looked at again.
    expect(await handIn(shop, created, first)).toEqual(again);
    const { manual_check_reason: _rejected, ...doubt } = await expectDoubt(
      created,
      await expectTaken(again, receiptOf(created)),
      'not_terminal',
      4,
    );

    await decide(db.url, 'reject', created.operation_id);

    const final = await shop.turnpike.operations.waitFor(created, quickly);
    const end = rejected(doubt, final);
    expect(final).toEqual({ ...end, receipt_evidence_status: 'complete', receipts: [] });
    expect((await webhooksUpTo(shop, created, 5)).map(gist)[4]).toEqual({
      type: 'operation.cancelled',
      sequence: 5,
      data: end,
    });
    expect(await shop.kindsOf(created.operation_id)).toEqual([]);
    expect(await shop.turnpike.payments.cancel(created)).toMatchObject({
      outcome: 'already_terminal',
      operation: { status: 'cancelled' },
    });
  });

  it('learns at once that a file is no PDF, and a second one may be good', async () => {
    const created = await createAwaiting(shop, '200.54');
    const doubt = await handIn(shop, created, `a photo of the screen ${randomUUID()}`);
    expect(doubt).toEqual(doubted(created, doubt, 'not_terminal'));
    expect(await expectDoubt(created, created, 'not_terminal')).toEqual(doubt);
    await decide(db.url, 'ask-again', created.operation_id);
    const receipt = receiptOf(created);
    await expectCredit(await expectTaken(created, receipt), 20_054n, receipt);
  });

  it('has its payment looked at when the receipt was used before, and nothing tells by whom', async () => {
    const other = await openShop(db.database, server.url, 'RUB');
    try {
      const theirs = await createAwaiting(other, '300.54');
      const receipt = receiptOf(theirs);
      await handIn(other, theirs, receipt);
      const [first, second] = [await createAwaiting(shop, '300.54'), await createAwaiting(shop, '300.54')];
      for (const created of [first, second]) {
        const doubt = await handIn(shop, created, receipt);
        expect(doubt).toEqual(doubted(created, doubt, 'potential_fake'));
      }
      expect(await other.turnpike.operations.waitFor(theirs, quickly)).toMatchObject({ status: 'completed' });
      expect(await refusalOf(handIn(other, first, receipt))).toBeInstanceOf(NotFoundError);
      for (const created of [first, second]) await decide(db.url, 'reject', created.operation_id);
      const end = await shop.turnpike.operations.retrieve(second);
      expect(end).toEqual({ ...rejected(second, end), receipt_evidence_status: 'complete', receipts: [] });
    } finally {
      await other.close();
    }
  });

  it('has no receipt taken for a payment that it has cancelled, for one that needs none, and for a payout', async () => {
    const cancelled = await createAwaiting(shop, '400.54');
    expect(await shop.turnpike.payments.cancel(cancelled)).toMatchObject({ outcome: 'cancelled' });
    const plain = await shop.turnpike.payments.create(shop.order('400.58'));
    const payout = await shop.turnpike.payouts.create(shop.payout('1.58'));
    for (const operation of [cancelled, plain, payout]) {
      const refusal = await refusalOf(handIn(shop, operation, 'a receipt'));
      expect(refusal).toBeInstanceOf(ConflictError);
      expect(refusal).toMatchObject({ status: 412, code: 'wrong_state' });
    }
  });

  it('has a ledger and a history that break no invariant', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
