import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import type { EvidenceAnswer, VoidAnswer } from '#providers';
import { brokenInvariants } from '#test/faults/clean-check';
import { createHarness, type Harness, type TestCreate } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { putUnderReview } from '#test/support/receipt-under-review';
import { createTestShop } from '#test/support/shop';

let db: TestDatabase;
let harness: Harness;
/** What the provider says when it is asked to void; null: what is true. */
let says: VoidAnswer | Error | null = null;
/** What it can prove of it. */
let proof: EvidenceAnswer = { outcome: 'unknown' };
const asked: string[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  harness = createHarness(db.database, await createTestShop(db.database), {
    voidPayment: async (attempt) => {
      asked.push(attempt.attemptId);
      if (says instanceof Error) throw says;
      if (says !== null) return says;
      const { state, paid_amount: paid } = await harness.orders.void(attempt, 'sandbox-1');
      return state === 'paid' ? { outcome: 'paid', paidTotal: decimal(paid) } : { outcome: 'voided' };
    },
    fetchEvidence: () => Promise.resolve(proof),
  });
});
afterAll(() => db.drop());
beforeEach(() => {
  says = null;
  proof = { outcome: 'unknown' };
  asked.length = 0;
});

const accepted = async (): Promise<TestCreate> => {
  const create = await harness.startCreate('100.00');
  await harness.placeOrder(create, '100.00');
  await harness.accept(create);
  return create;
};
/** Its lifetime was over some seconds ago. */
const makeDue = async (create: TestCreate): Promise<TestCreate> => {
  const past = new Date(Date.now() - 5_000);
  await db.database('operations').where({ operation_id: create.operationId }).update({ expires_at: past });
  return create;
};
const dueOne = async (): Promise<TestCreate> => makeDue(await accepted());
const rowOf = ({ operationId }: TestCreate) => db.database('operations').where({ operation_id: operationId }).first();
const eventsOf = ({ operationId }: TestCreate): Promise<string[]> =>
  db.database('events').where({ operation_id: operationId }).pluck('type');
const kindsOf = ({ operationId }: TestCreate): Promise<string[]> =>
  db.database('ledger_transactions').where({ operation_id: operationId }).pluck('kind');
const orderOf = ({ attempt }: TestCreate) => harness.orders.find(attempt);
const paid = ({ attempt }: TestCreate) =>
  harness.applyFact({ attempt, state: 'paid', paidTotal: decimal('100.00'), evidence: [] });
/** The payer pays if the order still stands. */
const payOrder = async (create: TestCreate): Promise<boolean> => {
  const order = { attempt_id: create.attempt.attemptId, state: 'accepted' };
  const isPaid =
    (await db.database('sandbox_orders').where(order).update({ state: 'paid', paid_amount: '100.00' })) === 1;
  if (isPaid) await paid(create);
  return isPaid;
};
const expired = {
  status: 'cancelled',
  cancel_reason: 'expired',
  settlement_amount: '0.000000',
  commission_amount: '0.000000',
};

describe('a payment whose lifetime is over', () => {
  it.each(['pending', 'awaiting_confirmation'])(
    'ends while it is %s, with one event, its order voided',
    async (status) => {
      const create = await dueOne();
      await db.database('operations').where({ operation_id: create.operationId }).update({ status });
      await harness.startExpiry()();
      expect(await rowOf(create)).toMatchObject(expired);
      expect(await eventsOf(create)).toEqual(['operation.cancelled']);
      expect(await orderOf(create)).toMatchObject({ state: 'voided' });
      expect(asked).toEqual([create.attempt.attemptId]);
      expect(await kindsOf(create)).toEqual([]);
    },
  );

  it('is not touched a moment before', async () => {
    const create = await accepted();
    await harness.startExpiry()();
    expect([asked, (await rowOf(create)).status]).toEqual([[], 'pending']);
  });

  it('ends at the first run after it, whenever the process began', async () => {
    const run = harness.startExpiry();
    await run();
    const create = await accepted();
    await run();
    await makeDue(create);
    await run();
    expect(await rowOf(create)).toMatchObject(expired);
  });

  it.each<[string, () => VoidAnswer | Error]>([
    ['does not know', () => ({ outcome: 'unknown' })],
    ['cannot be asked', () => new Error('unreachable')],
  ])('waits for a minute when its provider %s', async (_how, answer) => {
    const run = harness.startExpiry();
    const create = await dueOne();
    says = answer();
    await run();
    await run();
    expect(asked).toHaveLength(1);
    const { status, expires_at: expiresAt } = await rowOf(create);
    expect(status).toBe('pending');
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 30_000);
    says = null;
    await makeDue(create);
    await run();
    expect(await rowOf(create)).toMatchObject(expired);
    expect(await eventsOf(create)).toEqual(['operation.cancelled']);
  });

  it('is completed when its provider was paid', async () => {
    const create = await dueOne();
    says = { outcome: 'paid', paidTotal: decimal('60.00') };
    await harness.startExpiry()();
    expect(await rowOf(create)).toMatchObject({ status: 'completed', actual_amount: '60.00' });
    expect(await kindsOf(create)).toEqual(['payment_settled']);
    expect(await eventsOf(create)).toEqual(['operation.completed']);
  });

  it.each<[string, EvidenceAnswer, boolean[]]>([
    ['can prove it', { outcome: 'found', evidence: [{ amount: decimal('60.00'), completedAt: new Date() }] }, [false]],
    ['cannot say how', { outcome: 'unknown' }, [true]],
    ['will be able to', { outcome: 'found', evidence: 'later' }, []],
  ])('has the receipts of a provider that was paid and %s', async (_how, answer, synthetic) => {
    const create = await dueOne();
    [says, proof] = [{ outcome: 'paid', paidTotal: decimal('60.00') }, answer];
    await harness.startExpiry()();
    const receipts = await db.database('receipts').where({ operation_id: create.operationId });
    expect(receipts.map((receipt) => receipt.is_synthetic)).toEqual(synthetic);
    expect(await rowOf(create)).toMatchObject({ status: 'completed', is_evidence_pending: synthetic.length === 0 });
  });

  it('keeps money that comes afterwards in suspense', async () => {
    const create = await dueOne();
    await harness.startExpiry()();
    await paid(create);
    expect(await rowOf(create)).toMatchObject(expired);
    expect(await kindsOf(create)).toEqual(['surplus']);
  });

  it('keeps money that was noted of its open order in suspense', async () => {
    const create = await accepted();
    await harness.applyFact({ attempt: create.attempt, state: 'open', paidTotal: decimal('9.00'), evidence: [] });
    await makeDue(create);
    await harness.startExpiry()();
    await harness.applyPending();
    expect(await rowOf(create)).toMatchObject({ ...expired, actual_amount: '0.00' });
    expect(await kindsOf(create)).toEqual(['surplus']);
  });

  it.each<[string, (create: TestCreate) => Promise<unknown>]>([
    [
      'in an operator’s hands',
      (create) => putUnderReview(db.database, harness.shopId, create.operationId, 'not_terminal'),
    ],
    ['under review', (create) => putUnderReview(db.database, harness.shopId, create.operationId)],
    ['settled', paid],
  ])('is left alone when it is %s', async (_how, prepare) => {
    const create = await accepted();
    await prepare(create);
    await makeDue(create);
    const before = await rowOf(create);
    await harness.startExpiry()();
    expect([asked, await rowOf(create)]).toEqual([[], before]);
  });

  it('does not hold up the others when it fails', async () => {
    const [lost, create] = [await dueOne(), await dueOne()];
    const { attemptId } = lost.attempt;
    await db.database('attempts').where({ attempt_id: attemptId }).update({ provider_id: 'gone' });
    await harness.startExpiry()();
    expect(await rowOf(create)).toMatchObject(expired);
    expect(await rowOf(lost)).toMatchObject({ status: 'pending' });
    await db.database('attempts').where({ attempt_id: attemptId }).update({ provider_id: 'sandbox-1' });
  });
});

it('asks once for each of many, however many processes look after them', async () => {
  const creates = await Promise.all(Array.from({ length: 70 }, dueOne));
  const runs = Array.from({ length: 4 }, () => harness.startExpiry());
  await Promise.all(
    runs.map(async (run) => {
      while (await run()) continue;
    }),
  );
  for (const run of runs) await run();
  expect(asked.toSorted()).toEqual(creates.map(({ attempt }) => attempt.attemptId as string).toSorted());
  const rows = await Promise.all(creates.map(rowOf));
  expect(new Set(rows.map(({ cancel_reason: reason }) => reason))).toEqual(new Set(['expired']));
  const events = await Promise.all(creates.map(eventsOf));
  expect(events.flat()).toEqual(creates.map(() => 'operation.cancelled'));
});

it('has one outcome beside a cancellation and a settlement at once', async () => {
  const ends = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const create = await dueOne();
      const [decision, isPaid] = await Promise.all([
        harness.cancel({ operationId: create.operationId }),
        payOrder(create),
        harness.startExpiry()(),
        harness.startExpiry()(),
      ]);
      const { status, cancel_reason: reason, event_sequence: sequence } = await rowOf(create);
      const isMerchants = reason === 'merchant';
      expect(decision).toMatchObject({ outcome: isMerchants ? 'cancelled' : 'already_terminal', status });
      expect([sequence, await eventsOf(create)]).toEqual([1, [`operation.${status}`]]);
      const late = isPaid ? ['surplus'] : [];
      expect(await kindsOf(create)).toEqual(status === 'completed' ? ['payment_settled'] : late);
      return reason ?? status;
    }),
  );
  expect(ends).toHaveLength(40);
});

it('breaks no invariant in any of these ways', async () => {
  // What was cancelled is voided by the sweep.
  const isLeft = async (): Promise<boolean> => (await db.database('attempts').whereNotNull('check_at')).length > 0;
  while (await isLeft()) await harness.sweepOnce();
  expect(await brokenInvariants(db.database)).toEqual([]);
});
