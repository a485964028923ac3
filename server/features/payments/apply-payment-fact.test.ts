import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimal } from '#platform/money';
import { brokenInvariants } from '#test/faults/clean-check';
import { createHarness, type Harness, type TestCreate } from '#test/faults/payment-harness';
import { decimalOf, unitsOf } from '#test/faults/priced-amounts';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop } from '#test/support/shop';

let db: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  db = await createTestDatabase();
  harness = createHarness(db.database, await createTestShop(db.database));
});
afterAll(() => db.drop());

/** `total` in kopecks. */
type Fact = { readonly state: 'open' | 'paid' | 'failed'; readonly total: bigint };

const tell = ({ attempt }: TestCreate, { state, total }: Fact): Promise<boolean> => {
  const paidTotal = decimal(decimalOf(total, 2));
  const evidence = total === 0n ? [] : [{ amount: paidTotal, completedAt: new Date() }];
  return harness.applyFact({ attempt, state, paidTotal, evidence });
};

type Outcome = {
  readonly status: string;
  readonly actual: bigint;
  readonly suspense: bigint;
  readonly settlements: number;
  readonly surpluses: number;
  readonly events: readonly string[];
};

const outcomeOf = async ({ operationId, attempt }: TestCreate): Promise<Outcome> => {
  const { database } = db;
  const operation = await database('operations').where({ operation_id: operationId }).first();
  const { suspense_amount: suspense } = await database('attempts').where({ attempt_id: attempt.attemptId }).first();
  const kinds: string[] = await database('ledger_transactions').where({ operation_id: operationId }).pluck('kind');
  return {
    status: operation.status,
    actual: unitsOf(operation.actual_amount, 2),
    suspense: unitsOf(suspense, 2),
    settlements: kinds.filter((kind) => kind === 'payment_settled').length,
    surpluses: kinds.filter((kind) => kind === 'surplus').length,
    events: await database('events').where({ operation_id: operationId }).orderBy('sequence').pluck('type'),
  };
};

const none = { settlements: 0, surpluses: 0, suspense: 0n };
const highestOf = (facts: readonly Fact[]): bigint =>
  facts.reduce((highest, { total }) => (total > highest ? total : highest), 0n);

const anyFact: fc.Arbitrary<Fact> = fc.record({
  state: fc.constantFrom('open', 'paid', 'failed'),
  total: fc.constantFrom(0n, 1n, 5_000n, 9_999n, 10_000n, 12_000n),
});
/** Each batch is told at once, by several processes as it were; the last word comes in one of them. */
const anyBatches = fc
  .tuple(fc.array(fc.array(anyFact, { minLength: 1, maxLength: 3 }), { maxLength: 4 }), anyFact, fc.nat())
  .map(([batches, last, position]) => {
    const word: Fact = { ...last, state: last.state === 'open' ? 'paid' : last.state };
    const at = position % (batches.length + 1);
    return [...batches.slice(0, at), [word, ...(batches[at] ?? [])], ...batches.slice(at + 1)];
  });

type Decision = 'accepted' | 'declined' | 'unknown';

/** The provider's answer to the create comes somewhere among its facts, at the same time as some of them. */
const play = async (batches: readonly Fact[][], decision: Decision, position: number): Promise<TestCreate> => {
  const create = await harness.startCreate('100.00');
  const decide = async (): Promise<void> => {
    if (decision === 'accepted') {
      await harness.placeOrder(create, '100.00');
      if (await harness.accept(create)) await harness.applyPendingReport(create.attempt);
      return;
    }
    const ended = { attemptId: create.attempt.attemptId, state: decision, declineReason: null };
    await harness.payments.rejectIntent(harness.shopId, create.operationId, ended, 'no_provider_accepted');
  };
  const decisiveBatch = position % (batches.length + 1);
  for (const [index, batch] of batches.entries()) {
    await Promise.all([...batch.map((fact) => tell(create, fact)), ...(index === decisiveBatch ? [decide()] : [])]);
  }
  if (decisiveBatch === batches.length) await decide();
  // A check is due at once, to the millisecond.
  while (decision === 'unknown' && (await outcomeOf(create)).status === 'rejecting') await harness.sweepOnce();
  await harness.applyPending();
  return create;
};

describe('what a provider tells about a payment', () => {
  it('has one effect in any order, repeated and at once, and no kopeck of it is lost', async () => {
    await fc.assert(
      fc.asyncProperty(anyBatches, fc.nat(), async (batches, position) => {
        const outcome = await outcomeOf(await play(batches, 'accepted', position));
        expect(outcome.actual + outcome.suspense).toBe(highestOf(batches.flat()));
        const isCompleted = outcome.actual > 0n;
        expect(outcome).toMatchObject({
          status: isCompleted ? 'completed' : 'cancelled',
          settlements: isCompleted ? 1 : 0,
          events: [isCompleted ? 'operation.completed' : 'operation.cancelled'],
        });
      }),
      { numRuns: 120 },
    );
    expect(await brokenInvariants(db.database)).toEqual([]);
  });

  it('goes to suspense, once, when the provider had refused or could not be asked', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyBatches,
        fc.nat(),
        fc.constantFrom<Decision>('declined', 'unknown'),
        async (batches, at, decision) => {
          const outcome = await outcomeOf(await play(batches, decision, at));
          const highest = highestOf(batches.flat());
          expect(outcome).toMatchObject({
            status: 'rejected',
            actual: 0n,
            suspense: highest,
            settlements: 0,
            events: [],
          });
        },
      ),
      { numRuns: 60 },
    );
    expect(await brokenInvariants(db.database)).toEqual([]);
  });

  it('counts all that came before the last word, however little the last word says', async () => {
    const create = await play([[{ state: 'open', total: 8_000n }], [{ state: 'failed', total: 0n }]], 'accepted', 0);
    expect(await outcomeOf(create)).toEqual({
      ...none,
      status: 'completed',
      actual: 8_000n,
      settlements: 1,
      events: ['operation.completed'],
    });
  });

  it('ends a payment with nothing when the order failed, and keeps money that comes later', async () => {
    const create = await play([[{ state: 'failed', total: 0n }], [{ state: 'paid', total: 10_000n }]], 'accepted', 0);
    expect(await outcomeOf(create)).toEqual({
      ...none,
      status: 'cancelled',
      actual: 0n,
      suspense: 10_000n,
      surpluses: 1,
      events: ['operation.cancelled'],
    });
    const entry = await db.database('audit_log').where({ subject: create.operationId }).first();
    expect(entry).toMatchObject({
      actor: 'system',
      action: 'suspense.posted',
      after: { amount: '100.00', currency: 'RUB' },
    });
  });

  it('waits on the attempt while the create is undecided', async () => {
    const create = await harness.startCreate('100.00');
    await tell(create, { state: 'paid', total: 10_000n });
    expect(await outcomeOf(create)).toEqual({ ...none, status: 'creating', actual: 0n, events: [] });
    await harness.placeOrder(create, '100.00');
    expect(await harness.accept(create)).toBe(true);
    await harness.applyPendingReport(create.attempt);
    expect(await outcomeOf(create)).toMatchObject({ status: 'completed', actual: 10_000n, settlements: 1 });
  });

  it('proves nothing with a transfer of nothing, and settles all the same', async () => {
    const create = await harness.startCreate('100.00');
    await harness.accept(create);
    const [nothing, all] = ['0.00', '100.00'].map((amount) => ({ amount: decimal(amount), completedAt: new Date() }));
    const fact = { attempt: create.attempt, state: 'paid' as const, paidTotal: decimal('100.00') };
    await harness.applyFact({ ...fact, evidence: [nothing!, all!] });
    const receipts = await db.database('receipts').where({ operation_id: create.operationId });
    expect(receipts).toMatchObject([{ amount: '100.00', is_synthetic: true }]);
  });

  it('is refused for an attempt that was never made', async () => {
    const stranger = {
      ...(await harness.startCreate('1.00')),
      attempt: { shopId: harness.shopId, attemptId: harness.shopId },
    };
    expect(await tell(stranger as unknown as TestCreate, { state: 'paid', total: 100n })).toBe(false);
  });
});
