import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import { createHarness, type TestCreate } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { createSpeaker, type Spoken } from './spoken-fixture.ts';

let db: TestDatabase;
let shop: TestShop;
let create: TestCreate;
let find: (...words: readonly string[]) => Promise<Spoken>;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  const harness = createHarness(db.database, shop);
  create = await harness.startCreate('100.00');
  await harness.accept(create);
  const speak = createSpeaker(db.url);
  find = (...words) => speak(['operations', 'find', ...words], testKeys);
});
afterAll(() => db.drop());

describe('turnpike operations find', () => {
  it('shows operations with their numbers masked', async () => {
    const { code, out, err } = await find('--number', '2200 0000 0000 0004');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [header, row = ''] = out.split('\n');
    expect(header).toMatch(/^SHOP +ID +TYPE +STATUS +ASKED +ACTUAL +METHOD +NUMBER +CREATED$/);
    for (const cell of [
      shop.name,
      create.operationId,
      'payment',
      'pending',
      '100.00 RUB',
      'WT_RUB_C2C',
      '220000******0004',
    ]) {
      expect(row).toContain(cell);
    }
    expect(out).not.toContain('2200000000000004');
  });

  it('finds by either identifier, in one shop or in all', async () => {
    const wanted = [expect.objectContaining({ operationId: create.operationId, number: '220000******0004' })];
    const json = async (...words: readonly string[]) => JSON.parse((await find(...words, '--json')).out) as unknown;
    expect(await json('--id', create.operationId)).toEqual(wanted);
    expect(await json('--identifier', create.operationId, '--shop', shop.name)).toEqual(wanted);
    const other = await createTestShop(db.database);
    expect(await json('--id', create.operationId, '--shop', other.name)).toEqual([]);
  });

  it('says when there is none', async () => {
    expect(await find('--number', '2200000000000012')).toEqual({ code: 0, out: '', err: 'No operation.' });
  });

  it('wants to know one thing to look for', async () => {
    const refused = { code: 1, err: expect.stringContaining('Say what to look for') };
    expect(await find()).toMatchObject(refused);
    expect(await find('--number', '1', '--identifier', '2')).toMatchObject(refused);
    expect(await find('--id', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('Give an operation id') });
  });
});

describe('turnpike operations list and show', () => {
  const speak = (...words: readonly string[]) => createSpeaker(db.url)(['operations', ...words], testKeys);

  it('lists a shop page by page, with statuses that no merchant sees', async () => {
    const own = await createTestShop(db.database);
    const harness = createHarness(db.database, own);
    const ids = [];
    for (const amount of ['1.00', '2.00', '3.00']) ids.push((await harness.startCreate(amount)).operationId);
    const pageOf = async (...words: readonly string[]) =>
      JSON.parse((await speak('list', '--shop', own.name, '--limit', '2', '--json', ...words)).out) as {
        operations: { operationId: string; status: string }[];
        next: string | null;
      };
    const first = await pageOf();
    expect(first.operations).toMatchObject([{ operationId: ids[2], status: 'creating' }, { operationId: ids[1] }]);
    expect(await pageOf('--after', first.next!)).toMatchObject({ operations: [{ operationId: ids[0] }], next: null });
    expect((await pageOf('--status', 'pending')).operations).toEqual([]);
    expect((await pageOf('--type', 'payment', '--from', '2999-01-01')).operations).toEqual([]);
    expect((await speak('list', '--shop', own.name, '--limit', '2')).err).toContain(`--after ${ids[1]}`);
  });

  it('shows an operation with all that is on record about it, its number masked', async () => {
    const own = await createTestShop(db.database);
    const harness = createHarness(db.database, own);
    const { operationId, attempt } = await harness.startCreate('100.00');
    await harness.accept({ operationId, attempt });
    await harness.applyFact({ attempt, state: 'paid', paidTotal: decimal('60.00'), evidence: [] });
    const { out, code } = await speak('show', operationId);
    expect(code).toBe(0);
    for (const part of [
      'Attempts',
      'Postings',
      'Events',
      'Deliveries',
      'Audit',
      'operation.completed',
      'available',
      '220000******0004',
    ]) {
      expect(out).toContain(part);
    }
    expect(out).not.toContain('2200000000000004');
    const shown = await speak('show', operationId, '--json');
    expect(JSON.parse(shown.out)).toMatchObject({
      operation: { operationId, status: 'completed', actualAmount: '60.00' },
      attempts: [{ attemptId: attempt.attemptId, state: 'accepted', reported: 'paid', paid: '60.00' }],
      postings: expect.arrayContaining([expect.objectContaining({ kind: 'payment_settled', account: 'available' })]),
      events: [{ type: 'operation.completed', sequence: 1 }],
    });
    expect(shown.out).not.toContain('2200000000000004');
  });

  it('shows why an attempt was declined', async () => {
    const harness = createHarness(db.database, shop);
    const { operationId, attempt } = await harness.startCreate('100.00');
    const ended = { attemptId: attempt.attemptId, state: 'declined' as const, declineReason: 'limit of the day' };
    await harness.payments.rejectIntent(shop.shopId, operationId, ended, 'no_provider_accepted');
    expect((await speak('show', operationId)).out).toContain('limit of the day');
  });

  it('says that there is no such operation', async () => {
    const id = '019c46c8-0000-7000-8000-000000000000';
    expect(await speak('show', id)).toEqual({ code: 1, out: '', err: `turnpike: There is no operation ${id}.` });
  });
});
