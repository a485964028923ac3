import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decimal, zero, type Decimal } from '#platform/money';
import type { AttemptRef, Evidence, ProviderReports } from '#providers';
import type { RunningServer } from '#server/start-server';
import { brokenInvariants } from '#test/faults/clean-check';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { randomFrom, type Random } from '#test/support/random';
import { startTestServer } from '#test/support/server';
import type { OperationState } from '@turnpike/sdk';
import { coins } from './expected-figures.ts';
import { openShop, type Shop } from './merchant-shop.ts';

type Order = { readonly attempt: AttemptRef; readonly amount: Decimal };

let db: TestDatabase;
let server: RunningServer;
let shop: Shop;
let reports: ProviderReports;
/** What each operation's provider was asked to move, by the merchant's client. */
const orders = new Map<string, Order[]>();
/** What it says about an order when it is asked for the evidence that it did not have. */
const later = new Map<string, Evidence>();
beforeAll(async () => {
  db = await createTestDatabase();
  const take = (clientId: string, order: Order) => orders.set(clientId, [...(orders.get(clientId) ?? []), order]);
  server = await startTestServer(db.url, {}, (provider, connected) => {
    reports = connected;
    return {
      ...provider,
      createPayment: (order, signal) => {
        take(order.clientId, { attempt: order.attempt, amount: order.amount.amount });
        return provider.createPayment(order, signal);
      },
      splitPayout: ({ amount }) => [decimal('1.00'), decimal('2.00'), amount.minus(decimal('3.00'))],
      createPayout: (order, signal) => {
        take(order.clientId, { attempt: order.attempt, amount: order.amount.amount });
        return provider.createPayout(order, signal);
      },
      fetchEvidence: ({ attemptId }) =>
        Promise.resolve({ outcome: 'found', evidence: later.get(attemptId) ?? 'later' }),
    };
  });
  shop = await openShop(db.database, server.url, 'RUB', '1000000.00');
});
afterAll(async () => {
  await shop.close();
  await server.stop();
  await db.drop();
});

/** What was told over all, so that it is known that every way was taken. */
const told = new Set<string>();

const begin = Date.UTC(2026, 1, 10, 9);
const kopecksOf = (amount: Decimal | number): bigint =>
  BigInt(decimal(String(amount)).times(decimal('100')).toFixed(0));

/** Parts of a total, in kopecks, each of something. */
const split = (random: Random, total: bigint): bigint[] => {
  const most = total < 4n ? Number(total) : 4;
  const parts = random.between(1, most);
  const cut = Array.from({ length: parts - 1 }, () => BigInt(random.between(1, Number(total / BigInt(parts)))));
  return [...cut, total - cut.reduce((sum, part) => sum + part, 0n)];
};

/** As a provider says it: rightly, not yet, not at all, or wrongly in one of many ways. */
const evidenceFor = (random: Random, total: Decimal): Evidence => {
  const item = (kopecks: bigint) => ({
    amount: decimal(coins(kopecks < 0n ? -kopecks : kopecks, 2)).times(decimal(kopecks < 0n ? '-1' : '1')),
    // Few instants, so that some fall on the same.
    completedAt: new Date(begin + random.below(3) * 1_000),
    ...(random.chance(40) && { documentId: `document-${random.below(1_000_000)}` }),
  });
  const right = split(random, kopecksOf(total));
  const kind = random.weighed([
    ['right', 60],
    ['later', 15],
    ['none', 5],
    ['short', 5],
    ['long', 5],
    ['negative', 5],
    ['undated', 5],
  ]);
  told.add(kind);
  if (kind === 'later') return 'later';
  if (kind === 'none') return [];
  if (kind === 'short') return right.slice(1).map(item);
  if (kind === 'long') return [...right, 1n].map(item);
  if (kind === 'negative') return [...right, -1n, 1n].map(item);
  return right.map(item).map((one) => (kind === 'undated' ? { ...one, completedAt: new Date(Number.NaN) } : one));
};

const isRight = (evidence: Evidence, total: Decimal): boolean =>
  evidence !== 'later' &&
  evidence.every(({ amount, completedAt }) => amount.gt(zero) && !Number.isNaN(completedAt.getTime())) &&
  evidence.reduce((sum, { amount }) => sum.plus(amount), zero).eq(total);

/** What the list of receipts promises, whatever providers say. */
const expectPromisesKept = ({
  status,
  actual_amount: actual,
  receipt_evidence_status: evidence,
  receipts,
}: OperationState): void => {
  expect(status).toBe('completed');
  told.add(evidence);
  const amounts = receipts.map(({ amount }) => kopecksOf(amount));
  expect(amounts.every((amount) => amount > 0n)).toBe(true);
  expect(
    coins(
      amounts.reduce((sum, amount) => sum + amount, 0n),
      2,
    ),
  ).toBe(actual);
  if (evidence === 'partial') expect(receipts.some(({ receipt_url: url }) => url === null)).toBe(true);
  expect(receipts.every(({ completed_at: at }) => new Date(at).toISOString() === at)).toBe(true);
  const places = receipts.map(({ completed_at: at, id }) => `${at} ${id}`);
  expect(places).toEqual(places.toSorted());
};

const stateOf = (operation_id: string) => shop.turnpike.operations.retrieve({ operation_id }, { maxRetries: 0 });
const ordersOf = (clientId: string, legs: number): Promise<Order[]> =>
  eventually(() => {
    const found = orders.get(clientId) ?? [];
    return found.length === legs && found;
  }, 'the provider to be asked');

const seeds = Array.from({ length: 12 }, (_, seed) => seed);

describe('whatever providers say about what they moved, its receipts', () => {
  it.each(seeds)('of a payment add up or say that they do not (seed %i)', async (seed) => {
    const random = randomFrom(seed);
    const clientId = `payment-${seed}`;
    const amount = coins(BigInt(random.between(1, 900_000)) * 100n + 58n, 2);
    const { operation_id: id } = await shop.turnpike.payments.create({ ...shop.order(amount), client_id: clientId });
    const [{ attempt } = { attempt: null }] = await ordersOf(clientId, 1);
    const paidTotal = decimal(coins(BigInt(random.between(1, 100_000_000)), 2));
    const evidence = evidenceFor(random, paidTotal);
    const said = evidence === 'later' ? evidenceFor(random, paidTotal) : evidence;
    const final = said === 'later' ? [] : said;
    later.set(attempt!.attemptId, final);
    await reports.report({ attempt: attempt!, state: 'paid', paidTotal, evidence });
    const state = await eventually(() => stateOf(id).catch(() => null), 'the evidence');
    expectPromisesKept(state);
    expect(state.actual_amount).toBe(paidTotal.toFixed(2));
    expect(state.receipt_evidence_status).toBe(isRight(final, paidTotal) ? 'complete' : 'partial');
  });

  it.each(seeds)('of a payout over three legs add up or say that they do not (seed %i)', async (seed) => {
    const random = randomFrom(`payouts ${seed}`);
    const clientId = `payout-${seed}`;
    const amount = coins(BigInt(random.between(4, 900)) * 100n + 58n, 2);
    const { operation_id: id } = await shop.turnpike.payouts.create({ ...shop.payout(amount), client_id: clientId });
    const legs = await ordersOf(clientId, 3);
    const endings = legs.map((leg, place) => {
      const isPaid = place === 0 || random.chance(80);
      const paidTotal = isPaid ? leg.amount : zero;
      const evidence = isPaid ? evidenceFor(random, paidTotal) : [];
      const said = evidence === 'later' ? evidenceFor(random, paidTotal) : evidence;
      return { ...leg, isPaid, paidTotal, evidence, final: said === 'later' ? [] : said };
    });
    for (const { attempt, isPaid, paidTotal, evidence, final } of endings) {
      later.set(attempt.attemptId, final);
      await reports.reportPayout({
        attempt,
        state: isPaid ? 'paid' : 'failed',
        paidTotal,
        returnedTotal: zero,
        evidence,
      });
    }
    const state = await eventually(async () => {
      const read = await stateOf(id).catch(() => null);
      return read?.status === 'completed' && read;
    }, 'the payout and its evidence');
    expectPromisesKept(state);
    expect(state.actual_amount).toBe(endings.reduce((sum, { paidTotal }) => sum.plus(paidTotal), zero).toFixed(2));
    const areRight = endings.every(({ isPaid, final, paidTotal }) => !isPaid || isRight(final, paidTotal));
    expect(state.receipt_evidence_status).toBe(areRight ? 'complete' : 'partial');
  });

  it('were told in every way, and break no invariant', async () => {
    const kinds = ['right', 'later', 'none', 'short', 'long', 'negative', 'undated'];
    expect([...told].sort()).toEqual([...kinds, 'complete', 'partial'].sort());
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
