import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type OperationId } from '#platform/ids';
import { decimal } from '#platform/money';
import { createKeyRing } from '#platform/secrets';
import type { Lookup } from '#features/operations';
import { brokenInvariants } from '#test/faults/clean-check';
import { holdOperation, someoneWaits } from '#test/faults/held-locks';
import { createHarness, type Harness, type TestCreate } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { putUnderReview } from '#test/support/receipt-under-review';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { readCancelReason } from './cancel-reasons.ts';

let db: TestDatabase;
let shop: TestShop;
let harness: Harness;
/** What the provider was asked to void. */
const voided: string[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  harness = createHarness(db.database, shop, {
    voidPayment: async (attempt) => {
      voided.push(attempt.attemptId);
      const { state, paid_amount: paid } = await harness.orders.void(attempt, 'sandbox-1');
      return state === 'paid' ? { outcome: 'paid', paidTotal: decimal(paid) } : { outcome: 'voided' };
    },
  });
});
afterAll(() => db.drop());

const byId = ({ operationId }: TestCreate): Lookup => ({ operationId });
const byIdentifier = ({ operationId }: TestCreate): Lookup => ({ merchantOperationId: operationId });
const either = [
  ['operation_id', byId],
  ['merchant_operation_id', byIdentifier],
] as const;

const rowOf = (operationId: string) => db.database('operations').where({ operation_id: operationId }).first();
const attemptOf = ({ attempt }: TestCreate) => db.database('attempts').where({ attempt_id: attempt.attemptId }).first();
const eventsOf = (operationId: string): Promise<string[]> =>
  db.database('events').where({ operation_id: operationId }).orderBy('sequence').pluck('type');
const auditOf = (operationId: string) =>
  db.database('audit_log').where({ subject: operationId, action: 'payment.cancelled' });
const kindsOf = (operationId: string): Promise<string[]> =>
  db.database('ledger_transactions').where({ operation_id: operationId }).pluck('kind');

const started = () => harness.startCreate('100.00');
const accepted = async (): Promise<TestCreate> => {
  const create = await started();
  await harness.placeOrder(create, '100.00');
  await harness.accept(create);
  return create;
};
const inState = async (changes: Readonly<Record<string, unknown>>): Promise<TestCreate> => {
  const create = await accepted();
  await db.database('operations').where({ operation_id: create.operationId }).update(changes);
  return create;
};
const told = async (state: 'paid' | 'failed', total: string): Promise<TestCreate> => {
  const create = await accepted();
  await harness.applyFact({ attempt: create.attempt, state, paidTotal: decimal(total), evidence: [] });
  return create;
};
const refused = async (state: 'declined' | 'unknown'): Promise<TestCreate> => {
  const create = await started();
  const ended = { attemptId: create.attempt.attemptId, state, declineReason: null };
  await harness.payments.rejectIntent(harness.shopId, create.operationId, ended, 'no_provider_accepted');
  return create;
};
const expired = async (): Promise<TestCreate> => {
  const create = await inState({ expires_at: new Date(Date.now() - 5_000) });
  await harness.startExpiry()();
  return create;
};
const rejectedByReview = async (): Promise<TestCreate> => {
  const create = await accepted();
  const { shopId, attemptId } = create.attempt;
  const fileId = await putUnderReview(db.database, shopId, create.operationId);
  const values = [shopId, attemptId, fileId, newId<string>()];
  await db.database.raw('select reject_receipt(?, ?, ?, null, null, null, ?)', values);
  return create;
};

const cancelledAs = (merchantOperationId: string) => ({
  outcome: 'cancelled',
  status: 'cancelled',
  merchantOperationId,
  createdAt: expect.any(Date),
  terminalAt: expect.any(Date),
});
const cancelled = ({ operationId }: TestCreate) => ({ ...cancelledAs(operationId), operationId });
const sweepUntilVoided = async (create: TestCreate): Promise<void> => {
  while ((await attemptOf(create)).check_at !== null) await harness.sweepOnce();
};
/** All that a later step could have changed. */
const traceOf = async (create: TestCreate) => ({
  row: await rowOf(create.operationId),
  attempt: await attemptOf(create),
  events: await eventsOf(create.operationId),
  audit: await auditOf(create.operationId),
});

describe.each(either)('cancelling by %s', (_name, lookupOf) => {
  it.each([
    ['pending', accepted],
    ['awaiting confirmation', () => inState({ status: 'awaiting_confirmation' })],
  ])('ends a payment that is %s, and repeating it by either identifier changes nothing', async (_state, make) => {
    const create = await make();
    expect(await harness.cancel(lookupOf(create), 'changed my mind')).toEqual(cancelled(create));
    const before = await traceOf(create);
    expect(before.row).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'merchant',
      settlement_amount: '0.000000',
      commission_amount: '0.000000',
    });
    expect(before.events).toEqual(['operation.cancelled']);
    expect(before.audit).toMatchObject([
      { actor: 'merchant', shop_id: harness.shopId, after: { reason_id: expect.any(String) } },
    ]);
    for (const [, again] of either) expect(await harness.cancel(again(create))).toEqual(cancelled(create));
    expect(await traceOf(create)).toEqual(before);
  });

  it.each([
    ['completed', 'completed', () => told('paid', '100.00')],
    ['completed with less', 'completed', () => told('paid', '1.00')],
    ['declined', 'cancelled', () => told('failed', '0.00')],
    ['expired', 'cancelled', expired],
    ['ended by a review', 'cancelled', rejectedByReview],
  ])('leaves a payment alone that is %s', async (_state, status, make) => {
    const create = await make();
    const before = await traceOf(create);
    const decision = await harness.cancel(lookupOf(create));
    expect(decision).toMatchObject({ outcome: 'already_terminal', operationId: create.operationId, status });
    expect(await harness.cancel(lookupOf(create))).toEqual(decision);
    expect(await traceOf(create)).toEqual(before);
  });

  it.each([
    ['a receipt is under review', null],
    ['an operator looks into a receipt', 'potential_fake' as const],
  ])('is refused while %s', async (_who, reason) => {
    const create = await accepted();
    await putUnderReview(db.database, shop.shopId, create.operationId, reason);
    const before = await traceOf(create);
    await expect(harness.cancel(lookupOf(create))).rejects.toMatchObject({ code: 'receipt_under_review' });
    expect(await traceOf(create)).toEqual(before);
  });

  it('is refused for a payout', async () => {
    const create = await inState({ type: 'payout' });
    await expect(harness.cancel(lookupOf(create))).rejects.toMatchObject({ code: 'not_cancellable' });
    await db.database('operations').where({ operation_id: create.operationId }).update({ type: 'payment' });
  });
});

describe('a payment that no create has made yet', () => {
  it.each([
    ['is unknown', () => newId<OperationId>()],
    ['is being created', async () => (await started()).operationId],
    ['was refused', async () => (await refused('declined')).operationId],
    ['was refused in doubt', async () => (await refused('unknown')).operationId],
  ])('is not found by an operation_id that %s', async (_how, make) => {
    const operationId = await make();
    const before = await rowOf(operationId);
    await expect(harness.cancel({ operationId })).rejects.toMatchObject({ code: 'operation_not_found' });
    expect(await rowOf(operationId)).toEqual(before);
    expect(await auditOf(operationId)).toEqual([]);
  });

  it('is cancelled before its create, once, by many at once', async () => {
    const identifier = newId<string>();
    const decisions = await Promise.all(
      Array.from({ length: 20 }, () => harness.cancel({ merchantOperationId: identifier })),
    );
    expect(new Set(decisions.map((decision) => JSON.stringify(decision))).size).toBe(1);
    const { operationId, ...decision } = decisions[0]!;
    expect(decision).toEqual(cancelledAs(identifier));
    expect(await harness.cancel({ operationId })).toEqual(decisions[0]);
    expect(await rowOf(operationId)).toMatchObject({ status: 'tombstone', body_digest: null, event_sequence: 0 });
    expect(await auditOf(operationId)).toMatchObject([{ after: { reason: 'cancel' } }]);
    expect(await eventsOf(operationId)).toEqual([]);
    expect(await brokenInvariants(db.database)).toEqual([]);

    expect(await harness.tryCreate('100.00', identifier)).toBeNull();
    const filled = await Promise.all(Array.from({ length: 8 }, () => harness.fill(operationId, '100.00', identifier)));
    expect(filled.filter(Boolean)).toHaveLength(1);
    expect(await rowOf(operationId)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'merchant',
      expected_amount: '100.00',
      settlement_amount: '0.000000',
      commission_amount: '0.000000',
      number_encrypted: null,
      attempt_id: null,
      event_sequence: 1,
    });
    expect(await eventsOf(operationId)).toEqual(['operation.cancelled']);
    expect(await harness.cancel({ merchantOperationId: identifier })).toEqual(decisions[0]);
    expect(await auditOf(operationId)).toHaveLength(1);
  });

  it('is decided once when its create and its cancellation come at the same time', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const identifier = newId<string>();
        const [decision, create] = await Promise.all([
          harness.cancel({ merchantOperationId: identifier }),
          harness.tryCreate('100.00', identifier),
        ]);
        const row = await rowOf(decision.operationId);
        expect(decision.outcome).toBe('cancelled');
        if (create === null) return row.status;
        expect(decision.operationId).toBe(create.operationId);
        expect(await harness.accept(create)).toBeNull();
        return row.status;
      }),
    );
    expect(outcomes.filter((status) => status !== 'tombstone' && status !== 'cancelled')).toEqual([]);
  });

  it('takes the place of a create that was refused in doubt, whose order is still voided', async () => {
    const create = await refused('unknown');
    await harness.placeOrder(create, '100.00');
    expect(await harness.cancel(byIdentifier(create))).toEqual(cancelled(create));
    expect(await rowOf(create.operationId)).toMatchObject({ status: 'tombstone', rejection_code: null });
    expect(await harness.cancel(byId(create))).toEqual(cancelled(create));
    await sweepUntilVoided(create);
    expect(await attemptOf(create)).toMatchObject({ state: 'voided' });
    expect(await rowOf(create.operationId)).toMatchObject({ status: 'tombstone' });
    await harness.applyFact({ attempt: create.attempt, state: 'paid', paidTotal: decimal('3.00'), evidence: [] });
    expect(await kindsOf(create.operationId)).toEqual(['surplus']);
    expect(await auditOf(create.operationId)).toHaveLength(1);
    expect(await brokenInvariants(db.database)).toEqual([]);
    expect(await harness.fill(create.operationId, '100.00', create.operationId)).toBe(true);
    expect(await brokenInvariants(db.database)).toEqual([]);
  });

  it('is a new one when the create of its identifier was refused for good', async () => {
    const create = await refused('declined');
    const decision = await harness.cancel(byIdentifier(create));
    expect(decision).toMatchObject({ outcome: 'cancelled', status: 'cancelled' });
    expect(decision.operationId).not.toBe(create.operationId);
  });
});

/** Two steps that wait for the same payment, in this order. */
const oneAfterTheOther = async <First, Second>(
  { operationId }: TestCreate,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> => {
  const lock = await holdOperation(db.database, operationId);
  const one = first();
  const [earlier] = await someoneWaits(lock, 'the first step');
  const other = second();
  // Postgres serves them in turn: the second waits for the first, which waits for the lock.
  const { rows } = await db.database.raw('select 1 as ready');
  expect(rows).toHaveLength(1);
  for (let blocked = 0; blocked === 0; ) {
    const found = await db.database.raw<{ rows: { count: number }[] }>(
      'select count(*)::integer as count from pg_stat_activity where ? = any(pg_blocking_pids(pid))',
      [earlier!],
    );
    blocked = found.rows[0]!.count;
  }
  await lock.release();
  return Promise.all([one, other]);
};

describe('a cancellation that meets', () => {
  it('an acceptance and comes first: nothing is issued, the order is voided', async () => {
    const create = await started();
    await harness.placeOrder(create, '100.00');
    const [decision, acceptance] = await oneAfterTheOther(
      create,
      () => harness.cancel(byIdentifier(create)),
      () => harness.accept(create),
    );
    expect(decision).toEqual(cancelled(create));
    expect(acceptance).toBeNull();
    await sweepUntilVoided(create);
    expect(await rowOf(create.operationId)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'merchant',
      number_encrypted: null,
      holder_name: null,
      attempt_id: null,
    });
    expect(await attemptOf(create)).toMatchObject({ state: 'voided' });
    expect(await eventsOf(create.operationId)).toEqual(['operation.cancelled']);
  });

  it('an acceptance and comes second: the real payment is cancelled, the order is voided', async () => {
    const create = await started();
    await harness.placeOrder(create, '100.00');
    const [acceptance, decision] = await oneAfterTheOther(
      create,
      () => harness.accept(create),
      () => harness.cancel(byIdentifier(create)),
    );
    expect(acceptance).toBe(false);
    expect(decision).toEqual(cancelled(create));
    await sweepUntilVoided(create);
    expect(voided).toContain(create.attempt.attemptId);
    expect(await attemptOf(create)).toMatchObject({ state: 'accepted' });
    expect(await harness.orders.find(create.attempt)).toMatchObject({ state: 'voided' });
    expect(await eventsOf(create.operationId)).toEqual(['operation.cancelled']);
  });

  it('a settlement and comes first: the money goes to suspense', async () => {
    const create = await accepted();
    const fact = { attempt: create.attempt, state: 'paid' as const, paidTotal: decimal('100.00'), evidence: [] };
    const [decision] = await oneAfterTheOther(
      create,
      () => harness.cancel(byId(create)),
      () => harness.applyFact(fact),
    );
    expect(decision).toEqual(cancelled(create));
    expect(await kindsOf(create.operationId)).toEqual(['surplus']);
    expect(await attemptOf(create)).toMatchObject({ suspense_amount: '100.00', booked_amount: '0.00' });
    await sweepUntilVoided(create);
  });

  it('a settlement and comes second: it changes nothing', async () => {
    const create = await accepted();
    const fact = { attempt: create.attempt, state: 'paid' as const, paidTotal: decimal('100.00'), evidence: [] };
    const [, decision] = await oneAfterTheOther(
      create,
      () => harness.applyFact(fact),
      () => harness.cancel(byId(create)),
    );
    expect(decision).toMatchObject({
      outcome: 'already_terminal',
      operationId: create.operationId,
      status: 'completed',
    });
    expect(await kindsOf(create.operationId)).toEqual(['payment_settled']);
  });

  it('a refusal and comes second: it is a cancellation before any create', async () => {
    const create = await started();
    const ended = { attemptId: create.attempt.attemptId, state: 'declined' as const, declineReason: null };
    const [isRefused, decision] = await oneAfterTheOther(
      create,
      () => harness.payments.rejectIntent(harness.shopId, create.operationId, ended, 'no_provider_accepted'),
      () => harness.cancel(byIdentifier(create)),
    );
    expect(isRefused).toBe(true);
    expect(decision.operationId).not.toBe(create.operationId);
    expect(await rowOf(decision.operationId)).toMatchObject({ status: 'tombstone' });
  });

  it('a refusal and comes first: the create is cancelled', async () => {
    const create = await started();
    const ended = { attemptId: create.attempt.attemptId, state: 'declined' as const, declineReason: null };
    const [decision, isRefused] = await oneAfterTheOther(
      create,
      () => harness.cancel(byIdentifier(create)),
      () => harness.payments.rejectIntent(harness.shopId, create.operationId, ended, 'no_provider_accepted'),
    );
    expect([decision, isRefused]).toEqual([cancelled(create), false]);
    expect(await rowOf(create.operationId)).toMatchObject({ status: 'cancelled', cancel_reason: 'merchant' });
    await sweepUntilVoided(create);
  });
});

describe('money for a payment that was cancelled', () => {
  it('goes to suspense when it comes later, once', async () => {
    const create = await accepted();
    await harness.cancel(byId(create));
    await sweepUntilVoided(create);
    const fact = { attempt: create.attempt, state: 'paid' as const, paidTotal: decimal('40.00'), evidence: [] };
    await Promise.all([harness.applyFact(fact), harness.applyFact(fact)]);
    expect(await kindsOf(create.operationId)).toEqual(['surplus']);
    expect(await rowOf(create.operationId)).toMatchObject({ status: 'cancelled', actual_amount: '0.00' });
  });

  it('goes to suspense when the void came too late', async () => {
    const create = await accepted();
    await db.database('sandbox_orders').where({ attempt_id: create.attempt.attemptId }).update({ state: 'paid' });
    await harness.cancel(byId(create));
    await sweepUntilVoided(create);
    expect(await attemptOf(create)).toMatchObject({ state: 'accepted', suspense_amount: '100.00' });
  });

  it.each([
    ['while the create was open', started],
    ['of an open order', accepted],
  ])('goes to suspense when it was noted before, %s', async (_when, make) => {
    const create = await make();
    await harness.applyFact({ attempt: create.attempt, state: 'open', paidTotal: decimal('7.00'), evidence: [] });
    await harness.cancel(byIdentifier(create));
    await harness.applyPending();
    expect(await attemptOf(create)).toMatchObject({ suspense_amount: '7.00', is_fact_pending: false });
    await sweepUntilVoided(create);
    expect(await rowOf(create.operationId)).toMatchObject({ status: 'cancelled', actual_amount: '0.00' });
  });
});

it('looks only at the creates of its shop, and finds those that are decided', async () => {
  const [open, over] = [await started(), await started()];
  await harness.cancel(byIdentifier(over));
  const asked = [open, over].map(({ operationId }) => ({ shopId: harness.shopId, operationId }));
  expect(await harness.findDecided(asked)).toEqual([over.operationId]);
  expect(await harness.findDecided([])).toEqual([]);
  const stranger = createHarness(db.database, await createTestShop(db.database));
  const theirs = await stranger.startCreate('7.00');
  await stranger.cancel(byIdentifier(theirs));
  // Those of several shops at once; of a shop that does not have it, none is found.
  const everyone = [...asked, { shopId: stranger.shopId, operationId: theirs.operationId }];
  expect((await harness.findDecided(everyone)).sort()).toEqual([over.operationId, theirs.operationId].sort());
  expect(await harness.findDecided([{ shopId: stranger.shopId, operationId: over.operationId }])).toEqual([]);
  await expect(stranger.cancel(byId(await accepted()))).rejects.toMatchObject({ code: 'operation_not_found' });
});

it('takes a reason of 2048 bytes and no more', async () => {
  const [create, reason] = [await accepted(), 'ж'.repeat(1_024)];
  await expect(harness.cancel(byId(create), `${reason}.`)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await rowOf(create.operationId)).toMatchObject({ status: 'pending' });
  await harness.cancel(byId(create), reason);
  const [entry] = await auditOf(create.operationId);
  expect(entry).toMatchObject({ before: { status: 'pending' }, after: { reason_id: entry.entry_id } });
  const needs = { database: db.database, keyRing: createKeyRing(testKeys) };
  expect(await readCancelReason(needs, shop.shopId, entry.entry_id)).toBe(reason);
});

it('breaks no invariant in any of these ways', async () => {
  expect(await brokenInvariants(db.database)).toEqual([]);
});
