import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getOperationState } from '#features/operations';
import { createLog } from '#platform/logs';
import { decimal } from '#platform/money';
import { createRouting, type Evidence, type EvidenceAnswer } from '#providers';
import { brokenInvariants } from '#test/faults/clean-check';
import type { TestCreate } from '#test/faults/payment-harness';
import { alreadyDue } from '#test/support/already-due';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { connectFake } from '#test/support/fake-provider';
import { createEvidenceStore } from './evidence-store.ts';
import { fetchEvidence } from './fetch-evidence.ts';
import { createReceiptHarness, type ReceiptHarness } from '../receipts-fixture.ts';

let db: TestDatabase;
let harness: ReceiptHarness;
let answer: EvidenceAnswer;
let asked = 0;
beforeAll(async () => {
  db = await createTestDatabase();
  harness = await createReceiptHarness(db);
});
afterAll(async () => {
  expect(await brokenInvariants(db.database)).toEqual([]);
  await db.drop();
});

const log = createLog('silent');
const items = (...amounts: string[]): Evidence =>
  amounts.map((amount) => ({ amount: decimal(amount), completedAt: new Date() }));
const fetchOnce = (): Promise<boolean> => {
  const provider = (providerId: string) =>
    connectFake(providerId, {
      fetchEvidence: () => {
        asked += 1;
        return Promise.resolve(answer);
      },
    });
  const routing = createRouting(db.database, (_kind, providerId) => provider(providerId));
  return fetchEvidence({ evidence: createEvidenceStore(db.database), routing, log });
};
const makeDue = ({ attempt }: TestCreate) =>
  db
    .database('attempts')
    .where({ attempt_id: attempt.attemptId })
    .update({ evidence_due_at: alreadyDue(db.database) });
const settledLater = async (text?: string): Promise<TestCreate> => {
  const payment = await harness.awaiting();
  if (text !== undefined) await harness.confirm(payment, text);
  await harness.payment.applyFact({
    attempt: payment.attempt,
    state: 'paid',
    paidTotal: decimal('100.00'),
    evidence: 'later',
  });
  await makeDue(payment);
  return payment;
};
const needs = () => ({ operations: harness.operations, linkReceipt: () => Promise.resolve(null), log });
const scope = () => ({ shopId: harness.shop.shopId, api: 'v1' as const });
const byId = ({ operationId }: TestCreate) => getOperationState(needs(), scope(), { operationId });
const byIdentifier = ({ operationId }: TestCreate) =>
  getOperationState(needs(), scope(), { merchantOperationId: operationId });
const attemptOf = ({ attempt }: TestCreate) => db.database('attempts').where({ attempt_id: attempt.attemptId }).first();

describe('evidence that comes later', () => {
  it('is unavailable at first, asked for again and again, and complete once its provider has it', async () => {
    const payment = await settledLater();
    await expect(byId(payment)).rejects.toMatchObject({ code: 'evidence_unavailable' });
    const early = await byIdentifier(payment);
    expect(early).toMatchObject({ operation: { status: 'completed' }, evidence: 'unavailable', receipts: [] });
    for (const not of [{ outcome: 'unknown' }, { outcome: 'found', evidence: 'later' }] as const) {
      answer = not;
      await makeDue(payment);
      await fetchOnce();
      expect((await byIdentifier(payment)).evidence).toBe('unavailable');
    }
    answer = { outcome: 'found', evidence: items('60.00', '40.00') };
    await makeDue(payment);
    await fetchOnce();
    const { operation, evidence, receipts } = await byId(payment);
    expect([evidence, receipts.map(({ amount }) => amount.toFixed(2)).sort()]).toEqual([
      'complete',
      ['40.00', '60.00'],
    ]);
    // The operation itself has not changed.
    expect(operation).toEqual(early.operation);
    const before = asked;
    await fetchOnce();
    expect(asked).toBe(before);
  });

  it('is shown by the uploaded file where it is one transfer', async () => {
    const payment = await settledLater('a receipt');
    answer = { outcome: 'found', evidence: items('100.00') };
    await fetchOnce();
    const { receipt_file_id: fileId } = await harness.rowOf(payment);
    expect((await byId(payment)).receipts).toMatchObject([
      { file: { fileId, storage: 'postgres' }, isSynthetic: false },
    ]);
  });

  it('is partial where it does not add up', async () => {
    const payment = await settledLater('another receipt');
    answer = { outcome: 'found', evidence: items('99.99') };
    await fetchOnce();
    const { evidence, receipts } = await byId(payment);
    expect([evidence, receipts.map(({ amount }) => amount.toFixed(2))]).toEqual(['partial', ['100.00']]);
    expect(receipts).toMatchObject([{ file: null, isSynthetic: true }]);
  });

  it('that its provider never has is partial after a day', async () => {
    const payment = await settledLater();
    answer = { outcome: 'unknown' };
    await fetchOnce();
    expect((await attemptOf(payment)).evidence_due_at).not.toBeNull();
    await db
      .database('attempts')
      .where({ attempt_id: payment.attempt.attemptId })
      .update({ updated_at: db.database.raw(`now() - interval '25 hours'`), evidence_due_at: alreadyDue(db.database) });
    await fetchOnce();
    expect((await byId(payment)).evidence).toBe('partial');
    expect((await attemptOf(payment)).evidence_due_at).toBeNull();
  });
});

it('evidence of which a single link cannot be had is not shown at all', async () => {
  const payment = await harness.awaiting();
  const evidence = items('60.00', '40.00');
  await harness.payment.applyFact({ attempt: payment.attempt, state: 'paid', paidTotal: decimal('100.00'), evidence });
  let links = 0;
  const away = {
    ...needs(),
    linkReceipt: () => ((links += 1) === 2 ? Promise.reject(new Error('away')) : Promise.resolve(null)),
  };
  await expect(getOperationState(away, scope(), { operationId: payment.operationId })).rejects.toMatchObject({
    code: 'evidence_unavailable',
  });
  links = 0;
  const told = await getOperationState(away, scope(), { merchantOperationId: payment.operationId });
  expect(told).toMatchObject({ operation: { status: 'completed' }, evidence: 'unavailable', receipts: [] });
});
