import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deposit, listBalances } from '#features/balances';
import { newId, type ShopId } from '#platform/ids';
import { decimal, formatAmount, type Decimal } from '#platform/money';
import type { AttemptRef } from '#providers';
import { brokenInvariants } from '#test/faults/clean-check';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop } from '#test/support/shop';
import { refused } from '#test/support/refused';
import { seeder, tester } from '#test/support/operators';
import {
  findSettlement,
  listSuspense,
  planSuspenseSettlement,
  requireSuspense,
  settleSuspense,
  ways,
  type SuspenseCause,
  type SuspenseItem,
  type Way,
} from './index.ts';
import { createTellings, quotes, type Started, type Tellings } from './suspense-fixture.ts';

let db: TestDatabase;
let shopId: ShopId;
let tellings: Tellings;

const openShop = async (balance = '100000'): Promise<void> => {
  shopId = (await createTestShop(db.database)).shopId;
  for (const currency of ['RUB', 'USDT']) {
    await deposit(db, { shopId, amount: { amount: decimal(balance), currency }, actor: seeder });
  }
  tellings = createTellings(db.database, shopId);
};

beforeAll(async () => {
  db = await createTestDatabase();
  await openShop();
});
afterAll(() => db.drop());

type Settling = keyof typeof quotes;
type Situation = 'a surplus' | 'a late payment' | 'a leg paid late' | 'a leg paid too much' | 'a leg returned';

const situations: Readonly<Record<Situation, (settling: Settling) => Promise<Started>>> = {
  'a surplus': async (settling) => {
    const payment = await tellings.startPayment('100.00', quotes[settling]);
    await tellings.tellPayment(payment.attempts[0]!, { state: 'paid', paid: '100.00' });
    await tellings.tellPayment(payment.attempts[0]!, { state: 'paid', paid: '150.00' });
    return payment;
  },
  'a late payment': async (settling) => {
    const payment = await tellings.startPayment('100.00', quotes[settling]);
    await tellings.tellPayment(payment.attempts[0]!, { state: 'failed', paid: '0' });
    await tellings.tellPayment(payment.attempts[0]!, { state: 'paid', paid: '100.00' });
    return payment;
  },
  'a leg paid late': async (settling) => {
    const payout = await tellings.startPayout(['100.00'], quotes[settling]);
    await tellings.tellPayout(payout.attempts[0]!, { state: 'failed', paid: '0' });
    await tellings.tellPayout(payout.attempts[0]!, { state: 'paid', paid: '100.00' });
    return payout;
  },
  'a leg paid too much': async (settling) => {
    const payout = await tellings.startPayout(['100.00'], quotes[settling]);
    await tellings.tellPayout(payout.attempts[0]!, { state: 'paid', paid: '140.00' });
    return payout;
  },
  'a leg returned': async (settling) => {
    const payout = await tellings.startPayout(['100.00'], quotes[settling]);
    await tellings.tellPayout(payout.attempts[0]!, { state: 'paid', paid: '100.00' });
    await tellings.tellPayout(payout.attempts[0]!, { state: 'paid', paid: '100.00', returned: '100.00' });
    return payout;
  },
};

const causes: Readonly<Record<Situation, SuspenseCause>> = {
  'a surplus': 'late_payment',
  'a late payment': 'late_payment',
  'a leg paid late': 'late_payout',
  'a leg paid too much': 'overpaid_payout',
  'a leg returned': 'returned_payout',
};

/** Worked out by hand: three per cent, and 5.00 RUB or 0.05 USDT once. */
const moved: Readonly<Record<Situation, Readonly<Record<Way, Readonly<Record<Settling, readonly string[]>>>>>> = {
  'a surplus': {
    credit: {
      RUB: ['suspense -50 RUB', 'available 48.5 RUB', 'commission 1.5 RUB'],
      USDT: [
        'suspense -50 RUB',
        'exchange 50 RUB',
        'exchange -0.625 USDT',
        'available 0.60625 USDT',
        'commission 0.01875 USDT',
      ],
    },
    return: both(['suspense -50 RUB', 'clearing:acquirer 50 RUB']),
    'write-off': both(['suspense -50 RUB', 'write_off 50 RUB']),
  },
  'a late payment': {
    credit: {
      RUB: ['suspense -100 RUB', 'available 92 RUB', 'commission 8 RUB'],
      USDT: [
        'suspense -100 RUB',
        'exchange 100 RUB',
        'exchange -1.25 USDT',
        'available 1.1625 USDT',
        'commission 0.0875 USDT',
      ],
    },
    return: both(['suspense -100 RUB', 'clearing:acquirer 100 RUB']),
    'write-off': both(['suspense -100 RUB', 'write_off 100 RUB']),
  },
  'a leg paid late': {
    credit: {
      RUB: ['suspense 100 RUB', 'available -108 RUB', 'commission 8 RUB'],
      USDT: [
        'suspense 100 RUB',
        'exchange -100 RUB',
        'exchange 1.25 USDT',
        'available -1.3375 USDT',
        'commission 0.0875 USDT',
      ],
    },
    return: both(['suspense 100 RUB', 'clearing:acquirer -100 RUB']),
    'write-off': both(['suspense 100 RUB', 'write_off -100 RUB']),
  },
  'a leg paid too much': {
    credit: {
      RUB: ['suspense 40 RUB', 'available -41.2 RUB', 'commission 1.2 RUB'],
      USDT: [
        'suspense 40 RUB',
        'exchange -40 RUB',
        'exchange 0.5 USDT',
        'available -0.515 USDT',
        'commission 0.015 USDT',
      ],
    },
    return: both(['suspense 40 RUB', 'clearing:acquirer -40 RUB']),
    'write-off': both(['suspense 40 RUB', 'write_off -40 RUB']),
  },
  'a leg returned': {
    credit: {
      RUB: ['suspense -100 RUB', 'available 108 RUB', 'commission -8 RUB'],
      USDT: [
        'suspense -100 RUB',
        'exchange 100 RUB',
        'exchange -1.25 USDT',
        'available 1.3375 USDT',
        'commission -0.0875 USDT',
      ],
    },
    return: both(['suspense -100 RUB', 'clearing:acquirer 100 RUB']),
    'write-off': both(['suspense -100 RUB', 'write_off 100 RUB']),
  },
};

function both(lines: readonly string[]): Readonly<Record<Settling, readonly string[]>> {
  return { RUB: lines, USDT: lines };
}

const kinds = { credit: 'credited', return: 'returned', 'write-off': 'written_off' } as const;

const order = { actor: tester, reason: 'as agreed', reference: null };

const settle = async (
  { attemptId }: AttemptRef,
  way: Way,
  amount: string | null = null,
  reference: string | null = null,
) => {
  const asked = amount === null ? null : decimal(amount);
  const item = await requireSuspense(db, attemptId);
  const earlier = reference === null ? null : await findSettlement(db, item, way, { reference, asked });
  return earlier ?? settleSuspense(db, planSuspenseSettlement(item, way, asked), { ...order, reference });
};

const linesOf = async (transactionId: string): Promise<string[]> => {
  const lines = await db.database('ledger_postings').where({ transaction_id: transactionId }).orderBy('line');
  return lines.map(({ account, amount, currency }) => `${account} ${decimal(amount).toFixed()} ${currency}`);
};

const operationOf = (operationId: string) => db.database('operations').where({ operation_id: operationId }).first();

const available = async (currency: string): Promise<Decimal> =>
  (await listBalances(db, { shopId, settlementCurrency: currency })).find((one) => one.currency === currency)!.available
    .amount;

const openOf = async ({ attemptId }: AttemptRef): Promise<string> => {
  const { open, currency } = await requireSuspense(db, attemptId);
  return formatAmount(open, currency);
};

const cases = (Object.keys(situations) as Situation[]).flatMap((situation) =>
  ways.flatMap((way) => (['RUB', 'USDT'] as const).map((settling) => ({ situation, way, settling }))),
);

describe('settling suspense', () => {
  it.each(cases)(
    'moves the right postings: $way of $situation, settled in $settling',
    async ({ situation, way, settling }) => {
      const { operationId, attempts } = await situations[situation](settling);
      const attempt = attempts[0]!;
      const [before, had] = [await operationOf(operationId), await available(settling)];
      const item = await requireSuspense(db, attempt.attemptId);
      expect(item).toMatchObject({ operationId, cause: causes[situation], currency: 'RUB', since: expect.any(Date) });
      expect(await listSuspense(db, { shopId, isAll: false })).toContainEqual(item);

      const { transactionId } = await settle(attempt, way);

      const expected = moved[situation][way][settling];
      expect(await linesOf(transactionId)).toEqual(expected);
      const toShop = expected.find((line) => line.startsWith('available'))?.split(' ')[1] ?? '0';
      expect((await available(settling)).minus(had).toFixed()).toBe(toShop);
      const told = way === 'credit' ? { event_sequence: before.event_sequence + 1, updated_at: expect.any(Date) } : {};
      expect(await operationOf(operationId)).toEqual({ ...before, ...told });
      const [transaction] = await db.database('ledger_transactions').where({ transaction_id: transactionId });
      expect(transaction).toMatchObject({ kind: `suspense_${kinds[way]}`, operation_id: operationId });
      const open = formatAmount(item.open, 'RUB');
      const entry = { attempt_id: attempt.attemptId, currency: 'RUB' };
      expect(await db.database('audit_log').where({ subject: operationId, actor: order.actor.name })).toMatchObject([
        {
          action: `suspense.${kinds[way]}`,
          before: { ...entry, open },
          after: { ...entry, open: '0.00', amount: open, transaction_id: transactionId, reason: 'as agreed' },
        },
      ]);
      expect(await listSuspense(db, { shopId, isAll: false })).toEqual([]);
      expect(await listSuspense(db, { shopId, isAll: true })).toContainEqual({
        ...(await requireSuspense(db, attempt.attemptId)),
        settled: item.open,
        cause: causes[situation],
        since: null,
      });
    },
  );

  it('charges the fixed part once, however often an operation is credited', async () => {
    const { attempts } = await situations['a late payment']('RUB');
    const first = await settle(attempts[0]!, 'credit', '40.00');
    const second = await settle(attempts[0]!, 'credit', '59.99');
    const last = await settle(attempts[0]!, 'credit');
    expect([
      await linesOf(first.transactionId),
      await linesOf(second.transactionId),
      await linesOf(last.transactionId),
    ]).toEqual([
      ['suspense -40 RUB', 'available 33.8 RUB', 'commission 6.2 RUB'],
      ['suspense -59.99 RUB', 'available 58.19 RUB', 'commission 1.8 RUB'],
      ['suspense -0.01 RUB', 'available 0.01 RUB'],
    ]);
  });

  it('counts what was credited of the other legs', async () => {
    const { attempts } = await tellings.startPayout(['60.00', '40.00'], quotes.RUB);
    for (const leg of attempts) await tellings.tellPayout(leg, { state: 'failed', paid: '0' });
    await tellings.tellPayout(attempts[0]!, { state: 'paid', paid: '60.00' });
    await tellings.tellPayout(attempts[1]!, { state: 'paid', paid: '40.00' });
    expect(await linesOf((await settle(attempts[0]!, 'credit')).transactionId)).toContain('commission 6.8 RUB');
    expect(await linesOf((await settle(attempts[1]!, 'credit')).transactionId)).toContain('commission 1.2 RUB');
  });

  it('credits what was paid for a refused create by the figures of its quote', async () => {
    const { operationId, attempts } = await tellings.refusePayment('100.00', quotes.RUB);
    await tellings.tellPayment(attempts[0]!, { state: 'paid', paid: '100.00' });
    expect(await linesOf((await settle(attempts[0]!, 'credit')).transactionId)).toContain('available 92 RUB');
    // To its merchant there is no such operation, so there is nothing to tell of it.
    expect(await db.database('events').where({ operation_id: operationId })).toEqual([]);
  });

  it('settles parts in different ways, and money that comes to the same attempt later', async () => {
    const { attempts } = await situations['a late payment']('USDT');
    const attempt = attempts[0]!;
    await settle(attempt, 'return', '30.00');
    await settle(attempt, 'write-off', '0.01');
    expect(await openOf(attempt)).toBe('69.99');
    await settle(attempt, 'credit');
    await tellings.tellPayment(attempt, { state: 'paid', paid: '101.00' });
    expect(await requireSuspense(db, attempt.attemptId)).toMatchObject({ since: expect.any(Date) });
    expect(await openOf(attempt)).toBe('1.00');
    await settle(attempt, 'return');
  });

  it('follows a leg that is paid late, charged, and comes back after all', async () => {
    const { attempts } = await situations['a leg paid late']('RUB');
    const leg = attempts[0]!;
    const had = await available('RUB');
    await settle(leg, 'credit');
    await tellings.tellPayout(leg, { state: 'paid', paid: '100.00', returned: '100.00' });
    expect(await openOf(leg)).toBe('-100.00');
    await settle(leg, 'credit');
    expect((await available('RUB')).toFixed()).toBe(had.toFixed());
  });
});

describe('what cannot be settled', () => {
  const refusal = async (settled: Promise<unknown>): Promise<unknown> =>
    settled.then(
      () => 'settled',
      (error: unknown) => error,
    );

  it.each([
    ['nothing', '0.00'],
    ['more than is open', '50.01'],
    ['half a kopeck', '1.005'],
  ])('is %s', async (_what, amount) => {
    const { attempts } = await situations['a surplus']('RUB');
    expect(await refusal(settle(attempts[0]!, 'return', amount))).toEqual(
      refused('suspense_amount_wrong', { most: '50.00', currency: 'RUB', decimals: 2 }),
    );
    await settle(attempts[0]!, 'return');
  });

  it('is an attempt of which nothing ever was, or nothing is any more in suspense', async () => {
    const stranger = { shopId, attemptId: newId<AttemptRef['attemptId']>() };
    expect(await refusal(settle(stranger, 'credit'))).toEqual(
      refused('suspense_not_found', { attemptId: stranger.attemptId }),
    );
    const { attempts } = await situations['a surplus']('RUB');
    await settle(attempts[0]!, 'write-off');
    expect(await refusal(settle(attempts[0]!, 'write-off'))).toEqual(refused('suspense_already_settled'));
  });

  it('is money that an operation may still come to count with the shop', async () => {
    const { operationId, attempts } = await tellings.startPayout(['60.00', '40.00'], quotes.RUB);
    const leg = attempts[0]!;
    await db.database('attempts').where({ attempt_id: leg.attemptId }).update({ state: 'sending' });
    await db.database.raw('select decline_leg(?, ?, ?, 0, null, ?, ?)', [
      shopId,
      operationId,
      leg.attemptId,
      newId(),
      'other',
    ]);
    await tellings.tellPayout(leg, { state: 'paid', paid: '60.00' });
    expect(await refusal(settle(leg, 'credit'))).toEqual(
      refused('credited_too_early', { type: 'payout', operationId }),
    );
    await settle(leg, 'return', '10.00');
    const item = await requireSuspense(db, leg.attemptId);
    const planned = planSuspenseSettlement({ ...item, status: 'completed' }, 'credit', null);
    expect(await refusal(settleSuspense(db, planned, order))).toEqual(
      refused('settled_too_early', { type: 'payout', operationId }),
    );
    await settle(leg, 'write-off');
  });

  it('is a refund of what the shop was never charged', async () => {
    const { attempts } = await situations['a leg paid late']('RUB');
    const leg = attempts[0]!;
    await settle(leg, 'credit', '30.00');
    await settle(leg, 'write-off');
    await tellings.tellPayout(leg, { state: 'paid', paid: '100.00', returned: '100.00' });
    expect(await refusal(settle(leg, 'credit'))).toEqual(
      refused('suspense_overdrawn', { charged: '30.00', currency: 'RUB' }),
    );
    await settle(leg, 'credit', '30.00');
    await settle(leg, 'write-off');
  });

  it('is a charge that the shop does not have', async () => {
    await openShop('108');
    const { attempts } = await situations['a leg paid late']('RUB');
    await tellings.startPayout(['10.00'], quotes.RUB);
    expect(await refusal(settle(attempts[0]!, 'credit'))).toMatchObject({ code: 'insufficient_balance' });
    expect(await openOf(attempts[0]!)).toBe('100.00');
    expect((await available('RUB')).toFixed()).toBe('92.7');
    await openShop();
  });

  it.each([
    ['a reason', { reason: ' ' }, 'reason_wrong'],
    ['a reason of some length at most', { reason: 'x'.repeat(1_001) }, 'reason_wrong'],
    ['a reference that says something', { reference: '' }, 'reference_wrong'],
  ] as const)('is anything without %s', async (_what, wrong, code) => {
    const { attempts } = await situations['a surplus']('RUB');
    const plan = planSuspenseSettlement(await requireSuspense(db, attempts[0]!.attemptId), 'return', null);
    expect(await refusal(settleSuspense(db, plan, { ...order, ...wrong }))).toEqual(refused(code));
    await settle(attempts[0]!, 'return');
  });
});

describe('a decision that is repeated', () => {
  it('moves nothing a second time under its reference, and is refused when it is another one', async () => {
    const { attempts } = await situations['a surplus']('RUB');
    const attempt = attempts[0]!;
    const first = await settle(attempt, 'credit', '20.00', 'ticket 7');
    expect(await settle(attempt, 'credit', '20.00', 'ticket 7')).toEqual({ ...first, isRepeated: true });
    expect(await openOf(attempt)).toBe('30.00');
    await expect(settle(attempt, 'credit', '10.00', 'ticket 7')).rejects.toMatchObject({ code: 'identifier_reused' });
    await expect(settle(attempt, 'return', '20.00', 'ticket 7')).rejects.toMatchObject({ code: 'identifier_reused' });
    const rest = await settle(attempt, 'credit', null, 'ticket 8');
    expect(await settle(attempt, 'credit', null, 'ticket 8')).toEqual({ ...rest, isRepeated: true });
    const other = await situations['a surplus']('RUB');
    expect((await settle(other.attempts[0]!, 'credit', '50.00', 'ticket 7')).isRepeated).toBe(false);
  });

  it('settles once when it is sent five times at once', async () => {
    const { attempts } = await situations['a surplus']('RUB');
    const plan = planSuspenseSettlement(await requireSuspense(db, attempts[0]!.attemptId), 'return', decimal('20.00'));
    const results = await Promise.all(
      Array.from({ length: 5 }, () => settleSuspense(db, plan, { ...order, reference: 'double press' })),
    );
    expect(results.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
    expect(await openOf(attempts[0]!)).toBe('30.00');
    await settle(attempts[0]!, 'write-off');
  });
});

describe('two operators at once', () => {
  const atOnce = async (plans: readonly [SuspenseItem, Way, string | null][]): Promise<number> => {
    const settled = await Promise.allSettled(
      plans.map(([item, way, amount]) =>
        settleSuspense(db, planSuspenseSettlement(item, way, amount === null ? null : decimal(amount)), order),
      ),
    );
    const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
    for (const error of refusals) expect(error).toEqual(refused('suspense_changed_meanwhile'));
    return settled.length - refusals.length;
  };

  it.each(ways.flatMap((one) => ways.map((other) => [one, other] as const)))(
    'settle the same item once: one by %s, the other by %s',
    async (one, other) => {
      const { attempts } = await situations['a leg paid late']('RUB');
      const item = await requireSuspense(db, attempts[0]!.attemptId);
      expect(
        await atOnce([
          [item, one, null],
          [item, other, '40.00'],
          [item, other, '40.00'],
        ]),
      ).toBe(1);
      const { open } = await requireSuspense(db, attempts[0]!.attemptId);
      if (!open.eq(decimal('0'))) await settle(attempts[0]!, 'write-off');
    },
  );

  it('who credit two legs of one payout do not both charge its fixed part', async () => {
    const { attempts } = await tellings.startPayout(['60.00', '40.00'], quotes.RUB);
    for (const leg of attempts) await tellings.tellPayout(leg, { state: 'failed', paid: '0' });
    for (const leg of attempts) await tellings.tellPayout(leg, { state: 'paid', paid: '40.00' });
    const [one, other] = await Promise.all(attempts.map((leg) => requireSuspense(db, leg.attemptId)));
    expect(
      await atOnce([
        [one!, 'credit', null],
        [other!, 'credit', null],
      ]),
    ).toBe(1);
  });
});

describe('after all of that', () => {
  it('the ledger breaks no invariant', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
