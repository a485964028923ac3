import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deposit, listBalances, withdraw } from '#features/balances';
import type { ShopId } from '#platform/ids';
import { decimal } from '#platform/money';
import type { AttemptRef } from '#providers';
import { brokenInvariants } from '#test/faults/clean-check';
import { anyPriced, decimalOf, divideHalfEven, divideHalfUp, unitsOf } from '#test/faults/priced-amounts';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop } from '#test/support/shop';
import { refused } from '#test/support/refused';
import { seeder, tester } from '#test/support/operators';
import { planSuspenseSettlement, requireSuspense, settleSuspense, ways, type Way } from './index.ts';
import { createTellings, type Told } from './suspense-fixture.ts';

let db: TestDatabase;
let shopId: ShopId;
beforeAll(async () => {
  db = await createTestDatabase();
  shopId = (await createTestShop(db.database)).shopId;
  for (const currency of ['RUB', 'USDT', 'USD']) {
    await deposit(db, { shopId, amount: { amount: decimal('1000000000000000'), currency }, actor: seeder });
  }
});
afterAll(() => db.drop());

type Priced = typeof anyPriced extends fc.Arbitrary<infer Value> ? Value : never;

/** All in quarters: of what the leg was to move, of what was paid, of what is open. */
type Step =
  | { readonly does: 'tell'; readonly leg: number; readonly paid: bigint; readonly returned: bigint }
  | { readonly does: 'settle'; readonly leg: number; readonly way: Way; readonly share: bigint };

const anyLeg = fc.nat({ max: 2 });
const telling = fc.record({
  does: fc.constant('tell' as const),
  leg: anyLeg,
  paid: fc.bigInt(0n, 6n),
  returned: fc.constantFrom(0n, 0n, 1n, 4n),
});
const settling = fc.record({
  does: fc.constant('settle' as const),
  leg: anyLeg,
  way: fc.constantFrom(...ways),
  share: fc.bigInt(1n, 4n),
});
const anySteps = fc.array(fc.oneof<fc.Arbitrary<Step>[]>(telling, settling), { minLength: 1, maxLength: 10 });
const anyStory = fc.record({
  type: fc.constantFrom('payment' as const, 'payout' as const),
  legs: fc.integer({ min: 1, max: 3 }),
  priced: anyPriced,
  /** What the first word about each leg says, by which the operation ends. */
  firstPaid: fc.array(fc.bigInt(0n, 5n), { minLength: 3, maxLength: 3 }),
  steps: anySteps,
});
type Story = typeof anyStory extends fc.Arbitrary<infer Value> ? Value : never;

type Figures = { readonly recorded: bigint; readonly commission: bigint };

/** Worked out on whole units alone; shares nothing with the code. */
const figuresOf = (kopecks: bigint, { rate, percent, fixed, minimum, scale }: Priced, type: Story['type']): Figures => {
  const unit = 10n ** BigInt(6 - scale);
  const recorded = divideHalfEven(kopecks * rate, 10n ** BigInt(12 - scale));
  const exact = recorded * unit * percent + fixed * 10n ** 8n;
  const least = minimum * 10n ** 8n;
  const charged = recorded === 0n ? 0n : divideHalfUp(exact > least ? exact : least, unit * 10n ** 8n);
  return { recorded, commission: type === 'payment' && charged > recorded ? recorded : charged };
};

/** The legs' amounts; a payment, and an amount of too few kopecks, has one. */
const splitOf = ({ type, legs, priced: { kopecks } }: Story): bigint[] => {
  const count = type === 'payment' || kopecks < 3n ? 1n : BigInt(legs);
  const part = kopecks / count;
  return [kopecks - part * (count - 1n), ...Array.from({ length: Number(count) - 1 }, () => part)];
};

type Leg = {
  readonly attempt: AttemptRef;
  readonly amount: bigint;
  paid: bigint;
  returned: bigint;
  booked: bigint;
  settled: bigint;
};

const openOf = ({ paid, returned, booked, settled }: Leg): bigint => paid - returned - booked - settled;

const abs = (units: bigint): bigint => (units < 0n ? -units : units);

/** What the shop and the house got of everything that was credited. */
const creditedFigures = async (operationId: string, scale: number): Promise<Figures & { readonly toShop: bigint }> => {
  const lines = await db
    .database('ledger_postings')
    .join('ledger_transactions', 'ledger_transactions.transaction_id', 'ledger_postings.transaction_id')
    .where({ operation_id: operationId, kind: 'suspense_credited' })
    .select<{ account: string; amount: string }[]>('account', 'amount');
  const sumOf = (account: string): bigint =>
    lines.filter((line) => line.account === account).reduce((sum, line) => sum + unitsOf(line.amount, 6), 0n) /
    10n ** BigInt(6 - scale);
  const [toShop, commission] = [sumOf('available'), sumOf('commission')];
  return { toShop, commission, recorded: toShop + commission };
};

type Adjustment = { readonly kind: 'credit' | 'charge'; readonly settlement_amount: string };

const signed = (isUp: boolean, amount: string): bigint => (isUp ? 1n : -1n) * unitsOf(amount, 6);

/** What the shop is shown to have, in millionths. */
const totalIn = async (currency: string): Promise<bigint> => {
  const balances = await listBalances(db, { shopId, settlementCurrency: currency });
  return unitsOf(balances.find((balance) => balance.currency === currency)!.available.amount.toFixed(6), 6);
};

const play = async (story: Story): Promise<void> => {
  const { type, priced } = story;
  const asked = figuresOf(priced.kopecks, priced, type);
  // A payout always costs something.
  fc.pre(type === 'payment' || asked.recorded + asked.commission > 0n);
  const currency = priced.quote.settlementCurrency;
  const held = await totalIn(currency);
  const tellings = createTellings(db.database, shopId);
  const amounts = splitOf(story);
  const texts = amounts.map((amount) => decimalOf(amount, 2));
  const started =
    type === 'payment' ? tellings.startPayment(texts[0]!, priced.quote) : tellings.startPayout(texts, priced.quote);
  const { operationId, attempts } = await started;
  const legs = attempts.map(
    (attempt, index): Leg => ({ attempt, amount: amounts[index]!, paid: 0n, returned: 0n, booked: 0n, settled: 0n }),
  );
  let credited = 0n;

  const tell = async (leg: Leg, paid: bigint, returned: bigint): Promise<void> => {
    leg.paid = paid > leg.paid ? paid : leg.paid;
    const kept = returned < leg.paid ? returned : leg.paid;
    leg.returned = kept > leg.returned ? kept : leg.returned;
    const told: Told = {
      state: paid > 0n ? 'paid' : 'failed',
      paid: decimalOf(paid, 2),
      returned: decimalOf(returned, 2),
    };
    await (type === 'payment' ? tellings.tellPayment(leg.attempt, told) : tellings.tellPayout(leg.attempt, told));
  };
  const settle = async (leg: Leg, way: Way, share: bigint): Promise<void> => {
    const open = openOf(leg);
    if (open === 0n) return;
    const part = (abs(open) * share) / 4n;
    const amount = (open < 0n ? -1n : 1n) * (part === 0n ? abs(open) : part);
    const had = legs.reduce((sum, { booked }) => sum + booked, credited);
    const settled = (async () => {
      const item = await requireSuspense(db, leg.attempt.attemptId);
      const plan = planSuspenseSettlement(item, way, decimal(decimalOf(abs(amount), 2)));
      await settleSuspense(db, plan, { actor: tester, reason: 'a story', reference: null });
    })();
    if (way === 'credit' && had + amount < 0n) return expect(settled).rejects.toThrow(refused('suspense_overdrawn'));
    await settled;
    leg.settled += amount;
    if (way === 'credit') {
      credited += amount;
      credits += 1;
    }
  };

  for (const [index, leg] of legs.entries()) {
    await tell(leg, (leg.amount * story.firstPaid[index]!) / 4n, 0n);
  }
  // Now it has ended: a payout counts no more than each leg was to send, a payment whatever was paid before.
  for (const leg of legs) leg.booked = type === 'payout' && leg.paid > leg.amount ? leg.amount : leg.paid;
  const readRow = () => db.database('operations').where({ operation_id: operationId }).first();
  const before = await readRow();
  let credits = 0;

  for (const step of story.steps) {
    const leg = legs[step.leg % legs.length]!;
    if (step.does === 'settle') await settle(leg, step.way, step.share);
    else await tell(leg, (leg.amount * step.paid) / 4n, type === 'payment' ? 0n : (leg.paid * step.returned) / 4n);
    const row = await db.database('attempts').where({ attempt_id: leg.attempt.attemptId }).first();
    expect(unitsOf(row.suspense_amount, 2) - unitsOf(row.suspense_settled, 2)).toBe(openOf(leg));
  }

  const counted = legs.reduce((sum, { booked }) => sum + booked, 0n);
  const [without, withIt] = [figuresOf(counted, priced, type), figuresOf(counted + credited, priced, type)];
  const figures = await creditedFigures(operationId, priced.scale);
  expect(figures.commission).toBe(withIt.commission - without.commission);
  const recorded = withIt.recorded - without.recorded;
  expect(figures.recorded).toBe(type === 'payment' ? recorded : -recorded);
  const { updated_at: _updated, event_sequence: told, ...after } = await readRow();
  const { updated_at: _was, event_sequence: toldBefore, ...unchanged } = before;
  expect(after).toEqual(unchanged);
  // Each credit is told, with all of them so far; what is returned or written off is nothing to the shop.
  expect(told - toldBefore).toBe(credits);
  const events = await db.database('events').where({ operation_id: operationId }).orderBy('sequence');
  const adjusted = events.filter(({ type: kind }) => kind === 'operation.adjusted');
  expect(adjusted.map(({ data }) => data.adjustments.length)).toEqual(
    Array.from({ length: credits }, (_, index) => index + 1),
  );
  const adjustments: Adjustment[] = adjusted.at(-1)?.data.adjustments ?? [];
  const toShop = adjustments.reduce(
    (sum, { kind, settlement_amount }) => sum + signed(kind === 'credit', settlement_amount),
    0n,
  );
  const ofTheEnd = after.status === 'completed' ? signed(type === 'payment', after.settlement_amount) : 0n;
  await deposit(db, { shopId, amount: { amount: decimal('5'), currency }, actor: tester });
  await withdraw(db, { shopId, amount: { amount: decimal('2'), currency }, actor: tester });
  expect((await totalIn(currency)) - held).toBe(ofTheEnd + toShop + 3_000_000n);
};

it('gives the shop what all of its money at once would have given, whatever comes when and is settled how', async () => {
  await fc.assert(fc.asyncProperty(anyStory, play), { numRuns: 150 });
  expect(await brokenInvariants(db.database)).toEqual([]);
});
