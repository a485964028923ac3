import { setImmediate as othersRun } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { newId, type ShopId } from '#platform/ids';
import { eventually } from '#test/support/eventually';
import type { FileRef, ReceiptStorage } from './storage.ts';
import { limitConcurrency } from './limit-concurrency.ts';

const refOf = (fileId: string): FileRef => ({ shopId: newId<ShopId>(), fileId });

/** Files move until they are told to arrive, or not to; `begun` lists them in the order in which they began to move. */
const createSlowStorage = () => {
  const begun: string[] = [];
  const ends = new Map<string, (isGood: boolean) => void>();
  const move = ({ fileId }: FileRef): Promise<Buffer> => {
    begun.push(fileId);
    return new Promise((resolve, reject) => {
      ends.set(fileId, (isGood) => (isGood ? resolve(Buffer.from(fileId)) : reject(new Error(fileId))));
    });
  };
  const storage: ReceiptStorage = {
    name: 'postgres',
    put: async (file) => void (await move(file)),
    get: move,
    remove: () => Promise.resolve(),
    linkTo: () => Promise.resolve(null),
  };
  return { storage, begun, end: (fileId: string, isGood = true) => ends.get(fileId)?.(isGood) };
};

describe('taking turns', () => {
  it('moves four files at a time, and the others in their order as those arrive or fail', async () => {
    const { storage, begun, end } = createSlowStorage();
    const run = limitConcurrency(storage);
    const moves = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, nth) =>
      nth % 2 === 0 ? run.get(refOf(id)) : run.put(refOf(id), Buffer.from(id)),
    );
    const results = Promise.allSettled(moves);
    await othersRun();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    end('c', false);
    await othersRun();
    expect(begun.slice(4)).toEqual(['e']);
    end('a');
    end('b');
    await othersRun();
    expect(begun.slice(5)).toEqual(['f', 'g']);
    for (const id of ['d', 'e', 'f', 'g']) end(id);
    const failed = (await results).flatMap(({ status }, nth) => (status === 'rejected' ? [nth] : []));
    expect(failed).toEqual([2]);
  });

  it('lets no caller wait that only removes a file or asks for a link', async () => {
    const { storage, begun, end } = createSlowStorage();
    const run = limitConcurrency(storage);
    const moves = ['a', 'b', 'c', 'd'].map((id) => run.get(refOf(id)));
    await run.remove(refOf('e'));
    expect(await run.linkTo(refOf('e'), 'receipt.pdf', 60)).toBeNull();
    await othersRun();
    for (const id of begun) end(id);
    await Promise.all(moves);
  });

  it('refuses who had to wait for too long, and moves who comes afterwards', async () => {
    const { storage, begun, end } = createSlowStorage();
    const waitMs = 200;
    const run = limitConcurrency(storage, waitMs);
    const moves = ['a', 'b', 'c', 'd'].map((id) => run.get(refOf(id)));
    const late = run.get(refOf('late'));
    const [askedAtMs, refused] = [performance.now(), expect(late).rejects.toThrow('none could follow')];
    await eventually(() => performance.now() - askedAtMs > waitMs, 'the wait to be over');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    end('a');
    await refused;
    const next = run.get(refOf('next'));
    await eventually(() => begun.at(-1) === 'next', 'the next one to move');
    for (const id of ['b', 'c', 'd', 'next']) end(id);
    await Promise.all([...moves, next]);
    expect(begun).not.toContain('late');
  });
});
