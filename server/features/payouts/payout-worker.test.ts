import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import type { PayoutAnswer } from '#providers';
import { createPayoutHarness, type Bank } from '#test/faults/payout-harness';
import { endMaintenance, planMaintenance } from '#features/routes';
import { alreadyDue } from '#test/support/already-due';
import { tester } from '#test/support/operators';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { createTestShop, type TestShop } from '#test/support/shop';

const quote = {
  fxSource: null,
  fxRate: decimal('1'),
  settlementCurrency: 'RUB',
  tariff: { percent: decimal('2'), fixed: decimal('0'), minimum: decimal('0') },
};

let db: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database, { balance: '1000000.00' });
});
afterAll(() => db.drop());

const willing: Bank = { createPayout: () => Promise.resolve({ outcome: 'accepted' }) };

/** A bank whose calls do not end before it is told to let them. */
const createHangingBank = () => {
  const calls = new Set<(answer: PayoutAnswer) => void>();
  const bank: Bank = { createPayout: () => new Promise((resolve) => calls.add(resolve)) };
  return {
    bank,
    calls: (): number => calls.size,
    letGo: (): void => calls.forEach((end) => end({ outcome: 'accepted' })),
  };
};

const statesAt = async (providerId: string): Promise<string[]> =>
  [...new Set<string>(await db.database('attempts').where({ provider_id: providerId }).pluck('state'))].sort();

describe('the worker', () => {
  it('carries the legs of every other provider while one or two hang for ever', async () => {
    const [slow, dead] = [createHangingBank(), createHangingBank()];
    const harness = createPayoutHarness(db.database, shop, { slow: slow.bank, dead: dead.bank, willing });
    const legs = Array.from({ length: 100 }, (_, index) => ['slow', 'dead', 'slow'][index % 3]!);
    for (const providerId of [...legs, ...Array(40).fill('willing')] as string[]) {
      await harness.record([{ providerId, amount: decimal('1.00') }], quote);
    }
    await eventually(async () => {
      await harness.worker.run();
      return (await statesAt('willing')).join() === 'accepted';
    }, 'the legs of the third provider to be sent');
    expect(slow.calls() + dead.calls()).toBeGreaterThan(32);

    slow.letGo();
    dead.letGo();
    await eventually(async () => {
      await harness.worker.run();
      slow.letGo();
      dead.letGo();
      return (await statesAt('slow')).concat(await statesAt('dead')).join() === 'accepted,accepted';
    }, 'the others to be sent once their providers answer');
    await harness.worker.settled();
  });

  it('sends each leg once, however many processes look for work at the same time', async () => {
    const sent: string[] = [];
    const counting: Bank = {
      createPayout: ({ attempt }) => {
        sent.push(attempt.attemptId);
        return Promise.resolve({ outcome: 'accepted' });
      },
    };
    const harnesses = [1, 2, 3].map(() => createPayoutHarness(db.database, shop, { counting }));
    const payouts = await Promise.all(
      Array.from({ length: 50 }, () =>
        harnesses[0]!.record([{ providerId: 'counting', amount: decimal('1.00') }], quote),
      ),
    );
    await eventually(async () => {
      await Promise.all(harnesses.map((harness) => harness.work()));
      return (await statesAt('counting')).join() === 'accepted';
    }, 'all legs to be sent');
    expect(sent).toHaveLength(payouts.length);
    expect(new Set(sent).size).toBe(payouts.length);
  });

  it('takes a declined leg to the next provider, by an attempt of its own in the same currency', async () => {
    const refusing: Bank = { createPayout: () => Promise.resolve({ outcome: 'declined', reason: 'limit' }) };
    const harness = createPayoutHarness(db.database, shop, { refusing, last: willing });
    const payout = await harness.record([{ providerId: 'refusing', amount: decimal('1.00') }], quote);
    await harness.work();
    await harness.work();
    const attempts = await db
      .database('attempts')
      .where({ operation_id: payout })
      .orderBy('position')
      .select('provider_id', 'state', 'decline_reason', 'amount', 'currency');
    const same = { amount: '1.00', currency: 'RUB' };
    expect(attempts).toEqual([
      { provider_id: 'refusing', state: 'declined', decline_reason: 'limit', ...same },
      { provider_id: 'last', state: 'accepted', decline_reason: null, ...same },
    ]);
  });

  describe('of the process that records a payout', () => {
    type Recorded = { readonly operationId: string };
    const attemptsOf = ({ operationId }: Recorded) => db.database('attempts').where({ operation_id: operationId });
    const legOf = (payout: Recorded) => attemptsOf(payout).first('state', 'claim', 'checks');
    const createBank = (more: Bank = {}) => {
      const sent: string[] = [];
      const bank: Bank = {
        createPayout: ({ attempt }) => {
          sent.push(attempt.attemptId);
          return Promise.resolve({ outcome: 'accepted' });
        },
        lookUpPayout: () => Promise.resolve({ outcome: 'not_found' }),
        ...more,
      };
      return { sent, bank };
    };

    it('sends its legs without looking for them, while others leave them alone', async () => {
      const hanging = createHangingBank();
      const [own, other] = [1, 2].map(() => createPayoutHarness(db.database, shop, { hanging: hanging.bank }));
      const payout = await own!.createInHand('1.00');
      await other!.work();
      expect([hanging.calls(), await legOf(payout)]).toEqual([1, { state: 'sending', claim: 1, checks: 0 }]);
      hanging.letGo();
      await own!.worker.settled();
      expect(await legOf(payout)).toEqual({ state: 'accepted', claim: 1, checks: 0 });
    });

    it('may die before it sends: when the lease is over the leg is looked up, and sent once', async () => {
      const { sent, bank } = createBank({ isPayoutRepeatable: true });
      const harness = createPayoutHarness(db.database, shop, { bank });
      const payout = await harness.createInHand('1.00', { hasRoomFor: () => true, takeOn: () => undefined });
      await harness.work();
      expect([sent, await legOf(payout)]).toEqual([[], { state: 'sending', claim: 1, checks: 0 }]);
      await attemptsOf(payout).update({ check_at: alreadyDue(db.database) });
      await harness.work();
      expect([sent.length, (await legOf(payout)).state]).toEqual([1, 'accepted']);
    });

    it.each([
      ['whose provider might carry it out twice', { isPayoutRepeatable: false }, 0],
      ['whose provider has as many as it gets', { isPayoutRepeatable: true }, 32],
    ])('leaves a leg to be claimed %s', async (_which, ability, others) => {
      const hanging = createHangingBank();
      const bank = { ...hanging.bank, ...ability };
      const harness = createPayoutHarness(db.database, shop, { bank });
      await Promise.all(Array.from({ length: others }, () => harness.createInHand('1.00')));
      const payout = await harness.createInHand('1.00');
      expect([hanging.calls(), await legOf(payout)]).toEqual([others, { state: 'queued', claim: 0, checks: 0 }]);
      hanging.letGo();
      await harness.worker.settled();
      await eventually(async () => {
        await harness.worker.run();
        hanging.letGo();
        return (await legOf(payout)).state === 'accepted';
      }, 'the leg to be claimed and sent');
      expect((await legOf(payout)).claim).toBe(1);
    });
  });

  it('leaves a leg as it was while its provider is not asked, and sends it when it is asked again', async () => {
    let calls = 0;
    const createPayout = (): Promise<PayoutAnswer> => {
      calls += 1;
      return Promise.reject(new Error('connection refused'));
    };
    const one = [{ providerId: 'down', amount: decimal('1.00') }];
    const down = createPayoutHarness(db.database, shop, { down: { createPayout, mostFailures: 1 } });
    await down.record(one, quote);
    await down.work();
    const second = await down.record(one, quote);
    await down.work();
    const leg = () => db.database('attempts').where({ operation_id: second });
    expect([calls, await leg().first('state', 'checks')]).toEqual([1, { state: 'queued', checks: 0 }]);

    await leg().update({ check_at: alreadyDue(db.database) });
    const up = createPayoutHarness(db.database, shop, { down: willing });
    await up.work();
    expect(await leg().first('state')).toEqual({ state: 'accepted' });
  });

  it('sends nothing to a provider in maintenance, and what waits for it when that is over', async () => {
    const sent: string[] = [];
    const bank: Bank = {
      createPayout: ({ attempt }) => {
        sent.push(attempt.attemptId);
        return Promise.resolve({ outcome: 'accepted' });
      },
    };
    await db.database('providers').insert({ provider_id: 'closed', kind: 'sandbox' });
    const times = { startsAt: new Date(Date.now() - 60_000), endsAt: new Date(Date.now() + 60_000) };
    const order = { providerId: 'closed', direction: 'payout', method: null, reason: 'release', ...times } as const;
    const { windowId } = await planMaintenance({ database: db.database }, { ...order, actor: tester });
    const payout = await createPayoutHarness(db.database, shop, { closed: bank }).record(
      [{ providerId: 'closed', amount: decimal('1.00') }],
      quote,
    );
    const leg = () => db.database('attempts').where({ operation_id: payout });
    await createPayoutHarness(db.database, shop, { closed: bank }).work();
    expect([sent, await leg().first('state', 'checks')]).toEqual([[], { state: 'queued', checks: 0 }]);

    await endMaintenance({ database: db.database }, { windowId, actor: tester });
    await leg().update({ check_at: alreadyDue(db.database) });
    // Another process: this one remembers for up to a second what is planned.
    await createPayoutHarness(db.database, shop, { closed: bank }).work();
    expect([sent.length, (await leg().first('state')).state]).toEqual([1, 'accepted']);
  });

  it('goes on with the next leg when the work on one throws, and takes that up when its lease is over', async () => {
    const bank: Bank = { ...willing, lookUpPayout: () => Promise.resolve({ outcome: 'not_found' }) };
    const harness = createPayoutHarness(db.database, shop, { bank });
    const first = await harness.record([{ providerId: 'bank', amount: decimal('1.00') }], quote);
    // Its destination cannot be read for a while, as with a key that is missing from the ring.
    const { number_encrypted: sealed } = await db.database('operations').where({ operation_id: first }).first();
    await db
      .database('operations')
      .where({ operation_id: first })
      .update({ number_encrypted: Buffer.from('unreadable') });
    const second = await harness.record([{ providerId: 'bank', amount: decimal('1.00') }], quote);
    const stateOf = async (operationId: string): Promise<string> =>
      (await db.database('attempts').where({ operation_id: operationId }).first('state')).state;
    await harness.work();
    expect([await stateOf(first), await stateOf(second)]).toEqual(['sending', 'accepted']);
    await db.database('operations').where({ operation_id: first }).update({ number_encrypted: sealed });
    await db
      .database('attempts')
      .where({ operation_id: first })
      .update({ check_at: alreadyDue(db.database) });
    await eventually(async () => {
      await harness.work();
      return (await stateOf(first)) === 'accepted';
    }, 'the leg to be sent after all');
  });
});
