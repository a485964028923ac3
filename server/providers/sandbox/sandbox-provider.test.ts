import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decimal, type Currency } from '#platform/money';
import { newId, type AttemptId, type ShopId } from '#platform/ids';
import { alreadyDue } from '#test/support/already-due';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import type { AttemptRef, PaymentFact, PaymentOrder, ReceiptVerdict } from '../port.ts';
import { createSandboxOrders, createSandboxProvider, payDueOrders } from './index.ts';

let db: TestDatabase;
let reports: PaymentFact[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(() => {
  reports = [];
});

const report = (fact: PaymentFact): Promise<void> => {
  reports.push(fact);
  return Promise.resolve();
};
const reportPayout = (): Promise<void> => Promise.reject(new Error('No payout is made here.'));
const verdicts: ReceiptVerdict[] = [];
const reportReceipt = (verdict: ReceiptVerdict): Promise<void> => {
  verdicts.push(verdict);
  return Promise.resolve();
};
const providerOf = (providerId: string, speed = 1_000) =>
  createSandboxProvider(
    { orders: createSandboxOrders(db.database), report, reportPayout, reportReceipt, speed },
    providerId,
  );
const first = () => providerOf('sandbox-1');
const payDue = () => payDueOrders({ orders: createSandboxOrders(db.database), report, reportPayout, reportReceipt });

const signal = new AbortController().signal;
const orderOf = (amount: string, rail: PaymentOrder['rail'] = 'card', currency: Currency = 'RUB'): PaymentOrder => ({
  attempt: { shopId: newId<ShopId>(), attemptId: newId<AttemptId>() },
  amount: { amount: decimal(amount), currency },
  method: rail === 'card' ? 'WT_RUB_C2C' : 'WT_RUB_PHONE',
  rail,
  clientId: 'client',
  clientIp: null,
  clientPhone: null,
  clientCreatedAt: null,
});
const reportsOf = ({ attemptId }: AttemptRef): string[] =>
  reports
    .filter(({ attempt }) => attempt.attemptId === attemptId)
    .map(({ state, paidTotal }) => `${state} ${paidTotal.toFixed(2)}`);

describe('an order at the sandbox', () => {
  it('is placed once per attempt: asked again, it gives the same requisites', async () => {
    const order = orderOf('100.00');
    const answer = await first().createPayment(order, signal);
    expect(answer).toMatchObject({
      outcome: 'accepted',
      requisites: { number: expect.stringMatching(/^220000\d{10}$/) },
    });
    expect(await first().createPayment(order, signal)).toEqual(answer);
    expect(await first().lookUpPayment(order.attempt, signal)).toEqual(answer);
  });

  it('has a phone number where the rail is one', async () => {
    const answer = await first().createPayment(orderOf('100.00', 'phone'), signal);
    expect(answer).toMatchObject({
      outcome: 'accepted',
      requisites: { number: expect.stringMatching(/^\+7900\d{7}$/) },
    });
  });

  it.each([
    ['ARS', /^\d{22}$/],
    ['INR', /^\d{12}:TEST0\d{6}$/],
    ['RUB', /^\d{16}$/],
  ] as const)('has an account as payers of %s know it, also when it is looked up', async (currency, form) => {
    const order = orderOf('100.00', 'account', currency);
    const answer = await first().createPayment(order, signal);
    expect(answer).toMatchObject({ outcome: 'accepted', requisites: { number: expect.stringMatching(form) } });
    expect(await first().lookUpPayment(order.attempt, signal)).toEqual(answer);
  });

  it.each([
    ['.51', '100.51', 'sandbox-1', 'declined'],
    ['.51', '100.51', 'sandbox-2', 'declined'],
    ['.52', '100.52', 'sandbox-1', 'declined'],
    ['.52', '100.52', 'sandbox-2', 'accepted'],
    ['.60', '100.60', 'sandbox-1', 'accepted'],
  ])('with %s (%s) is by %s %s', async (_row, amount, providerId, outcome) => {
    expect(await providerOf(providerId).createPayment(orderOf(amount), signal)).toMatchObject({ outcome });
  });

  it('is not known before it was placed', async () => {
    expect(await first().lookUpPayment(orderOf('100.00').attempt, signal)).toEqual({ outcome: 'unknown' });
  });

  it('cannot be placed any more once it was voided', async () => {
    const order = orderOf('100.00');
    expect(await first().voidPayment(order.attempt, signal)).toEqual({ outcome: 'voided' });
    expect(await first().createPayment(order, signal)).toMatchObject({ outcome: 'declined' });
    expect(await first().voidPayment(order.attempt, signal)).toEqual({ outcome: 'voided' });
  });

  it('is paid when its time has come, reported, and not voided any more', async () => {
    const order = orderOf('100.00');
    await first().createPayment(order, signal);
    await eventually(async () => {
      await payDue();
      return reportsOf(order.attempt).length > 0;
    }, 'the payer to pay');
    await payDue();
    expect(reportsOf(order.attempt)).toEqual(['paid 100.00']);
    const { outcome, paidTotal } = (await first().voidPayment(order.attempt, signal)) as {
      outcome: string;
      paidTotal: unknown;
    };
    expect([outcome, String(paidTotal)]).toEqual(['paid', '100']);
  });

  it('is never paid once it was voided in time', async () => {
    const [order, later] = [orderOf('100.00'), orderOf('101.00')];
    await providerOf('sandbox-1', 20).createPayment(order, signal);
    expect(await first().voidPayment(order.attempt, signal)).toEqual({ outcome: 'voided' });
    await providerOf('sandbox-1', 20).createPayment(later, signal);
    await eventually(async () => {
      await payDue();
      return reportsOf(later.attempt).length > 0;
    }, 'a later order to be paid');
    expect(reportsOf(order.attempt)).toEqual([]);
  });

  it('with .57 is paid by half, rounded down to the kopeck', async () => {
    const order = orderOf('100.57');
    await first().createPayment(order, signal);
    await eventually(async () => {
      await payDue();
      return reportsOf(order.attempt).length > 0;
    }, 'the payer to pay');
    expect(reportsOf(order.attempt)).toEqual(['paid 50.28']);
  });

  it('with .59 is reported before the answer, twice and out of order', async () => {
    const order = orderOf('100.59');
    expect(await first().createPayment(order, signal)).toMatchObject({ outcome: 'accepted' });
    expect(reportsOf(order.attempt)).toEqual(['paid 100.59', 'open 0.00', 'paid 100.59']);
  });

  it('is reported again when the report failed', async () => {
    const order = orderOf('100.00');
    await first().createPayment(order, signal);
    const nobody = () => Promise.reject(new Error('no one there'));
    const failing = {
      orders: createSandboxOrders(db.database),
      report: nobody,
      reportPayout: nobody,
      reportReceipt: nobody,
    };
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
    await eventually(async () => {
      await payDue();
      return reportsOf(order.attempt).length > 0;
    }, 'the second report');
    expect(reportsOf(order.attempt)).toEqual(['paid 100.00']);
  });
});
