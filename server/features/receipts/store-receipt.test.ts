import { expect, it } from '@jest/globals';
import { newId, type ShopId } from '#platform/ids';
import { createLog } from '#platform/logs';
import type { Inspection } from './pdf/inspection.ts';
import type { FileRef } from './storage/storage.ts';
import { inspectionOf, uploadOf } from './receipts-fixture.ts';
import { createStoreReceipt } from './store-receipt.ts';

const slots = 4;

/** Nobody hears of what was inspected before `release`. */
const createDesk = (waitMs: number) => {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const stored: string[] = [];
  const givenUp: string[] = [];
  const storage = {
    name: 'postgres' as const,
    put: async ({ fileId }: FileRef) => void stored.push(fileId),
    get: () => Promise.reject(new Error('Nobody reads.')),
    remove: () => Promise.reject(new Error('Nothing is there to remove.')),
    linkTo: () => Promise.resolve(null),
  };
  const storeReceipt = createStoreReceipt(
    {
      files: {
        record: () => Promise.resolve('recorded'),
        giveUp: async ({ fileId }) => givenUp.push(fileId) > 0,
        forget: () => Promise.resolve(),
      },
      storages: { current: storage },
      inspector: { inspect: (): Promise<Inspection> => isReleased.then(() => inspectionOf('sound')) },
      scan: () => Promise.resolve(null),
      log: createLog('silent'),
    },
    waitMs,
  );
  const store = (fileId: string) =>
    storeReceipt(
      { shopId: newId<ShopId>(), operationId: newId(), fileId },
      uploadOf(fileId),
      { amount: '100.00', number: null },
    );
  return { store, release: () => release(), stored, givenUp };
};

it('tells who waited for too long behind slow files to come again, and keeps nothing of theirs', async () => {
  const desk = createDesk(0);
  const first = Array.from({ length: slots }, (_, place) => desk.store(`file ${place}`));
  const late = expect(desk.store('late')).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  desk.release();
  await late;
  await Promise.allSettled(first);
  expect(desk.stored).not.toContain('late');
  expect(desk.givenUp).toContain('late');
});

it('takes whoever waited for a while', async () => {
  const desk = createDesk(60_000);
  const all = Array.from({ length: slots + 1 }, (_, place) => desk.store(`file ${place}`));
  desk.release();
  expect(await Promise.all(all)).toEqual(Array(slots + 1).fill('recorded'));
  expect(desk.givenUp).toEqual([]);
});
