import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PayoutAnswer, PayoutFact, PayoutLookup, PayoutOrder } from '#providers';
import { decimal, zero } from '#platform/money';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { createTestShop, type TestShop } from '#test/support/shop';
import { brokenInvariants } from './clean-check.ts';
import { createPayoutHarness, type Bank } from './payout-harness.ts';

let db: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database, { balance: '100000.00' });
});
afterAll(() => db.drop());

const unknown: PayoutLookup & PayoutAnswer = { outcome: 'unknown' };

/** Two banks; the first is `abilities`, and the second takes everything. Both remember what they were sent. */
const harnessWith = (abilities: Bank) => {
  const sent: string[] = [];
  const remember = (providerId: string, bank: Bank): Bank => ({
    ...bank,
    createPayout: (order, signal) => {
      sent.push(`${providerId} ${order.attempt.attemptId}`);
      return bank.createPayout?.(order, signal) ?? Promise.resolve(unknown);
    },
  });
  const accepting: Bank = { createPayout: () => Promise.resolve({ outcome: 'accepted' }) };
  const banks = { 'bank-1': remember('bank-1', abilities), 'bank-2': remember('bank-2', accepting) };
  return { sent, harness: createPayoutHarness(db.database, shop, banks) };
};
type Started = ReturnType<typeof harnessWith>;

const start = async ({ harness }: Started) => {
  const { operationId } = await harness.create('100.00');
  const [attemptId] = await db.database('attempts').where({ operation_id: operationId }).pluck('attempt_id');
  await harness.work();
  return { operationId, attempt: { shopId: shop.shopId, attemptId } };
};

const lookAgain = async ({ harness }: Started, times: number): Promise<void> => {
  for (let turn = 0; turn < times; turn += 1) {
    await harness.letLegsFallDue();
    await harness.work();
  }
};

const attemptsOf = (operationId: string): Promise<{ provider_id: string; state: string }[]> =>
  db.database('attempts').where({ operation_id: operationId }).orderBy('position').select('provider_id', 'state');
const statusOf = async (operationId: string): Promise<string> =>
  (await db.database('operations').where({ operation_id: operationId }).first('status')).status;

const paid = ({ attempt, amount }: Pick<PayoutOrder, 'attempt' | 'amount'>): PayoutFact => ({
  attempt,
  state: 'paid',
  paidTotal: amount.amount,
  returnedTotal: zero,
  evidence: [],
});

describe('a leg whose outcome is unknown', () => {
  it('stays with its provider for as long as that knows nothing', async () => {
    const started = harnessWith({ isPayoutRepeatable: true });
    const { operationId, attempt } = await start(started);
    await lookAgain(started, 12);
    expect(started.sent).toEqual([`bank-1 ${attempt.attemptId}`]);
    expect(await attemptsOf(operationId)).toEqual([{ provider_id: 'bank-1', state: 'unknown' }]);
    expect(await statusOf(operationId)).toBe('pending');
    await started.harness.resolve(attempt, '0.00');
    expect(await statusOf(operationId)).toBe('cancelled');
  });

  it('is sent again, as the same order, to a provider that finds none and carries each out once', async () => {
    let isLost = true;
    const started = harnessWith({
      isPayoutRepeatable: true,
      createPayout: () => Promise.resolve(isLost ? unknown : { outcome: 'accepted' }),
      lookUpPayout: () => Promise.resolve({ outcome: 'not_found' }),
    });
    const { operationId, attempt } = await start(started);
    await lookAgain(started, 1);
    isLost = false;
    await lookAgain(started, 1);
    expect(started.sent).toEqual(Array(3).fill(`bank-1 ${attempt.attemptId}`));
    expect(await attemptsOf(operationId)).toEqual([{ provider_id: 'bank-1', state: 'accepted' }]);
    await started.harness.applyFact(paid({ attempt, amount: { amount: decimal('100.00'), currency: 'RUB' } }));
    expect(await statusOf(operationId)).toBe('completed');
  });

  it('is never sent again to one that finds none and promises nothing, until an operator decides', async () => {
    const started = harnessWith({
      isPayoutRepeatable: false,
      lookUpPayout: () => Promise.resolve({ outcome: 'not_found' }),
    });
    const { operationId, attempt } = await start(started);
    await lookAgain(started, 12);
    expect(started.sent).toEqual([`bank-1 ${attempt.attemptId}`]);
    expect(await attemptsOf(operationId)).toEqual([{ provider_id: 'bank-1', state: 'unknown' }]);
    expect(await statusOf(operationId)).toBe('pending');
    await started.harness.resolve(attempt, '100.00');
    expect(await statusOf(operationId)).toBe('completed');
    await lookAgain(started, 1);
    expect(started.sent).toHaveLength(1);
  });

  it('is not sent at all when the process died before, unless a repeated order is carried out once', async () => {
    for (const isPayoutRepeatable of [true, false]) {
      const started = harnessWith({
        isPayoutRepeatable,
        lookUpPayout: () => Promise.resolve({ outcome: 'not_found' }),
      });
      const { operationId } = await started.harness.create('100.00');
      await started.harness.legs.claimDue(32, []);
      await lookAgain(started, 1);
      expect(started.sent).toHaveLength(isPayoutRepeatable ? 1 : 0);
      expect((await attemptsOf(operationId)).map(({ provider_id: providerId }) => providerId)).toEqual(['bank-1']);
    }
  });

  it('goes to the next provider once a look-up finds it declined', async () => {
    const started = harnessWith({
      lookUpPayout: () => Promise.resolve({ outcome: 'declined', reason: 'no such card' }),
    });
    const { operationId } = await start(started);
    expect(await attemptsOf(operationId)).toEqual([{ provider_id: 'bank-1', state: 'unknown' }]);
    await lookAgain(started, 2);
    expect(await attemptsOf(operationId)).toEqual([
      { provider_id: 'bank-1', state: 'declined' },
      { provider_id: 'bank-2', state: 'accepted' },
    ]);
  });

  it('is taken as paid when its provider reports that, and the late answer changes nothing', async () => {
    for (const late of [{ outcome: 'declined', reason: 'late' }, { outcome: 'accepted' }, unknown] as const) {
      const started: Started = harnessWith({
        createPayout: async (order) => {
          await started.harness.applyFact(paid(order));
          return late;
        },
      });
      const { operationId } = await start(started);
      await lookAgain(started, 1);
      expect(await attemptsOf(operationId)).toEqual([{ provider_id: 'bank-1', state: 'accepted' }]);
      expect(await statusOf(operationId)).toBe('completed');
    }
  });

  it('is not sent any more when an operator decides while it is looked up', async () => {
    const started: Started = harnessWith({
      isPayoutRepeatable: true,
      lookUpPayout: async (attempt) => {
        await started.harness.resolve(attempt, '0.00');
        return { outcome: 'not_found' };
      },
    });
    const { operationId, attempt } = await start(started);
    await lookAgain(started, 1);
    expect(started.sent).toEqual([`bank-1 ${attempt.attemptId}`]);
    expect(await statusOf(operationId)).toBe('cancelled');
  });

  it('cannot be decided by an operator while it is being sent, the first time or again', async () => {
    const refusals: string[] = [];
    const started: Started = harnessWith({
      isPayoutRepeatable: true,
      createPayout: async ({ attempt }) => {
        const refusal = await started.harness.resolve(attempt, '0.00').then(
          () => 'resolved',
          (error: Error) => error.message,
        );
        refusals.push(refusal);
        return unknown;
      },
      lookUpPayout: () => Promise.resolve({ outcome: 'not_found' }),
    });
    const { attempt } = await start(started);
    await lookAgain(started, 1);
    expect(refusals).toEqual(Array(2).fill('leg_being_sent {}'));
    await started.harness.resolve(attempt, '0.00');
  });

  it.each([
    ['declined', { outcome: 'declined', reason: 'too late' }],
    ['unknown', unknown],
  ] as const)('is not touched by the answer %s that a process learned for it long ago', async (_name, stale) => {
    let tellStale = (_answer: PayoutAnswer): void => undefined;
    const staleAnswer = new Promise<PayoutAnswer>((resolve) => {
      tellStale = resolve;
    });
    const started: Started = harnessWith({
      isPayoutRepeatable: true,
      createPayout: () => (started.sent.length === 1 ? staleAnswer : Promise.resolve({ outcome: 'accepted' })),
      lookUpPayout: () => Promise.resolve({ outcome: 'not_found' }),
    });
    const { operationId } = await started.harness.create('100.00');
    await started.harness.worker.run();
    // Its lease is over; another worker sends the leg again, which the provider takes on now.
    await started.harness.letLegsFallDue();
    await started.harness.worker.run();
    await eventually(
      async () => (await attemptsOf(operationId))[0]?.state === 'accepted',
      'the second send to be taken on',
    );
    tellStale(stale);
    await started.harness.worker.settled();
    expect(await attemptsOf(operationId)).toEqual([{ provider_id: 'bank-1', state: 'accepted' }]);
    expect(started.sent).toHaveLength(2);
  });

  it('is not declined by a process that stood still while another one sends it again', async () => {
    const answers: ((answer: PayoutAnswer) => void)[] = [];
    const started: Started = harnessWith({
      isPayoutRepeatable: true,
      createPayout: () => new Promise((resolve) => answers.push(resolve)),
      lookUpPayout: () => Promise.resolve({ outcome: 'not_found' }),
    });
    const { operationId } = await started.harness.create('100.00');
    for (const sent of [1, 2]) {
      await started.harness.letLegsFallDue();
      await started.harness.worker.run();
      await eventually(() => answers.length === sent, 'the leg to be sent');
    }
    answers[0]!({ outcome: 'declined', reason: 'too late' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await attemptsOf(operationId)).toEqual([{ provider_id: 'bank-1', state: 'sending' }]);
    answers[1]!({ outcome: 'accepted' });
    await started.harness.worker.settled();
    expect(await attemptsOf(operationId)).toEqual([{ provider_id: 'bank-1', state: 'accepted' }]);
  });

  it('cannot be decided as less than its provider has told of', async () => {
    const started = harnessWith({ createPayout: () => Promise.resolve({ outcome: 'accepted' }) });
    const { operationId, attempt } = await start(started);
    const seven = { paidTotal: decimal('7.00'), returnedTotal: zero, evidence: [] };
    await started.harness.applyFact({ attempt, state: 'open', ...seven });
    for (const less of ['0.00', '5.00']) {
      await expect(started.harness.resolve(attempt, less)).rejects.toThrow('leg_less_than_reported');
    }
    expect(await statusOf(operationId)).toBe('pending');
    await started.harness.resolve(attempt, '7.00');
    expect(await statusOf(operationId)).toBe('completed');
  });

  it('breaks no invariant in any of these ways', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
