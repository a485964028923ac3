import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import { newId, type AttemptId, type ShopId } from '#platform/ids';
import { alreadyDue } from '#test/support/already-due';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import type { AttemptRef, PayoutFact, PayoutLookup, PayoutOrder } from '../port.ts';
import { createSandboxOrders, createSandboxProvider, payDueOrders } from './index.ts';

let db: TestDatabase;
let reports: PayoutFact[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(() => {
  reports = [];
});

const report = (): Promise<void> => Promise.reject(new Error('No payment is made here.'));
const reportReceipt = report;
const reportPayout = (fact: PayoutFact): Promise<void> => {
  reports.push(fact);
  return Promise.resolve();
};
const needsAt = (speed: number) => ({
  orders: createSandboxOrders(db.database),
  report,
  reportPayout,
  reportReceipt,
  speed,
});
const providerOf = (providerId: string, speed = 1_000) => createSandboxProvider(needsAt(speed), providerId);
const first = () => providerOf('sandbox-1');
const payDue = () => payDueOrders(needsAt(1));

const signal = new AbortController().signal;
const money = (amount: string) => ({ amount: decimal(amount), currency: 'RUB' });
/** One of the legs of a payout; the only one unless said otherwise. */
const orderOf = (total: string, { amount = total, leg = 1, legs = 1 } = {}): PayoutOrder => ({
  attempt: { shopId: newId<ShopId>(), attemptId: newId<AttemptId>() },
  amount: money(amount),
  method: 'WT_RUB_C2C',
  rail: 'card',
  number: '2200000000000004',
  name: 'IVAN PETROV',
  bankname: null,
  clientId: 'client',
  clientIp: null,
  clientPhone: null,
  clientCreatedAt: null,
  payout: { amount: decimal(total), leg, legs },
});

const shown = ({ state, paidTotal, returnedTotal, evidence }: PayoutFact): string => {
  const items = evidence === 'later' ? evidence : evidence.map((item) => item.amount.toFixed(2)).join('+');
  return `${state} ${paidTotal.toFixed(2)} ${returnedTotal.toFixed(2)}, items ${items}`;
};
const reportsOf = ({ attemptId }: AttemptRef): string[] =>
  reports.filter(({ attempt }) => attempt.attemptId === attemptId).map(shown);
const lookUp = async ({ attempt }: PayoutOrder): Promise<string> => {
  const found: PayoutLookup = await first().lookUpPayout(attempt, signal);
  return found.outcome === 'found' ? shown(found.fact) : found.outcome;
};
const untilReported = ({ attempt }: PayoutOrder): Promise<string[]> =>
  eventually(async () => {
    await payDue();
    return reportsOf(attempt).length > 0 && reportsOf(attempt);
  }, 'the payout to be reported');

describe('a payout at the sandbox', () => {
  it.each([
    ['.51', '100.51', 'sandbox-1', 'accepted'],
    ['.52', '100.52', 'sandbox-1', 'declined'],
    ['.52', '100.52', 'sandbox-2', 'accepted'],
    ['.53', '100.53', 'sandbox-1', 'unknown'],
    ['.58', '100.58', 'sandbox-1', 'accepted'],
    ['.61', '100.61', 'sandbox-1', 'accepted'],
  ])('with %s (%s) is by %s %s', async (_row, amount, providerId, outcome) => {
    const order = orderOf(amount);
    expect(await providerOf(providerId).createPayout(order, signal)).toMatchObject({ outcome });
    // Sent again it is the same order, whose answer is the same.
    expect(await providerOf(providerId).createPayout(order, signal)).toMatchObject({ outcome });
    const placed = await db.database('sandbox_orders').where({ attempt_id: order.attempt.attemptId });
    expect(placed).toHaveLength(outcome === 'declined' ? 0 : 1);
  });

  it('is not found before it is placed, open until it is due, and paid then', async () => {
    const order = orderOf('100.00');
    expect(await lookUp(order)).toBe('not_found');
    await providerOf('sandbox-1', 20).createPayout(order, signal);
    expect(await lookUp(order)).toBe('open 0.00 0.00, items ');
    expect(await untilReported(order)).toEqual(['paid 100.00 0.00, items 100.00']);
    await payDue();
    expect(reportsOf(order.attempt)).toHaveLength(1);
    expect(await lookUp(order)).toBe('paid 100.00 0.00, items 100.00');
  });

  it('with .51 fails when it is due', async () => {
    const order = orderOf('100.51');
    await first().createPayout(order, signal);
    expect(await untilReported(order)).toEqual(['failed 0.00 0.00, items ']);
    expect(await lookUp(order)).toBe('failed 0.00 0.00, items ');
  });

  it('with .53 reports nothing, and look-ups know nothing before they find it paid', async () => {
    const order = orderOf('100.53');
    await providerOf('sandbox-1', 1).createPayout(order, signal);
    expect(await lookUp(order)).toBe('unknown');
    await db
      .database('sandbox_orders')
      .where({ attempt_id: order.attempt.attemptId })
      .update({ pays_at: alreadyDue(db.database) });
    await eventually(async () => {
      await payDue();
      return (await lookUp(order)) === 'paid 100.53 0.00, items 100.53';
    }, 'the look-up to find it paid');
    expect(reportsOf(order.attempt)).toEqual([]);
  });

  it('with .58 is never due', async () => {
    const order = orderOf('100.58');
    await first().createPayout(order, signal);
    const placed = await db
      .database('sandbox_orders')
      .where({ attempt_id: order.attempt.attemptId })
      .first('state', 'pays_at');
    expect(placed).toEqual({ state: 'accepted', pays_at: null });
    expect(await lookUp(order)).toBe('open 0.00 0.00, items ');
  });

  it('with .59 is reported before the answer, out of order and more than once, and again when it is due', async () => {
    const order = orderOf('100.59');
    const paid = 'paid 100.59 0.00, items 100.59';
    expect(await providerOf('sandbox-1', 100).createPayout(order, signal)).toEqual({ outcome: 'accepted' });
    expect(reportsOf(order.attempt)).toEqual([paid, 'open 0.00 0.00, items ', paid]);
    await eventually(async () => {
      await payDue();
      return reportsOf(order.attempt).length === 4;
    }, 'the last report');
    expect(reportsOf(order.attempt)[3]).toBe(paid);
  });

  it.each([
    ['100.00', ['100.00']],
    ['100.57', ['33.52', '33.52', '33.53']],
    ['100.60', ['33.53', '33.53', '33.54']],
    ['0.57', ['0.19', '0.19', '0.19']],
  ])('of %s is made of the transfers %j', (amount, transfers) => {
    expect(
      first()
        .splitPayout(money(amount))
        .map((part) => part.toFixed(2)),
    ).toEqual(transfers);
  });

  it('with .57 fails in its last transfer alone, whatever the number of them', async () => {
    const legs = [1, 2, 3, 4].map((leg) => orderOf('1400.57', { amount: '350.00', leg, legs: 4 }));
    for (const leg of legs) await first().createPayout(leg, signal);
    for (const leg of legs) await untilReported(leg);
    const paid = 'paid 350.00 0.00, items 350.00';
    expect(legs.map(({ attempt }) => reportsOf(attempt)[0])).toEqual([paid, paid, paid, 'failed 0.00 0.00, items ']);
  });

  it('of several transfers is paid in all of them where its row does not say otherwise', async () => {
    const legs = [1, 2].map((leg) => orderOf('1400.00', { amount: '700.00', leg, legs: 2 }));
    for (const leg of legs) await first().createPayout(leg, signal);
    for (const leg of legs) expect(await untilReported(leg)).toEqual(['paid 700.00 0.00, items 700.00']);
  });

  it('is reported again when the report failed', async () => {
    const order = orderOf('100.00');
    await first().createPayout(order, signal);
    const failing = { ...needsAt(1), reportPayout: () => Promise.reject(new Error('no one there')) };
    await eventually(
      () =>
        payDueOrders(failing).then(
          () => false,
          () => true,
        ),
      'a report to fail',
    );
    await db
      .database('sandbox_orders')
      .where({ attempt_id: order.attempt.attemptId })
      .whereNotNull('pays_at')
      .update({ pays_at: alreadyDue(db.database) });
    expect(await untilReported(order)).toEqual(['paid 100.00 0.00, items 100.00']);
  });
});
