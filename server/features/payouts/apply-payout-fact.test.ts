import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deposit } from '#features/balances';
import { payoutFigures } from '#features/pricing';
import { decimal, zero, type Decimal } from '#platform/money';
import { brokenInvariants } from '#test/faults/clean-check';
import { anyPricedPayout, sum } from '#test/faults/payout-amounts';
import { createPayoutHarness, type PayoutHarness } from '#test/faults/payout-harness';
import { createScriptedBanks, type Fact, type LegScript } from '#test/faults/payout-scripts';
import { decimalOf, divideHalfEven, unitsOf } from '#test/faults/priced-amounts';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop, type TestShop } from '#test/support/shop';
import { tester } from '#test/support/operators';

let db: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  for (const currency of ['RUB', 'USDT', 'USD']) {
    const amount = { amount: decimal('1000000000000000'), currency };
    await deposit({ database: db.database }, { shopId: shop.shopId, amount, actor: tester });
  }
});
afterAll(() => db.drop());

const roubles = (kopecks: bigint): Decimal => decimal(decimalOf(kopecks, 2));

type Priced = Parameters<Parameters<typeof anyPricedPayout.map>[0]>[0];

const anyFact = (amount: bigint): fc.Arbitrary<Fact> =>
  fc
    .record({
      state: fc.constantFrom('open', 'paid', 'failed'),
      paid: fc.constantFrom(0n, 1n, amount / 2n, amount, amount, amount + 7n),
      returnedShare: fc.constantFrom(0n, 0n, 0n, 1n, 2n),
      evidence: fc.constantFrom('whole', 'halves', 'none', 'wrong', 'with nothing'),
    })
    .map(({ returnedShare, ...fact }) => ({ ...fact, returned: (fact.paid * returnedShare) / 2n }));

const anyScript = (amount: bigint): fc.Arbitrary<LegScript> =>
  fc.record({
    answer: fc.constantFrom('accepted', 'accepted', 'declined', 'lost', 'missed'),
    early: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(anyFact(amount), { maxLength: 2 }) },
    ),
    batches: fc.array(fc.array(anyFact(amount), { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
    doubts: fc.nat({ max: 2 }),
    last: anyFact(amount).map((fact): Fact => ({ ...fact, state: fact.state === 'open' ? 'paid' : fact.state })),
  });

/** What the worker does in a round: work, in one or two processes; claim a leg and die; let every lease run out. */
type Move = 'work' | 'work twice' | 'die' | 'leases end';

const banks = ['bank-1', 'bank-2', 'bank-3'] as const;

const anyLeg = fc.bigInt(1n, 500_000n).chain((amount) =>
  fc.record({
    amount: fc.constant(amount),
    first: fc.nat({ max: banks.length - 1 }),
    /** Of every bank, whether or not it is asked. */
    scripts: fc.tuple(anyScript(amount), anyScript(amount), anyScript(amount)),
  }),
);
type Leg = Parameters<Parameters<typeof anyLeg.map>[0]>[0];

const anyCase = fc
  .record({
    priced: anyPricedPayout,
    legs: fc.array(anyLeg, { minLength: 1, maxLength: 5 }),
    moves: fc.array(fc.constantFrom<Move>('work', 'work', 'work twice', 'die', 'leases end'), {
      minLength: 1,
      maxLength: 8,
    }),
  })
  // What is worth nothing in the shop's currency is refused at create.
  .filter(({ priced, legs }) => {
    const asked = roubles(sum(legs.map((leg) => leg.amount)));
    return payoutFigures(asked, priced.quote).settlement.gt(zero);
  });

const statusOf = async (operationId: string): Promise<string> =>
  (await db.database('operations').where({ operation_id: operationId }).first('status')).status;

const move = async ([one, other]: readonly [PayoutHarness, PayoutHarness], kind: Move): Promise<unknown> => {
  switch (kind) {
    case 'work':
      return one.work();
    case 'work twice':
      return Promise.all([one.work(), other.work()]);
    case 'die':
      return one.legs.claimDue(1, []);
    case 'leases end':
      return one.letLegsFallDue();
  }
};

/** Plays a payout to its end and beyond, and answers what all providers told about it. */
const play = async ({ priced, legs, moves }: { priced: Priced; legs: readonly Leg[]; moves: readonly Move[] }) => {
  const scripted = createScriptedBanks(
    banks,
    (leg, bank) => legs[leg - 1]!.scripts[bank]!,
    (fact) => one.applyFact(fact),
  );
  const one = createPayoutHarness(db.database, shop, scripted.banks);
  const other = createPayoutHarness(db.database, shop, scripted.banks);
  const parts = legs.map(({ amount, first }) => ({ providerId: banks[first]!, amount: roubles(amount) }));
  const operationId = await one.record(parts, priced.quote, priced.currency);
  for (const kind of moves) await Promise.all([move([one, other], kind), scripted.tellNext()]);
  for (let turn = 0; (await statusOf(operationId)) === 'pending'; turn += 1) {
    if (turn > 60) throw new Error('The payout does not end.');
    await one.letLegsFallDue();
    await Promise.all([one.work(), other.work()]);
    await one.applyPending();
  }
  while (await scripted.tellNext());
  await one.applyPending();
  // There is no dispatcher here to hand the event on.
  await db.database('events').whereNull('dispatched_at').update({ dispatched_at: db.database.fn.now() });
  return { operationId, scripted };
};

const outcomeOf = async (operationId: string) => {
  const { database } = db;
  const transactions = database('ledger_transactions').where({ operation_id: operationId });
  const postings: { account: string; currency: string; amount: string }[] = await database('ledger_postings')
    .whereIn('transaction_id', transactions.clone().select('transaction_id'))
    .select('account', 'currency', 'amount');
  const moved = (account: string, currency: string): bigint => {
    const lines = postings.filter((line) => line.account === account && line.currency === currency);
    return sum(lines.map((line) => unitsOf(line.amount, 6)));
  };
  return {
    operation: await database('operations').where({ operation_id: operationId }).first(),
    attempts: await database('attempts').where({ operation_id: operationId }).orderBy(['leg', 'position']),
    events: await database('events').where({ operation_id: operationId }).pluck('type'),
    kinds: await transactions.whereNot({ kind: 'surplus' }).orderBy('transaction_id').pluck('kind'),
    moved,
  };
};

describe('what providers tell about the legs of a payout', () => {
  it('ends it once in any order, repeated, at once and across crashes, and no kopeck is lost', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (some) => {
        const { operationId, scripted } = await play(some);
        const { operation, attempts, events, kinds, moved } = await outcomeOf(operationId);
        const {
          priced: { rate, scale, quote, currency },
        } = some;

        expect(scripted.sentElsewhere).toEqual([]);
        const actual = unitsOf(operation.actual_amount, 2);
        const isCompleted = actual > 0n;
        expect(operation.status).toBe(isCompleted ? 'completed' : 'cancelled');
        expect(events).toEqual([isCompleted ? 'operation.completed' : 'operation.cancelled']);
        expect(kinds).toEqual(['payout_reserved', isCompleted ? 'payout_settled' : 'payout_released']);

        for (const attempt of attempts) {
          const told = scripted.toldAbout(attempt.attempt_id);
          expect([attempt.paid_amount, attempt.returned_amount]).toEqual([
            decimalOf(told.paid, 2),
            decimalOf(told.returned, 2),
          ]);
          const [booked, suspense] = [unitsOf(attempt.booked_amount, 2), unitsOf(attempt.suspense_amount, 2)];
          expect(booked + suspense).toBe(told.paid - told.returned);
          expect(booked <= unitsOf(attempt.amount, 2) && (booked === 0n || attempt.state === 'accepted')).toBe(true);
        }
        expect(sum(attempts.map((attempt) => unitsOf(attempt.booked_amount, 2)))).toBe(actual);
        expect(moved('suspense', currency)).toBe(
          -sum(attempts.map((attempt) => unitsOf(attempt.suspense_amount, 2))) * 10_000n,
        );

        const inSettlement = quote.settlementCurrency;
        const recorded = divideHalfEven(actual * rate, 10n ** BigInt(12 - scale));
        const commission = unitsOf(operation.commission_amount, 6);
        const recordedUnits = recorded * 10n ** BigInt(6 - scale);
        expect(moved('reserved', inSettlement)).toBe(0n);
        expect(moved('available', inSettlement)).toBe(-recordedUnits - commission);
        expect(moved('commission', inSettlement)).toBe(commission);
        expect(unitsOf(operation.settlement_amount, 6)).toBe(recordedUnits + commission);
        expect(await brokenInvariants(db.database)).toEqual([]);
      }),
      { numRuns: 60, endOnFailure: true },
    );
    const held = await db.database('ledger_accounts').where({ account: 'reserved' }).whereNot({ balance: 0 });
    expect(held).toEqual([]);
  });
});
