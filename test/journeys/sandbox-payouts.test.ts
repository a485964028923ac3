import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningServer } from '#server/start-server';
import { createPayoutFactsStore, listOpenLegs, resolvePayoutLeg, type OpenLeg } from '#features/payouts';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { decimal } from '#platform/money';
import { createKeyRing } from '#platform/secrets';
import { brokenInvariants } from '#test/faults/clean-check';
import { holdSandbox } from '#test/faults/held-locks';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { patienceMs } from '#test/support/patience';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { testKeys } from '#test/support/settings';
import { decider } from '#test/support/operators';
import { ConflictError, NotFoundError, type CreatePayoutParams, type Operation } from '@turnpike/sdk';
import {
  balanceShown,
  coins,
  conversionShown,
  payoutFiguresOf,
  payoutPostingsOf,
  releasePostings,
  reservePostings,
  type Settling,
} from './expected-figures.ts';
import { begun, over } from './expected-times.ts';
import { openingUnits, openShop, type Shop } from './merchant-shop.ts';

type Story = {
  readonly title: string;
  readonly kopecks: bigint;
  readonly method?: 'WT_RUB_C2C' | 'WT_RUB_PHONE';
  /** The transfers that arrive, in kopecks; one of everything unless said otherwise. */
  readonly transfers?: readonly bigint[];
  readonly provider?: string;
};

const paidStories: readonly Story[] = [
  { title: 'accepted and paid in full', kopecks: 12_345n },
  { title: 'of a single kopeck', kopecks: 1n },
  { title: 'to a phone number', kopecks: 3_333n, method: 'WT_RUB_PHONE' },
  { title: 'declined by the first provider (.52)', kopecks: 2_052n, provider: 'sandbox-2' },
  { title: 'whose provider times out and is found to have paid (.53)', kopecks: 2_153n },
  { title: 'of three transfers, one of which fails (.57)', kopecks: 10_057n, transfers: [3_352n, 3_352n] },
  { title: 'reported before it was accepted, twice and out of order (.59)', kopecks: 7_759n },
  { title: 'of three transfers (.60)', kopecks: 5_560n, transfers: [1_853n, 1_853n, 1_854n] },
  { title: 'whose receipts come later (.61)', kopecks: 5_661n },
];

const sum = (kopecks: readonly bigint[]): bigint => kopecks.reduce((total, one) => total + one, 0n);
const destinationOf = (method: string) =>
  method === 'WT_RUB_PHONE'
    ? { number: '+79000000001', name: 'Анна С.', bankname: 'tcs', bankname_details: 'Т-Банк' }
    : { number: '2200000000000004', name: 'аноним' };

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

describe.each<Settling>(['RUB', 'USDT'])('a shop that settles in %s', (settling) => {
  let shop: Shop;
  let balance = openingUnits[settling];
  beforeAll(async () => {
    shop = await openShop(db.database, server.url, settling);
  });
  afterAll(() => shop.close());

  /** The operation as the create answers it: on record, nothing sent yet. */
  const recorded = (order: CreatePayoutParams, kopecks: bigint, method = 'WT_RUB_C2C') => ({
    operation_id: expect.any(String),
    ...begun(order),
    type: 'payout',
    status: 'pending',
    method,
    expected_amount: coins(kopecks, 2),
    actual_amount: '0.00',
    currency: 'RUB',
    ...conversionShown(settling),
    ...payoutFiguresOf(kopecks, settling).shown,
    external_confirmation: { required: false, methods: [] },
    ...destinationOf(method),
  });
  const completed = (created: Operation, paid: bigint) => {
    const { shown, recordedShown } = payoutFiguresOf(paid, settling);
    return { ...created, status: 'completed', actual_amount: coins(paid, 2), ...shown, ...recordedShown };
  };
  const cancelled = (created: Operation, reason: string) => ({
    ...created,
    status: 'cancelled',
    cancel_reason: reason,
    ...payoutFiguresOf(0n, settling).shown,
  });

  /** Asks for a payout while its provider takes no order, and looks at it before it can move on. */
  const create = async (kopecks: bigint, method: Story['method'] = 'WT_RUB_C2C') => {
    const order = shop.payout(coins(kopecks, 2), method);
    const sandbox = await holdSandbox(db.database);
    try {
      const created = await shop.turnpike.payouts.create(order);
      expect(created).toEqual(recorded(order, kopecks, method));
      expect(created.updated_at).toBe(created.created_at);
      expect(await shop.turnpike.payouts.create(order)).toEqual(created);
      const state = await shop.turnpike.operations.retrieve(created);
      expect(state).toEqual({ ...created, receipt_evidence_status: 'not_ready', receipts: [] });
      const { settlement } = payoutFiguresOf(kopecks, settling);
      expect(await shop.balance()).toEqual([balanceShown(balance - settlement, settling, settlement)]);
      expect(await shop.postingsOf(created.operation_id, 'payout_reserved')).toEqual(
        reservePostings(kopecks, settling),
      );
      return { order, created };
    } finally {
      await sandbox.release();
    }
  };

  const expectOneWebhook = async (created: Operation, type: string, end: Operation | object): Promise<void> => {
    const webhooks = await eventually(async () => {
      const received = await shop.webhooksAbout(created.operation_id);
      return received.length > 0 && received;
    }, 'the webhook');
    expect(webhooks).toEqual([
      { webhook_id: expect.any(String), type, timestamp: expect.any(String), sequence: 1, data: end },
    ]);
    expect(await shop.eventsOf(created.operation_id)).toEqual([`1 ${type}`]);
  };

  const expectCompletion = async (
    created: Operation,
    asked: bigint,
    transfers: readonly bigint[],
    { provider = 'sandbox-1', evidence = 'complete' } = {},
  ): Promise<object> => {
    const paid = sum(transfers);
    const final = await shop.finalOf(created);
    balance -= payoutFiguresOf(paid, settling).settlement;
    const end = completed(over(created, final), paid);
    const { receipts, ...shown } = final;
    expect(shown).toEqual({ ...end, receipt_evidence_status: evidence });
    expect(receipts.map(({ amount }) => amount).sort()).toEqual(
      transfers.map((kopecks) => Number(kopecks) / 100).sort(),
    );
    // What an operator says is no document.
    const link = evidence === 'complete' ? expect.stringContaining(`${server.url}/receipts/`) : null;
    expect(receipts).toEqual(
      receipts.map(({ amount }) => ({
        id: expect.any(String),
        amount,
        completed_at: expect.any(String),
        receipt_url: link,
      })),
    );
    await expectOneWebhook(created, 'operation.completed', end);
    expect(await shop.kindsOf(created.operation_id)).toEqual(['payout_reserved', 'payout_settled']);
    expect(await shop.postingsOf(created.operation_id, 'payout_settled')).toEqual(
      payoutPostingsOf(asked, [[provider, paid]], settling),
    );
    expect(await shop.balance()).toEqual([balanceShown(balance, settling)]);
    return end;
  };

  const expectCancellation = async (created: Operation, asked: bigint, reason: string): Promise<object> => {
    const final = await shop.turnpike.operations.waitFor(created, quickly);
    const end = cancelled(over(created, final), reason);
    expect(final).toEqual({ ...end, receipt_evidence_status: 'complete', receipts: [] });
    await expectOneWebhook(created, 'operation.cancelled', end);
    expect(await shop.kindsOf(created.operation_id)).toEqual(['payout_reserved', 'payout_released']);
    expect(await shop.postingsOf(created.operation_id, 'payout_released')).toEqual(releasePostings(asked, settling));
    expect(await shop.balance()).toEqual([balanceShown(balance, settling)]);
    return end;
  };

  it.each(paidStories)(
    'is charged for a payout $title',
    async ({ kopecks, method, provider, transfers = [kopecks] }) => {
      const { order, created } = await create(kopecks, method);
      const end = await expectCompletion(created, kopecks, transfers, { ...(provider && { provider }) });
      expect(await shop.turnpike.payouts.create(order)).toEqual(end);
    },
  );

  it('has all of its money back after a payout that is declined in the end (.51)', async () => {
    const { order, created } = await create(10_051n);
    const end = await expectCancellation(created, 10_051n, 'declined');
    expect(await shop.turnpike.payouts.create(order)).toEqual(end);
  });

  it('is refused a payout beyond its balance, and nothing comes of it', async () => {
    const order = shop.payout('900000.00');
    const refusal: unknown = await shop.turnpike.payouts.create(order).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConflictError);
    expect(refusal).toMatchObject({ status: 412, code: 'insufficient_balance' });
    const { merchant_operation_id: identifier } = order;
    await expect(shop.turnpike.operations.retrieve({ merchant_operation_id: identifier })).rejects.toBeInstanceOf(
      NotFoundError,
    );
    expect(await shop.movedFor(identifier)).toBe(0);
    expect(await shop.balance()).toEqual([balanceShown(balance, settling)]);
  });

  describe('with a payout whose provider never says what became of it (.58)', () => {
    const openLegOf = ({ operation_id: operationId }: Operation): Promise<OpenLeg> =>
      eventually(async () => {
        const needs = { database: db.database, keyRing: createKeyRing(testKeys) };
        const legs = await listOpenLegs(needs, { olderThanSeconds: 0, shopId: shop.shopId });
        return legs.find((leg) => leg.operationId === operationId && leg.state === 'accepted');
      }, 'the leg to be accepted');
    /** As `turnpike payouts resolve` does. */
    const decide = async (leg: OpenLeg, paid: string): Promise<void> => {
      const needs = {
        facts: createPayoutFactsStore(db.database),
        metrics: createMetrics(),
        log: createLog('silent'),
        followUp: () => undefined,
      };
      await resolvePayoutLeg(needs, leg, { paid: decimal(paid), evidence: 'a statement', actor: decider });
      const entry = await db.database('audit_log').where({ subject: leg.operationId }).first();
      expect(entry).toMatchObject({
        actor: decider.name,
        action: 'payout.resolved',
        before: { attempt_id: leg.attemptId, state: 'accepted' },
        after: { attempt_id: leg.attemptId, paid_amount: paid },
      });
    };

    it.each([
      ['all of it', 6_058n, 6_058n],
      ['a part of it', 6_158n, 4_000n],
    ])('waits for an operator, and is charged for what that says was paid: %s', async (_title, kopecks, paid) => {
      const { created } = await create(kopecks);
      const leg = await openLegOf(created);
      expect(leg).toMatchObject({
        providerId: 'sandbox-1',
        leg: 1,
        amount: coins(kopecks, 2),
        number: '220000******0004',
      });
      expect(await shop.webhooksAbout(created.operation_id)).toEqual([]);
      await decide(leg, coins(paid, 2));
      await expectCompletion(created, kopecks, [paid], { evidence: 'partial' });
    });

    it('waits for an operator, and has all of its money back when that says that it failed', async () => {
      const { created } = await create(6_258n);
      await decide(await openLegOf(created), '0.00');
      await expectCancellation(created, 6_258n, 'failed');
    });
  });

  it('has a ledger and a history that break no invariant', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
