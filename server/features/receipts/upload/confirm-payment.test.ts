import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type OperationId } from '#platform/ids';
import { decimal } from '#platform/money';
import { brokenInvariants } from '#test/faults/clean-check';
import type { TestCreate } from '#test/faults/payment-harness';
import { eventually } from '#test/support/eventually';
import { alreadyDue } from '#test/support/already-due';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createReceiptHarness, type ReceiptHarness } from '../receipts-fixture.ts';

let db: TestDatabase;
let harness: ReceiptHarness;
beforeAll(async () => {
  db = await createTestDatabase();
  harness = await createReceiptHarness(db);
});
afterAll(async () => {
  expect(await brokenInvariants(db.database)).toEqual([]);
  await db.drop();
});

/** Content that no other test brings. */
const fresh = (text = 'receipt'): string => `${text} ${newId()}`;
const wrongState = { code: 'wrong_state' };
const traceOf = async (payment: TestCreate) => ({
  row: await harness.rowOf(payment),
  files: await harness.filesOf(payment),
  events: await harness.eventsOf(payment),
  contents: await harness.contents(),
});

describe('a receipt', () => {
  it('is stored, recorded and given to the provider, and the payment stays as it is', async () => {
    const payment = await harness.awaiting();
    const text = fresh();
    expect(await harness.confirm(payment, text)).toMatchObject({
      status: 'awaiting_confirmation',
      operationId: payment.operationId,
    });
    const [file] = await harness.filesOf(payment);
    expect(file).toMatchObject({ state: 'recorded', storage: 'postgres', size_bytes: text.length });
    expect(file.findings).toMatchObject({ verdict: 'sound', isUsedElsewhere: false });
    expect(await harness.rowOf(payment)).toMatchObject({
      receipt_file_id: file.file_id,
      status: 'awaiting_confirmation',
    });
    expect(harness.asked.at(-1)).toEqual({ amount: '100.00', number: '2200000000000004' });
    expect(await harness.eventsOf(payment)).toEqual(['operation.awaiting_confirmation']);

    await harness.submit();

    expect(harness.submitted.at(-1)).toEqual({
      attempt: payment.attempt,
      fileId: file.file_id,
      content: Buffer.from(text),
    });
    const [after] = await harness.filesOf(payment);
    expect(after.submissions).toBe(1);
    // Taken: its verdict is awaited, and asked for again only after a while.
    expect(after.submit_at.getTime()).toBeGreaterThan(Date.now() + 300_000);
  });

  it('that is sent again changes nothing, while under review and after the end', async () => {
    const payment = await harness.awaiting();
    const text = fresh();
    await harness.confirm(payment, text);
    const before = await traceOf(payment);
    expect(await harness.confirm(payment, text)).toMatchObject({ status: 'awaiting_confirmation' });
    expect(await traceOf(payment)).toEqual(before);
    await harness.payment.applyFact({
      attempt: payment.attempt,
      state: 'paid',
      paidTotal: decimal('100.00'),
      evidence: [],
    });
    const ended = await traceOf(payment);
    expect(await harness.confirm(payment, text)).toMatchObject({ status: 'completed' });
    expect(await traceOf(payment)).toEqual(ended);
  });

  it.each([
    ['unreadable', 'not_terminal'],
    ['encrypted', 'potential_fake'],
    ['scripted', 'potential_fake'],
    ['automatic', 'potential_fake'],
    ['infected', 'potential_fake'],
  ])('that is %s is not given to the provider: an operator looks at it (%s)', async (verdict, reason) => {
    const payment = await harness.awaiting();
    expect(await harness.confirm(payment, fresh(verdict))).toMatchObject({
      status: 'manual_check',
      manualCheckReason: reason,
    });
    expect(await harness.filesOf(payment)).toMatchObject([{ state: 'recorded', submit_at: null }]);
    expect(await harness.eventsOf(payment)).toEqual(['operation.awaiting_confirmation', 'operation.manual_check']);
    expect(await harness.rowOf(payment)).toMatchObject({ event_sequence: 2 });
  });

  it.each([
    ['of the same shop', () => Promise.resolve(harness)],
    ['of another shop', () => createReceiptHarness(db)],
  ])('that was used for another payment %s may be a fake', async (_whose, open) => {
    const [first, other] = [await harness.awaiting(), await open()];
    const text = fresh();
    await harness.confirm(first, text);
    const second = await other.awaiting();
    expect(await other.confirm(second, text)).toMatchObject({
      status: 'manual_check',
      manualCheckReason: 'potential_fake',
    });
    expect((await other.filesOf(second))[0].findings).toMatchObject({ isUsedElsewhere: true });
    expect((await harness.filesOf(first))[0].findings).toMatchObject({ isUsedElsewhere: false });
  });

  it('that no reader opens is no sign of fraud, even when it was sent before', async () => {
    const text = fresh('unreadable');
    await harness.confirm(await harness.awaiting(), text);
    const second = await harness.awaiting();
    expect(await harness.confirm(second, text)).toMatchObject({ manualCheckReason: 'not_terminal' });
  });
});

it('uploads are counted by who looks at them', async () => {
  const counted = async (): Promise<Record<string, string>> => {
    const lines = (await own.metrics.registry.metrics()).matchAll(
      /^turnpike_receipts_total\{outcome="(\w+)"\} (\d+)$/gm,
    );
    return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, count]));
  };
  const own = await createReceiptHarness(db);
  const text = fresh();
  await own.confirm(await own.awaiting(), text);
  // Used before: no provider sees it.
  await own.confirm(await own.awaiting(), text);
  await own.confirm(await own.awaiting(), fresh('scripted'));
  await own.confirm(await own.awaiting(), fresh('unreadable'));
  expect(await counted()).toEqual({ under_review: '1', potential_fake: '2', not_terminal: '1' });
});

describe('no receipt is taken', () => {
  it.each([
    ['while another one is under review', (payment: TestCreate) => harness.confirm(payment, fresh())],
    ['while an operator looks at another one', (payment: TestCreate) => harness.confirm(payment, fresh('encrypted'))],
    ['after the payment was cancelled', ({ operationId }: TestCreate) => harness.payment.cancel({ operationId })],
    [
      'after its lifetime',
      ({ operationId }: TestCreate) =>
        db
          .database('operations')
          .where({ operation_id: operationId })
          .update({ expires_at: db.database.raw(`now() - interval '1 second'`) }),
    ],
    [
      'while its provider is asked whether it has expired',
      ({ operationId }: TestCreate) =>
        db.database('operations').where({ operation_id: operationId }).update({ is_expiring: true }),
    ],
  ])('%s', async (_when, prepare) => {
    const payment = await harness.awaiting();
    await prepare(payment);
    const before = await traceOf(payment);
    await expect(harness.confirm(payment, fresh())).rejects.toMatchObject(wrongState);
    expect(await traceOf(payment)).toEqual(before);
    // Nothing of these is left to be done.
    await db.database('operations').where({ operation_id: payment.operationId }).update({ is_expiring: false });
  });

  it('for a payment that needs none', async () => {
    const payment = await harness.payment.startCreate('100.00');
    await harness.payment.placeOrder(payment, '100.00');
    await harness.payment.accept(payment);
    await expect(harness.confirm(payment, fresh())).rejects.toMatchObject(wrongState);
  });

  it('for a payment of another shop, one that is not decided, and one that never was', async () => {
    const [payment, stranger] = [await harness.awaiting(), await createReceiptHarness(db)];
    const missing = { code: 'operation_not_found' };
    await expect(stranger.confirm(payment, fresh())).rejects.toMatchObject(missing);
    await expect(harness.confirm({ ...payment, operationId: newId<OperationId>() }, fresh())).rejects.toMatchObject(
      missing,
    );
    const undecided = await harness.payment.startCreate('100.00');
    await expect(harness.confirm(undecided, fresh())).rejects.toMatchObject(missing);
  });

  it('when its content cannot be stored, and the next one may be', async () => {
    const payment = await harness.awaiting();
    const away = () => Promise.reject(new Error('The storage is away.'));
    const storage = { ...harness.storage, put: away, remove: away };
    const text = fresh();
    await expect(harness.confirm(payment, text, { storage })).rejects.toMatchObject({
      code: 'temporarily_unavailable',
    });
    expect(await harness.filesOf(payment)).toMatchObject([{ state: 'removing' }]);
    expect(await harness.confirm(payment, text)).toMatchObject({ status: 'awaiting_confirmation' });
    // The storage that failed may still be writing.
    while (await harness.remove());
    expect(await harness.filesOf(payment)).toHaveLength(2);
    await db
      .database('receipt_files')
      .where({ state: 'removing' })
      .update({ updated_at: db.database.raw(`now() - interval '1 second'`) });
    while (await harness.remove());
    expect(await harness.filesOf(payment)).toMatchObject([{ state: 'recorded' }]);
  });
});

describe('uploads at the same time', () => {
  it('of one file leave it once, and all are told the same', async () => {
    const payment = await harness.awaiting();
    const before = await harness.contents();
    const text = fresh();
    const answers = await Promise.all(Array.from({ length: 5 }, () => harness.confirm(payment, text)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'awaiting_confirmation'));
    expect(await harness.filesOf(payment)).toHaveLength(1);
    expect(await harness.contents()).toBe(before + 1);
  });

  it('of different files leave one of them, and the others are refused', async () => {
    const payment = await harness.awaiting();
    const before = await harness.contents();
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => harness.confirm(payment, fresh())));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(refused).toEqual(Array.from({ length: 4 }, () => 'wrong_state'));
    expect(await harness.filesOf(payment)).toMatchObject([{ state: 'recorded' }]);
    expect(await harness.contents()).toBe(before + 1);
  });
});

it('a receipt that no provider has taken for weeks is still given to it every ten minutes', async () => {
  const payment = await harness.awaiting();
  await harness.confirm(payment, fresh());
  // Two to this power is no number that Postgres knows.
  await db.database('receipt_files').where({ operation_id: payment.operationId }).update({ submissions: 2_000 });
  while (await harness.submit());
  expect(await harness.filesOf(payment)).toMatchObject([{ submissions: 2_001 }]);
});

it('a receipt that its provider says nothing about for a day is decided by an operator', async () => {
  const [silent, young] = [await harness.awaiting(), await harness.awaiting()];
  for (const payment of [silent, young]) await harness.confirm(payment, fresh());
  const uploadedAgo = ({ operationId }: TestCreate, age: string) =>
    db
      .database('receipt_files')
      .where({ operation_id: operationId })
      .update({ uploaded_at: db.database.raw(`now() - interval '${age}'`), submit_at: alreadyDue(db.database) });
  await uploadedAgo(silent, '25 hours');
  await uploadedAgo(young, '23 hours');
  const before = harness.submitted.length;
  while (await harness.submit());
  expect(await harness.rowOf(silent)).toMatchObject({ status: 'manual_check', manual_check_reason: 'potential_fake' });
  expect(await harness.eventsOf(silent)).toEqual(['operation.awaiting_confirmation', 'operation.manual_check']);
  expect(await harness.rowOf(young)).toMatchObject({ status: 'awaiting_confirmation' });
  expect(harness.submitted.length).toBe(before + 1);
  // What it says later about money still counts.
  await harness.payment.applyFact({
    attempt: silent.attempt,
    state: 'paid',
    paidTotal: decimal('100.00'),
    evidence: [],
  });
  expect(await harness.rowOf(silent)).toMatchObject({ status: 'completed', manual_check_reason: null });
});

it('a payment takes five uploads at once and no more, and others again when those have ended', async () => {
  const payment = await harness.awaiting();
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const storage = { ...harness.storage, put: () => held.then(() => Promise.reject(new Error('The storage is away.'))) };
  const uploads = Array.from({ length: 5 }, () => harness.confirm(payment, fresh(), { storage }));
  await eventually(async () => (await harness.filesOf(payment)).length === 5, 'five uploads to be under way');
  await expect(harness.confirm(payment, fresh())).rejects.toMatchObject({ code: 'too_many_requests' });
  letGo();
  await Promise.allSettled(uploads);
  expect(await harness.confirm(payment, fresh())).toMatchObject({ status: 'awaiting_confirmation' });
});

it('what a process that died had begun to store is removed, and only that', async () => {
  const [begun, recorded] = [await harness.awaiting(), await harness.awaiting()];
  await harness.confirm(recorded, fresh());
  const file = { shopId: harness.shop.shopId, operationId: begun.operationId, fileId: newId<string>() };
  const digest = Buffer.alloc(32, 7);
  await harness.files.begin(
    { shopId: harness.shop.shopId, api: 'v1' },
    file,
    { sizeBytes: 1, digest, read: () => Promise.resolve(digest) },
    'postgres',
  );
  await harness.storage.put(file, digest);
  while (await harness.remove());
  expect(await harness.filesOf(begun)).toMatchObject([{ state: 'storing' }]);

  await db.database('receipt_files').update({ updated_at: db.database.raw(`now() - interval '16 minutes'`) });
  while (await harness.remove());

  expect(await harness.filesOf(begun)).toEqual([]);
  await expect(harness.storage.get(file)).rejects.toThrow('There is no content');
  expect(await harness.filesOf(recorded)).toHaveLength(1);
  expect(await harness.confirm(begun, fresh())).toMatchObject({ status: 'awaiting_confirmation' });
});
