import { describe, expect, it } from '@jest/globals';
import { createBatcher, createBatcherPerKey } from '#platform/batching';
import { eventually } from '#test/support/eventually';

const start = (
  fails: (item: number) => boolean = () => false,
  error: Error = new Error('bad item'),
  mostRunning = 1,
) => {
  const batches: number[][] = [];
  const releases: (() => void)[] = [];
  const add = createBatcher<number, string>({
    mostItems: 3,
    mostRunning,
    run: async (items) => {
      batches.push([...items]);
      await new Promise<void>((resolve) => releases.push(resolve));
      if (items.some(fails)) throw error;
      return items.map(String);
    },
  });
  const releaseAll = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) {
      releases.splice(0).forEach((release) => release());
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { add, batches, releaseAll };
};

describe('grouping', () => {
  it('runs a single item at once and batches what comes meanwhile', async () => {
    const { add, batches, releaseAll } = start();
    const results = Promise.all([1, 2, 3, 4, 5].map(add));
    expect(batches).toEqual([[1]]);
    await releaseAll();
    expect(await results).toEqual(['1', '2', '3', '4', '5']);
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('runs another batch beside one that is slow, and only then', async () => {
    const { add, batches, releaseAll } = start(undefined, undefined, 2);
    const results = Promise.all([1, 2, 3].map(add));
    expect(batches).toEqual([[1]]);
    await eventually(() => batches.length === 2, 'the next batch to start beside the first');
    expect(batches).toEqual([[1], [2, 3]]);
    await releaseAll();
    expect(await results).toEqual(['1', '2', '3']);
  });

  it('fails only the bad item of a batch', async () => {
    const { add, releaseAll } = start((item) => item === 3);
    const results = Promise.allSettled([1, 2, 3, 4].map(add));
    await releaseAll();
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('asks no second time when the database is gone', async () => {
    const gone = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    const { add, batches, releaseAll } = start((item) => item > 1, gone);
    const results = Promise.allSettled([1, 2, 3].map(add));
    await releaseAll();
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('lets no item wait behind a batch that had to wait for a connection in vain', async () => {
    const full = Object.assign(new Error('The pool is probably full.'), { name: 'KnexTimeoutError' });
    const { add, batches, releaseAll } = start((item) => item === 1, full);
    const results = Promise.allSettled([1, 2, 3, 4, 5].map(add));
    await releaseAll();
    expect(new Set((await results).map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(batches).toEqual([[1]]);
    const later = add(6);
    await releaseAll();
    expect(await later).toBe('6');
  });
});

describe('batches of one key each', () => {
  it('never hold items of two keys, and one key does not wait for another', async () => {
    const batches: string[][] = [];
    const releases: (() => void)[] = [];
    const add = createBatcherPerKey<string, string>((item) => item.slice(0, 1), {
      mostRunning: 1,
      run: async (items) => {
        batches.push([...items]);
        await new Promise<void>((resolve) => releases.push(resolve));
        return items;
      },
    });
    const results = Promise.all(['a1', 'b1', 'a2', 'b2', 'a3'].map(add));
    expect(batches).toEqual([['a1'], ['b1']]);
    for (let turn = 0; turn < 20; turn += 1) {
      releases.splice(0).forEach((release) => release());
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await results).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
    expect(batches.slice(2)).toEqual([['a2', 'a3'], ['b2']]);
  });
});
