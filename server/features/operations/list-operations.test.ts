import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OperationId } from '#platform/ids';
import { createKeyRing } from '#platform/secrets';
import { createHarness } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import {
  createListStore,
  createOperationsStore,
  listOperations,
  statuses,
  type ListFilters,
  type OperationPage,
  type Place,
} from './index.ts';
import { insertOperations, type Inserted } from './inserted-operations-fixture.ts';

let db: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  shop = await createTestShop(db.database);
});
afterAll(() => db.drop());

const all: ListFilters = {
  createdFrom: null,
  createdBefore: null,
  statuses: null,
  type: null,
  merchantOperationId: null,
};
const noon = new Date('2026-02-01T12:00:00Z');
const afterNoon = (ms: number): Date => new Date(noon.getTime() + ms);

const insert = (...wished: readonly Inserted[]): Promise<OperationId[]> =>
  insertOperations(db.database, shop.shopId, wished);

const pageOf = (
  filters: Partial<ListFilters> = {},
  page: { after?: Place | null; limit?: number } = {},
): Promise<OperationPage> => {
  const operations = createOperationsStore(db.database, createKeyRing(testKeys));
  const needs = { list: createListStore(db.database), operations };
  const { after = null, limit = 50 } = page;
  return listOperations(needs, { shopId: shop.shopId, api: 'v1' }, { ...all, ...filters }, { after, limit });
};

const idsOf = ({ operations }: OperationPage): OperationId[] => operations.map(({ operationId }) => operationId);
const listed = async (filters: Partial<ListFilters> = {}): Promise<OperationId[]> => idsOf(await pageOf(filters));

/** Every page from the first to the last; `between` happens after each of them. */
const walk = async (limit: number, filters: Partial<ListFilters> = {}, between = async (): Promise<void> => {}) => {
  const seen: OperationId[] = [];
  let after: Place | null = null;
  do {
    const page: OperationPage = await pageOf(filters, { after, limit });
    expect(page.operations.length).toBeLessThanOrEqual(limit);
    seen.push(...idsOf(page));
    after = page.next;
    await between();
  } while (after !== null);
  return seen;
};

describe('the list of operations', () => {
  it('is in the order of creation, newest first, whatever type and status they have', async () => {
    const kinds = (['payment', 'payout'] as const).flatMap((type) => statuses.map((status) => ({ type, status })));
    const ids = await insert(...kinds.map((kind, index) => ({ ...kind, createdAt: afterNoon((index * 7) % 10) })));
    const newestFirst = kinds.map((_kind, index) => index).sort((one, other) => ((other * 7) % 10) - ((one * 7) % 10));
    expect(await listed()).toEqual(newestFirst.map((index) => ids[index]));
  });

  it('shows an operation as a read does, with its number in the clear', async () => {
    const harness = createHarness(db.database, shop);
    const create = await harness.startCreate('100.00');
    await harness.accept(create);
    const [shown] = (await pageOf()).operations;
    expect(shown).toMatchObject({ operationId: create.operationId, status: 'pending' });
    expect(shown?.destination?.number).toBe('2200000000000004');
  });

  it('leaves out what no merchant sees, other shops and the other API', async () => {
    const [mine] = await insert(
      {},
      { status: 'creating' },
      { status: 'rejecting' },
      { status: 'rejected' },
      { status: 'tombstone' },
      { api: 'h2h' },
    );
    const stranger = await createTestShop(db.database);
    await insertOperations(db.database, stranger.shopId, [{}]);
    expect(await listed()).toEqual([mine]);
  });

  it('is empty for a shop without operations', async () => {
    expect(await pageOf()).toEqual({ operations: [], next: null });
  });
});

describe('pages', () => {
  it.each([1, 2, 3, 6, 7, 8])('of %s hold all of seven operations once, and none is empty', async (limit) => {
    // Three of one millisecond, so that pages also end between those.
    const times = [0, 1, 2, 2, 2, 3, 4];
    const ids = await insert(...times.map((ms) => ({ createdAt: afterNoon(ms) })));
    const seen = await walk(limit);
    expect([...seen].sort()).toEqual([...ids].sort());
    expect(seen[0]).toBe(ids.at(-1));
    const { next } = await pageOf({}, { limit: 7 });
    expect(next).toBeNull();
  });

  it('neither repeat nor skip anything while others create, accept and end', async () => {
    const ids = await insert(...Array.from({ length: 30 }, (_unused, index) => ({ createdAt: afterNoon(index) })));
    let turn = 0;
    const seen = await walk(4, {}, async () => {
      turn += 1;
      await insert({ createdAt: afterNoon(1_000 + turn) }, { createdAt: afterNoon(29), status: 'creating' });
      // An older create is accepted, and one that was listed or will be ends.
      const [late] = await insert({ createdAt: afterNoon(-turn), status: 'creating' });
      const operations = () => db.database('operations').where({ shop_id: shop.shopId });
      await operations().where({ operation_id: late! }).update({ status: 'pending', leased_until: null });
      await operations()
        .where({ operation_id: ids[(turn * 11) % 30]! })
        .update({ status: 'cancelled', cancel_reason: 'expired' });
    });
    expect(new Set(seen).size).toBe(seen.length);
    const older = seen.filter((id) => ids.includes(id));
    expect(older).toEqual([...ids].reverse());
  });

  it('hold each operation once while creates of other connections commit all the time', async () => {
    const ids = await insert(...Array.from({ length: 40 }, (_unused, index) => ({ createdAt: afterNoon(index) })));
    let isWalking = true;
    const creating = (async () => {
      while (isWalking) await insert({}, { type: 'payout' });
    })();
    const seen = await walk(3);
    isWalking = false;
    await creating;
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => ids.includes(id))).toEqual([...ids].reverse());
  });
});

describe('filters', () => {
  it('of time are a half-open interval, to the millisecond, and adjoining intervals share nothing', async () => {
    const ids = await insert(...[-1, 0, 1].map((ms) => ({ createdAt: afterNoon(ms) })));
    const [before, at, after] = ids;
    expect(await listed({ createdFrom: noon })).toEqual([after, at]);
    expect(await listed({ createdBefore: noon })).toEqual([before]);
    expect(await listed({ createdFrom: noon, createdBefore: afterNoon(1) })).toEqual([at]);
    expect(await listed({ createdFrom: noon, createdBefore: noon })).toEqual([]);
  });

  it('of time hold on every page', async () => {
    const ids = await insert(...[0, 1, 2, 3, 4, 5].map((ms) => ({ createdAt: afterNoon(ms) })));
    const seen = await walk(1, { createdFrom: afterNoon(1), createdBefore: afterNoon(4) });
    expect(seen).toEqual([ids[3], ids[2], ids[1]]);
  });

  it('of status take one or several, each once', async () => {
    const kinds = statuses.map((status, index) => ({ status, createdAt: afterNoon(index) }));
    const [pending, , manualCheck, completed] = await insert(...kinds);
    expect(await listed({ statuses: ['completed'] })).toEqual([completed]);
    expect(await listed({ statuses: ['pending', 'manual_check', 'pending'] })).toEqual([manualCheck, pending]);
  });

  it('of type take one', async () => {
    const [payment, payout] = await insert({ type: 'payment' }, { type: 'payout' });
    expect(await listed({ type: 'payment' })).toEqual([payment]);
    expect(await listed({ type: 'payout', statuses: ['pending'] })).toEqual([payout]);
  });

  it('of the merchant’s identifier take that very operation, where the others allow it', async () => {
    const [mine] = await insert(
      { merchantOperationId: 'order-1', createdAt: noon },
      { merchantOperationId: 'order-2' },
    );
    await insert({ merchantOperationId: 'order-3', status: 'creating' });
    expect(await listed({ merchantOperationId: 'order-1' })).toEqual([mine]);
    expect(await listed({ merchantOperationId: 'order-1', createdFrom: noon, createdBefore: afterNoon(1) })).toEqual([
      mine,
    ]);
    for (const other of [
      { merchantOperationId: 'Order-1' },
      { merchantOperationId: 'order-3' },
      { merchantOperationId: 'order-1', type: 'payout' },
      { merchantOperationId: 'order-1', statuses: ['completed'] },
      { merchantOperationId: 'order-1', createdFrom: afterNoon(1) },
      { merchantOperationId: 'order-1', createdBefore: noon },
    ] as const) {
      expect([other, await listed(other)]).toEqual([other, []]);
    }
  });
});
