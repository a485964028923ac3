import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Quote } from '#features/pricing';
import { decimal } from '#platform/money';
import type { AttemptRef, EvidenceItem, PayoutAnswer, PayoutFact, PayoutLookup } from '#providers';
import { createPayoutHarness, type PayoutHarness } from '#test/faults/payout-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop, type TestShop } from '#test/support/shop';
import { refused } from '#test/support/refused';

const quote: Quote = {
  fxSource: null,
  fxRate: decimal('1'),
  settlementCurrency: 'RUB',
  tariff: { percent: decimal('2'), fixed: decimal('1'), minimum: decimal('0') },
};

let db: TestDatabase;
let shop: TestShop;
let harness: PayoutHarness;
let answer: PayoutAnswer = { outcome: 'accepted' };
let found: PayoutLookup = { outcome: 'unknown' };
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database, { balance: '100000.00' });
  const bank = { createPayout: () => Promise.resolve(answer), lookUpPayout: () => Promise.resolve(found) };
  harness = createPayoutHarness(db.database, shop, { 'bank-1': bank, 'bank-2': bank });
});
afterAll(() => db.drop());

/** A payout whose legs went to banks in turn. */
const sendLegs = async (
  ...amounts: readonly string[]
): Promise<{ operationId: string; legs: readonly AttemptRef[] }> => {
  const parts = amounts.map((amount, index) => ({ providerId: `bank-${1 + (index % 2)}`, amount: decimal(amount) }));
  const operationId = await harness.record(parts, quote);
  await harness.work();
  const ids = await db
    .database('attempts')
    .where({ operation_id: operationId, position: 1 })
    .orderBy('leg')
    .pluck('attempt_id');
  return { operationId, legs: ids.map((attemptId) => ({ shopId: shop.shopId, attemptId })) };
};

type Told = Partial<Pick<PayoutFact, 'state' | 'evidence'>> & { readonly paid?: string; readonly returned?: string };

const tell = (
  attempt: AttemptRef,
  { state = 'paid', paid = '0', returned = '0', evidence = [] }: Told,
): Promise<boolean> =>
  harness.applyFact({ attempt, state, paidTotal: decimal(paid), returnedTotal: decimal(returned), evidence });

const item = (amount: string): EvidenceItem => ({ amount: decimal(amount), completedAt: new Date() });

const outcomeOf = async (operationId: string): Promise<string> => {
  const {
    status,
    cancel_reason: reason,
    actual_amount: actual,
    settlement_amount: settlement,
  } = await db.database('operations').where({ operation_id: operationId }).first();
  return [status, reason, actual, decimal(settlement as string).toFixed(2)].filter((part) => part !== null).join(' ');
};
const suspenseOf = ({ attemptId }: AttemptRef): Promise<string> =>
  db
    .database('attempts')
    .where({ attempt_id: attemptId })
    .first()
    .then((row) => row.suspense_amount as string);
const receiptsOf = (operationId: string): Promise<string[]> =>
  db
    .database('receipts')
    .where({ operation_id: operationId })
    .orderBy('amount')
    .select<{ amount: string; is_synthetic: boolean }[]>('amount', 'is_synthetic')
    .then((rows) => rows.map((row) => `${row.amount} ${row.is_synthetic ? 'synthetic' : 'proven'}`));
const reserved = async (): Promise<string> =>
  (await db.database('ledger_accounts').where({ shop_id: shop.shopId, account: 'reserved' }).first('balance')).balance;

describe('a payout', () => {
  it('is pending, its money reserved, until its last leg is decided', async () => {
    const {
      operationId,
      legs: [first, second],
    } = await sendLegs('100.00', '200.00');
    await tell(first!, { paid: '100.00' });
    await tell(second!, { state: 'open', paid: '150.00' });
    expect(await outcomeOf(operationId)).toBe('pending 250.00 307.00');
    expect(await reserved()).toBe('307.000000');
    await tell(second!, { paid: '200.00' });
    expect(await outcomeOf(operationId)).toBe('completed 300.00 307.00');
    expect(await reserved()).toBe('0.000000');
  });

  it('completes with what arrived, the commission on that much', async () => {
    const {
      operationId,
      legs: [first, second],
    } = await sendLegs('100.00', '200.00');
    await tell(first!, { state: 'failed' });
    await tell(second!, { state: 'failed', paid: '150.00' });
    expect(await outcomeOf(operationId)).toBe('completed 150.00 154.00');
    expect(await receiptsOf(operationId)).toEqual(['150.00 synthetic']);
  });

  it('is cancelled at no charge when nothing arrived, or all of it came back in time', async () => {
    const failed = await sendLegs('100.00', '200.00');
    for (const leg of failed.legs) await tell(leg, { state: 'failed' });
    expect(await outcomeOf(failed.operationId)).toBe('cancelled declined 0.00 0.00');
    const returned = await sendLegs('100.00');
    await tell(returned.legs[0]!, { paid: '100.00', returned: '100.00' });
    expect(await outcomeOf(returned.operationId)).toBe('cancelled declined 0.00 0.00');
    expect(await suspenseOf(returned.legs[0]!)).toBe('0.00');
  });

  it('ends once when all of its legs are decided at the same moment, each seeing the others open', async () => {
    const amounts = Array.from({ length: 12 }, () => '10.00');
    const { operationId, legs } = await sendLegs(...amounts);
    await Promise.all(legs.map((leg) => tell(leg, { paid: '10.00' })));
    expect(await outcomeOf(operationId)).toBe('completed 120.00 123.40');
    expect(await reserved()).toBe('0.000000');
  });

  it('counts no more of a leg than it was to send; the rest goes to suspense', async () => {
    const {
      operationId,
      legs: [first, second],
    } = await sendLegs('100.00', '200.00');
    await tell(first!, { paid: '130.00', evidence: [item('130.00')] });
    await tell(second!, { state: 'failed' });
    expect(await outcomeOf(operationId)).toBe('completed 100.00 103.00');
    expect(await suspenseOf(first!)).toBe('30.00');
  });

  it('shows the transfers of a leg where they prove it, else one item for all of it', async () => {
    const {
      operationId,
      legs: [first, second, third],
    } = await sendLegs('100.00', '200.00', '300.00');
    await tell(first!, { paid: '100.00', evidence: [item('40.00'), item('60.00')] });
    await tell(second!, { paid: '200.00', evidence: [item('199.99')] });
    await tell(third!, { paid: '300.00', evidence: [item('300.00'), item('0.00')] });
    expect(await outcomeOf(operationId)).toBe('completed 600.00 613.00');
    expect(await receiptsOf(operationId)).toEqual([
      '40.00 proven',
      '60.00 proven',
      '200.00 synthetic',
      '300.00 synthetic',
    ]);
  });

  it('stays as it ended when a leg is paid or returned afterwards', async () => {
    const failed = await sendLegs('100.00');
    await tell(failed.legs[0]!, { state: 'failed' });
    await tell(failed.legs[0]!, { paid: '100.00' });
    expect(await outcomeOf(failed.operationId)).toBe('cancelled declined 0.00 0.00');
    expect(await suspenseOf(failed.legs[0]!)).toBe('100.00');

    const paid = await sendLegs('100.00');
    await tell(paid.legs[0]!, { paid: '100.00' });
    await tell(paid.legs[0]!, { state: 'failed', paid: '100.00', returned: '40.00' });
    expect(await outcomeOf(paid.operationId)).toBe('completed 100.00 103.00');
    expect(await suspenseOf(paid.legs[0]!)).toBe('-40.00');
  });

  it('fails with its leg when the provider that had accepted says in a look-up that it declined', async () => {
    const { operationId } = await sendLegs('100.00');
    found = { outcome: 'declined', reason: 'closed account' };
    await harness.letLegsFallDue();
    await harness.work();
    found = { outcome: 'unknown' };
    expect(await outcomeOf(operationId)).toBe('cancelled declined 0.00 0.00');
  });

  it('does not count what a provider pays that had declined the leg: it goes to suspense at once', async () => {
    answer = { outcome: 'declined', reason: 'not today' };
    const {
      operationId,
      legs: [leg],
    } = await sendLegs('100.00');
    answer = { outcome: 'accepted' };
    await harness.work();
    await tell(leg!, { paid: '100.00' });
    expect(await outcomeOf(operationId)).toBe('pending 0.00 103.00');
    expect(await suspenseOf(leg!)).toBe('100.00');
    const next = await db.database('attempts').where({ operation_id: operationId, position: 2 }).first('attempt_id');
    await tell({ shopId: shop.shopId, attemptId: next.attempt_id }, { paid: '100.00' });
    expect(await outcomeOf(operationId)).toBe('completed 100.00 103.00');
    expect(await suspenseOf(leg!)).toBe('100.00');
  });

  it('goes to each provider once when all of them decline', async () => {
    answer = { outcome: 'declined', reason: 'not today' };
    const { operationId } = await sendLegs('100.00');
    await harness.work();
    await harness.work();
    answer = { outcome: 'accepted' };
    const attempts = db.database('attempts').where({ operation_id: operationId });
    expect(await attempts.orderBy('position').pluck('provider_id')).toEqual(['bank-1', 'bank-2']);
    expect(await outcomeOf(operationId)).toBe('cancelled declined 0.00 0.00');
  });
});

describe('an operator who decides about a leg', () => {
  it('completes the payout with what was paid', async () => {
    const {
      operationId,
      legs: [first, second],
    } = await sendLegs('100.00', '200.00');
    await tell(first!, { paid: '100.00' });
    await harness.resolve(second!, '50.00');
    expect(await outcomeOf(operationId)).toBe('completed 150.00 154.00');
  });

  it('cancels it as failed when nothing was, and money that is found to have been sent goes to suspense', async () => {
    const {
      operationId,
      legs: [leg],
    } = await sendLegs('100.00');
    await harness.resolve(leg!, '0.00');
    expect(await outcomeOf(operationId)).toBe('cancelled failed 0.00 0.00');
    await tell(leg!, { paid: '100.00' });
    expect(await outcomeOf(operationId)).toBe('cancelled failed 0.00 0.00');
    expect(await suspenseOf(leg!)).toBe('100.00');
  });

  it('is heard once, and not after the provider', async () => {
    const {
      legs: [first, second],
    } = await sendLegs('100.00', '200.00');
    await tell(second!, { paid: '200.00' });
    await expect(harness.resolve(second!, '0.00')).rejects.toThrow(refused('open_leg_not_found'));
    await harness.resolve(first!, '100.00');
    await expect(harness.resolve(first!, '0.00')).rejects.toThrow(
      refused('leg_already_resolved', { outcome: 'paid', paid: '100.00', currency: 'RUB' }),
    );
  });

  it('cannot pay a leg more than it was to send', async () => {
    const {
      legs: [leg],
    } = await sendLegs('100.00');
    await expect(harness.resolve(leg!, '100.01')).rejects.toThrow(refused('leg_amount_wrong', { amount: '100.00' }));
    await expect(harness.resolve(leg!, '1.005')).rejects.toThrow(refused('leg_amount_wrong', { amount: '100.00' }));
  });
});
