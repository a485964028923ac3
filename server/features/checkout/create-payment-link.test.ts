import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  getOperationState,
  createOperationsStore,
  type CreateRequest,
  type OperationsStore,
} from '#features/operations';
import { newId, type OperationId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createKeyRing } from '#platform/secrets';
import { createHarness, type Harness, type TestCreate } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { confirmOnPage, createPagesStore, createPaymentLink, readPage, type PagesStore } from './index.ts';

let db: TestDatabase;
let shop: TestShop;
let harness: Harness;
let operations: OperationsStore;
let pages: PagesStore;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  harness = createHarness(db.database, shop);
  operations = createOperationsStore(db.database, createKeyRing(testKeys));
  pages = createPagesStore(db.database);
});
afterAll(() => db.drop());

const accepted = async (): Promise<TestCreate> => {
  const create = await harness.startCreate('100.00');
  await harness.placeOrder(create, '100.00');
  await harness.accept(create);
  return create;
};

const linkTo = async ({ operationId }: TestCreate, store: Pick<PagesStore, 'open'> = pages) => {
  const scope = { shopId: shop.shopId, api: 'v1' } as const;
  const reading = { operations, linkReceipt: () => Promise.resolve(null), log: createLog('silent') };
  const needs = {
    createPayment: async () => (await getOperationState(reading, scope, { operationId })).operation,
    pages: store,
    payUrl: () => 'https://pay.example',
  };
  return createPaymentLink(needs, { ...scope, settlementCurrency: 'RUB' }, {} as CreateRequest);
};

const read = (operationId: string) => readPage({ pages, operations }, operationId);
const openPages = async () => Number((await db.database('hosted_pages').count('* as count'))[0]?.['count']);

describe('a payment', () => {
  it('has no page before a link to it was asked for, and one afterwards', async () => {
    const create = await accepted();
    expect(await read(create.operationId)).toBeNull();
    const { paymentUrl } = await linkTo(create);
    expect(paymentUrl).toBe(`https://pay.example/${create.operationId}`);
    expect(await read(create.operationId)).toMatchObject({
      operationId: create.operationId,
      step: 'pay',
      payee: 'Tests',
      isTest: true,
      destination: { number: '2200000000000004' },
    });
  });

  it('has one page, however often the link is asked for', async () => {
    const create = await accepted();
    const before = await openPages();
    const links = [await linkTo(create), ...(await Promise.all([linkTo(create), linkTo(create)]))];
    expect(new Set(links.map(({ paymentUrl }) => paymentUrl)).size).toBe(1);
    expect(await openPages()).toBe(before + 1);
  });

  it('that was left without a page by a crash has one after the next request', async () => {
    const create = await accepted();
    const crash = { open: () => Promise.reject(new Error('crashed')) };
    await expect(linkTo(create, crash)).rejects.toThrow('crashed');
    expect(await read(create.operationId)).toBeNull();
    await linkTo(create);
    expect(await read(create.operationId)).toMatchObject({ step: 'pay' });
  });
});

describe('a page', () => {
  const openedPage = async () => {
    const create = await accepted();
    await linkTo(create);
    return create;
  };
  const change = ({ operationId }: TestCreate, values: object) =>
    db.database('operations').where({ operation_id: operationId }).update(values);

  it('counts down by the clock of the database', async () => {
    const create = await openedPage();
    await change(create, { expires_at: db.database.raw(`now() + interval '90 seconds'`) });
    const page = await read(create.operationId);
    const { remainingSeconds } = page as { remainingSeconds: number };
    expect(remainingSeconds).toBeGreaterThan(0);
    expect(remainingSeconds).toBeLessThanOrEqual(90);
  });

  it.each([
    ['its lifetime is over', { expires_at: new Date(0) }, 'expiring'],
    ['its receipt is under review', { status: 'awaiting_confirmation', receipt_file_id: newId() }, 'under_review'],
    [
      'an operator looks at its receipt',
      { status: 'manual_check', manual_check_reason: 'potential_fake', receipt_file_id: newId() },
      'under_review',
    ],
    ['it was cancelled', { status: 'cancelled', cancel_reason: 'merchant' }, 'cancelled'],
    ['it was paid', { status: 'completed', actual_amount: '60.00', recorded_amount: '60.00' }, 'paid'],
  ])('never says where to pay once %s', async (_when, values, step) => {
    const create = await openedPage();
    await change(create, values);
    const page = await read(create.operationId);
    expect(page?.step).toBe(step);
    expect(page).not.toHaveProperty('destination');
    expect(JSON.stringify(page)).not.toMatch(/2200000000000004|potential_fake/);
  });

  it('outlives what belonged to people', async () => {
    const create = await openedPage();
    await change(create, { status: 'cancelled', cancel_reason: 'expired', number_encrypted: null, holder_name: null });
    expect(await read(create.operationId)).toMatchObject({ step: 'cancelled', reason: 'expired' });
  });

  it('takes receipts for its own payment, and no page takes none', async () => {
    const create = await openedPage();
    const other = await accepted();
    const confirmed: unknown[] = [];
    const confirmPayment = async (scope: object, { operationId }: { operationId: string }) => {
      confirmed.push({ ...scope, operationId });
      return {} as never;
    };
    const upload = { sizeBytes: 1, digest: Buffer.alloc(32), read: async () => Buffer.alloc(1) };
    const confirm = (operationId: OperationId) => confirmOnPage({ pages, confirmPayment }, { operationId, upload });
    await confirm(create.operationId);
    await expect(confirm(other.operationId)).rejects.toMatchObject({ code: 'operation_not_found' });
    await expect(confirm(newId())).rejects.toMatchObject({ code: 'operation_not_found' });
    expect(confirmed).toEqual([{ shopId: shop.shopId, api: 'v1', operationId: create.operationId }]);
  });
});
