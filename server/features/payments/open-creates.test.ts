import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newId, type OperationId, type ShopId } from '#platform/ids';
import { createOpenCreates } from './open-creates.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const newCreate = () => ({ shopId: newId<ShopId>(), operationId: newId<OperationId>() });

/** Creates that are watched, and a database in which some are decided. */
const watchAll = (count: number) => {
  const decided = new Set<string>();
  const asked: string[][] = [];
  const told: string[] = [];
  let isReachable = true;
  const openCreates = createOpenCreates((open) => {
    asked.push(open.map(({ operationId }) => operationId));
    if (!isReachable) return Promise.reject(new Error('unreachable'));
    return Promise.resolve(open.map(({ operationId }) => operationId).filter((id) => decided.has(id)));
  });
  const creates = Array.from({ length: count }, newCreate);
  const watches = creates.map((create) => {
    const watch = openCreates.watch(create);
    void watch.decided.then(() => told.push(create.operationId));
    return watch;
  });
  const ids = creates.map(({ operationId }) => operationId);
  return { ids, watches, decided, asked, told, reach: (is: boolean) => void (isReachable = is) };
};

const aWhile = (): Promise<void> => jest.advanceTimersByTimeAsync(1_000);

describe('an open create', () => {
  it('hears that it was decided, and the others do not', async () => {
    const { ids, decided, told } = watchAll(3);
    await aWhile();
    expect(told).toEqual([]);
    decided.add(ids[1]!);
    await aWhile();
    expect(told).toEqual([ids[1]]);
  });

  it('is asked about together with all others of its process', async () => {
    const { ids, asked } = watchAll(40);
    await aWhile();
    expect(asked[0]).toEqual(ids);
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it('is asked about no more once it left, and nothing is asked when no request waits', async () => {
    const { ids, watches, asked } = watchAll(2);
    watches[0]!.leave();
    await aWhile();
    expect(asked[0]).toEqual([ids[1]]);
    watches[1]!.leave();
    const before = asked.length;
    await aWhile();
    expect(asked).toHaveLength(before);
  });

  it('is watched again after a pause in which no request waited', async () => {
    const decided = new Set<string>();
    const openCreates = createOpenCreates((open) =>
      Promise.resolve(open.map(({ operationId }) => operationId).filter((id) => decided.has(id))),
    );
    openCreates.watch(newCreate()).leave();
    await aWhile();
    const create = newCreate();
    decided.add(create.operationId);
    const watch = openCreates.watch(create);
    await aWhile();
    expect(await watch.decided).toBe('decided');
  });

  it('hears of it as soon as the database is within reach again', async () => {
    const { ids, decided, told, reach } = watchAll(1);
    decided.add(ids[0]!);
    reach(false);
    await aWhile();
    expect(told).toEqual([]);
    reach(true);
    await aWhile();
    expect(told).toEqual(ids);
  });
});
