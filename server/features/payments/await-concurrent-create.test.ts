import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFindKeyHolder, createOperationsStore, type KeyHolder } from '#features/operations';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { createHarness, type Harness } from '#test/faults/payment-harness';
import { patienceMs } from '#test/support/patience';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { awaitConcurrentCreate } from './await-concurrent-create.ts';

const amount = '100.00';
const fresh = newKeyText('fresh');

let db: TestDatabase;
let shop: TestShop;
let harness: Harness;
let identifier: string;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  harness = createHarness(db.database, shop);
  const create = await harness.startCreate(amount);
  await harness.accept(create);
  // Its body is digested as its amount.
  identifier = create.operationId;
});
afterAll(() => db.drop());

/** The create sent again, with this body, to a process that has this ring. */
const resend = async (keys: string, canonicalRequest = amount) => {
  const keyRing = createKeyRing(keys);
  const held = await createFindKeyHolder(db.database)(shop.shopId, 'v1', { merchantOperationId: identifier });
  const needs = {
    keyRing,
    operations: createOperationsStore(db.database, createKeyRing(`${testKeys},${fresh}`)),
    payments: { findDecision: () => Promise.reject(new Error('It is decided.')) },
    takeOver: () => Promise.reject(new Error('It is decided.')),
  };
  return awaitConcurrentCreate(
    needs,
    held!,
    { canonicalRequest, idempotencyKey: null },
    performance.now() + patienceMs,
  );
};
const reused = () => expect.objectContaining({ code: 'identifier_reused', details: { operationId: identifier } });

describe('a create that is sent again', () => {
  it.each([
    ['before the key ring changes', testKeys],
    ['when the new key is there and the old one first', `${testKeys},${fresh}`],
    ['when the new key is first', `${fresh},${testKeys}`],
  ])('is answered with its payment %s', async (_when, keys) => {
    expect(await resend(keys)).toMatchObject({ operationId: identifier, status: 'pending' });
    await expect(resend(keys, '100.01')).rejects.toEqual(reused());
  });

  it('is refused, and not carried out again, once its key has left the ring', async () => {
    await expect(resend(fresh)).rejects.toEqual(reused());
  });
});

/** Waits as a create does that found this one still open, and that sees it in its present state. */
const waitFor = (held: KeyHolder | null) => {
  const keyRing = createKeyRing(testKeys);
  const operations = createOperationsStore(db.database, keyRing);
  const takeOver = () => Promise.reject(new Error('Its lease is not over.'));
  return awaitConcurrentCreate(
    { keyRing, operations, payments: harness.payments, takeOver },
    held!,
    { canonicalRequest: amount, idempotencyKey: null },
    performance.now() + patienceMs,
  );
};
/** One that is refused, while another request waits for it, and then cancelled. */
const refusedAndCancelled = async () => {
  const create = await harness.startCreate(amount);
  const held = await createFindKeyHolder(db.database)(shop.shopId, 'v1', { merchantOperationId: create.operationId });
  const unknown = { attemptId: create.attempt.attemptId, state: 'unknown' as const, declineReason: null };
  await harness.payments.rejectIntent(shop.shopId, create.operationId, unknown, 'no_provider_accepted');
  await harness.cancel({ merchantOperationId: create.operationId });
  return { operationId: create.operationId, held };
};

it('is not answered with the payment of another body, for which the identifier became free while it waited', async () => {
  const { operationId, held } = await refusedAndCancelled();
  expect(await harness.fill(operationId, '100.01', operationId)).toBe(true);
  await expect(waitFor(held)).rejects.toMatchObject({ code: 'identifier_reused', details: { operationId } });
});

it('may say what was cancelled, where what it waited for left only a cancellation behind', async () => {
  const { held } = await refusedAndCancelled();
  expect(await waitFor(held)).toBeNull();
});
