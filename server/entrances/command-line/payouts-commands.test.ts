import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { RunningServer } from '#server/start-server';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { brokenInvariants } from '#test/faults/clean-check';
import { tester } from '#test/support/operators';
import { createSpeaker, type Spoken } from './spoken-fixture.ts';

let db: TestDatabase;
let server: RunningServer;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer(db.url);
  shop = await createTestShop(db.database, { balance: '100000.00' });
});
afterAll(async () => {
  await server.stop();
  await db.drop();
});
afterEach(async () => {
  expect(await brokenInvariants(db.database)).toEqual([]);
});

const speak = (...words: readonly string[]): Promise<Spoken> => createSpeaker(db.url)(words, testKeys);
const resolve = (attemptId: string, ...words: readonly string[]): Promise<Spoken> =>
  speak('payouts', 'resolve', attemptId, ...words, '--evidence', 'statement 7, line 12');
const stateOf = (operationId: string) => db.database('operations').where({ operation_id: operationId }).first();

/** A payout that no provider ever says a last word about, and its leg once that is accepted. */
const createStuckPayout = async (): Promise<{ readonly operationId: string; readonly attemptId: string }> => {
  const answer = await fetch(`${server.url}/v1/payout`, {
    method: 'POST',
    headers: { 'x-api-key': shop.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      merchant_operation_id: randomUUID(),
      client_id: 'client-7',
      method: 'WT_RUB_C2C',
      amount: '1000.58',
      currency: 'RUB',
      number: '2200000000000004',
    }),
  });
  const { operation_id: operationId } = (await answer.json()) as { operation_id: string };
  const attemptId = await eventually(async () => {
    const leg = await db.database('attempts').where({ operation_id: operationId, state: 'accepted' }).first();
    return leg?.attempt_id as string | undefined;
  }, 'the leg to be accepted');
  return { operationId, attemptId };
};

describe('turnpike payouts list', () => {
  it('shows legs that have been open for over five minutes, their numbers masked', async () => {
    const { operationId, attemptId } = await createStuckPayout();
    expect((await speak('payouts', 'list')).err).toContain('No payout has been open for over five minutes.');
    await db
      .database('attempts')
      .where({ attempt_id: attemptId })
      .update({ created_at: db.database.raw(`now() - interval '6 minutes'`) });
    const { out } = await speak('payouts', 'list');
    expect(out).toMatch(
      new RegExp(
        `${shop.name} +${operationId} +1 +${attemptId} +sandbox-1 +accepted +1000.58 RUB +0.00 +220000\\*{6}0004`,
      ),
    );
    expect(out).not.toContain('2200000000000004');
  });

  it('answers in JSON, of one shop only when asked so', async () => {
    const other = await createTestShop(db.database);
    const { attemptId } = await createStuckPayout();
    const mine = JSON.parse((await speak('payouts', 'list', '--all', '--shop', shop.name, '--json')).out) as object[];
    expect(mine).toContainEqual(
      expect.objectContaining({ attemptId, state: 'accepted', amount: '1000.58', checks: 0 }),
    );
    expect((await speak('payouts', 'list', '--all', '--shop', other.name, '--json')).out).toBe('[]');
  });
});

describe('turnpike payouts resolve', () => {
  it.each([
    { words: ['paid'], status: 'completed', actual: '1000.58', charged: '1020.590000', paid: '1000.58' },
    {
      words: ['paid', '--amount', '400.10'],
      status: 'completed',
      actual: '400.10',
      charged: '408.100000',
      paid: '400.10',
    },
    { words: ['failed'], status: 'cancelled', actual: '0.00', charged: '0.000000', paid: '0.00' },
  ])('ends a payout as $words', async ({ words, status, actual, charged, paid }) => {
    const { operationId, attemptId } = await createStuckPayout();
    const { code, out } = await resolve(attemptId, ...words, '--yes');
    expect(code).toBe(0);
    expect(out).toContain(`Recorded leg 1 of payout ${operationId}`);
    const operation = await stateOf(operationId);
    expect(operation).toMatchObject({ status, actual_amount: actual, settlement_amount: charged });
    expect(operation.cancel_reason).toBe(status === 'cancelled' ? 'failed' : null);
    const [entry] = await db.database('audit_log').where({ action: 'payout.resolved', subject: operationId });
    expect(entry).toMatchObject({
      actor: tester.name,
      before: { attempt_id: attemptId, leg: 1, state: 'accepted' },
      after: { attempt_id: attemptId, leg: 1, paid_amount: paid, evidence: 'statement 7, line 12' },
    });
  });

  it('refuses a decided leg, and leaves it as it is', async () => {
    const { operationId, attemptId } = await createStuckPayout();
    await resolve(attemptId, 'paid', '--yes');
    const second = await resolve(attemptId, 'failed', '--yes');
    const told =
      /^turnpike: The leg was resolved as paid \(1000\.58 RUB\) by cli:tester at \d{4}-\d\d-\d\dT.+Z; nothing was changed\.$/;
    expect(second).toMatchObject({ code: 1, err: expect.stringMatching(told) });
    expect(await stateOf(operationId)).toMatchObject({ status: 'completed', actual_amount: '1000.58' });
  });

  it('refuses a leg that a process is sending just now', async () => {
    const { operationId, attemptId } = await createStuckPayout();
    await db
      .database('attempts')
      .where({ attempt_id: attemptId })
      .update({ state: 'sending', check_at: db.database.raw(`now() + interval '1 minute'`) });
    const refused = await resolve(attemptId, 'failed', '--yes');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('being sent just now') });
    expect(await stateOf(operationId)).toMatchObject({ status: 'pending' });
    await db.database('attempts').where({ attempt_id: attemptId }).update({ state: 'accepted' });
  });

  it.each([
    [['paid', '--amount', '1000.59'], 'at most that'],
    [['paid', '--amount', '0.00'], 'is not an amount'],
    [['paid', '--amount', '1.001'], 'is not an amount'],
    [['failed', '--amount', '1.00'], 'has no amount'],
    [['lost'], 'paid or failed'],
  ])('refuses %j', async (words, reason) => {
    const { operationId, attemptId } = await createStuckPayout();
    const refused = await resolve(attemptId, ...words, '--yes');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(reason) });
    expect(await stateOf(operationId)).toMatchObject({ status: 'pending' });
  });

  it('refuses a decision that rests on nothing', async () => {
    const { operationId, attemptId } = await createStuckPayout();
    const untold = await speak('payouts', 'resolve', attemptId, 'failed', '--yes');
    expect(untold).toMatchObject({ code: 2, err: expect.stringContaining('--evidence') });
    const empty = await speak('payouts', 'resolve', attemptId, 'failed', '--yes', '--evidence', '  ');
    expect(empty).toMatchObject({ code: 1, err: expect.stringContaining('Say what the decision rests on') });
    expect(await stateOf(operationId)).toMatchObject({ status: 'pending' });
  });

  it('asks first, and does nothing when no operator is there to be asked', async () => {
    const { operationId, attemptId } = await createStuckPayout();
    const refused = await resolve(attemptId, 'failed');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('add --yes') });
    expect(await stateOf(operationId)).toMatchObject({ status: 'pending' });
  });
});
