import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import { createHarness, type Harness } from '#test/faults/payment-harness';
import { brokenInvariants } from '#test/faults/clean-check';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { tester } from '#test/support/operators';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { createSpeaker, type Spoken } from './spoken-fixture.ts';

let db: TestDatabase;
let shop: TestShop;
let harness: Harness;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  const unknown = () => Promise.resolve({ outcome: 'unknown' } as const);
  harness = createHarness(db.database, shop, { voidPayment: unknown });
});
afterAll(() => db.drop());
afterEach(async () => {
  expect(await brokenInvariants(db.database)).toEqual([]);
});

const speak = (...words: readonly string[]): Promise<Spoken> => createSpeaker(db.url)(words, testKeys);
const resolve = (attemptId: string, ...words: readonly string[]): Promise<Spoken> =>
  speak('payments', 'resolve', attemptId, ...words, '--evidence', 'letter of the bank');
const attemptOf = (attemptId: string) => db.database('attempts').where({ attempt_id: attemptId }).first();

/** A create that is refused, and whose provider does not say that it holds no order. */
const createOpen = async () => {
  const create = await harness.startCreate('100.00');
  const { attemptId } = create.attempt;
  const end = { attemptId, state: 'unknown', declineReason: null } as const;
  await harness.payments.rejectIntent(shop.shopId, create.operationId, end, 'no_provider_accepted');
  return { operationId: create.operationId, attemptId };
};

describe('turnpike payments list', () => {
  it('shows attempts of which nothing was learned for over five minutes, or all', async () => {
    const { operationId, attemptId } = await createOpen();
    expect((await speak('payments', 'list')).err).toContain('No attempt has been open for over five minutes.');
    expect((await speak('payments', 'list', '--all')).out).toContain(attemptId);
    await db
      .database('attempts')
      .where({ attempt_id: attemptId })
      .update({ updated_at: db.database.raw(`now() - interval '6 minutes'`) });
    const row = `${shop.name} +${operationId} +rejecting +${attemptId} +sandbox-1 +unknown +100.00 RUB +0 `;
    expect((await speak('payments', 'list')).out).toMatch(new RegExp(row));
  });

  it('answers in JSON, of one shop only when asked so', async () => {
    const other = await createTestShop(db.database);
    const { attemptId } = await createOpen();
    const listed = async (name: string) =>
      JSON.parse((await speak('payments', 'list', '--all', '--shop', name, '--json')).out) as object[];
    expect(await listed(shop.name)).toContainEqual(
      expect.objectContaining({ attemptId, state: 'unknown', amount: '100.00' }),
    );
    expect(await listed(other.name)).toEqual([]);
  });
});

describe('turnpike payments resolve', () => {
  it('ends an attempt as void, which frees the identifier of its create', async () => {
    const { operationId, attemptId } = await createOpen();
    const { code, out } = await resolve(attemptId, 'void', '--yes');
    expect([code, out]).toEqual([0, expect.stringContaining(`Recorded the attempt of payment ${operationId}`)]);
    expect(await attemptOf(attemptId)).toMatchObject({ state: 'voided', check_at: null, paid_amount: '0.00' });
    expect(await db.database('operations').where({ operation_id: operationId }).first()).toMatchObject({
      status: 'rejected',
    });
    const [entry] = await db.database('audit_log').where({ action: 'payment.resolved', subject: operationId });
    expect(entry).toMatchObject({
      actor: tester.name,
      before: { attempt_id: attemptId, state: 'unknown' },
      after: { attempt_id: attemptId, paid_amount: '0.00', evidence: 'letter of the bank' },
    });
  });

  it('takes money that was paid to suspense, and of what the provider tells later the rest only', async () => {
    const { attemptId } = await createOpen();
    await resolve(attemptId, 'paid', '--amount', '60.00', '--yes');
    expect(await attemptOf(attemptId)).toMatchObject({
      state: 'voided',
      paid_amount: '60.00',
      suspense_amount: '60.00',
    });
    await harness.applyFact({
      attempt: { shopId: shop.shopId, attemptId },
      state: 'paid',
      paidTotal: decimal('100.00'),
      evidence: [],
    });
    expect(await attemptOf(attemptId)).toMatchObject({ paid_amount: '100.00', suspense_amount: '100.00' });
  });

  it('refuses one that is decided, and says by whom', async () => {
    const { attemptId } = await createOpen();
    await resolve(attemptId, 'void', '--yes');
    const second = await resolve(attemptId, 'paid', '--amount', '1.00', '--yes');
    const told = /^turnpike: The attempt was resolved by cli:tester at \d{4}-\d\d-\d\dT.+Z; nothing was changed\.$/;
    expect(second).toMatchObject({ code: 1, err: expect.stringMatching(told) });
    expect(await attemptOf(attemptId)).toMatchObject({ paid_amount: '0.00' });
  });

  it.each([
    [['paid'], 'Say how much was paid'],
    [['paid', '--amount', '0.00'], 'is not an amount'],
    [['paid', '--amount', '1.001'], 'is not an amount'],
    [['void', '--amount', '1.00'], 'has no amount'],
    [['failed'], 'paid or void'],
  ])('refuses %j', async (words, reason) => {
    const { attemptId } = await createOpen();
    expect(await resolve(attemptId, ...words, '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining(reason),
    });
    expect(await attemptOf(attemptId)).toMatchObject({ state: 'unknown' });
  });

  it('refuses what names no open attempt, and a decision that rests on nothing', async () => {
    const { attemptId } = await createOpen();
    const strange = await resolve('019c46f3-1c70-7e02-a1d5-8f3b6c9d7e10', 'void', '--yes');
    expect(strange).toMatchObject({ code: 1, err: expect.stringContaining('No attempt of a payment is open') });
    const empty = await speak('payments', 'resolve', attemptId, 'void', '--yes', '--evidence', ' ');
    expect(empty).toMatchObject({ code: 1, err: expect.stringContaining('Say what the decision rests on') });
    const unasked = await resolve(attemptId, 'void');
    expect(unasked).toMatchObject({ code: 1, err: expect.stringContaining('add --yes') });
    expect(await attemptOf(attemptId)).toMatchObject({ state: 'unknown' });
  });
});
