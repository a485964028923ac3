import { expect, it } from '@jest/globals';
import { newId, type ShopId } from '#platform/ids';
import { createLog } from '#platform/logs';
import type { Inspection } from '../pdf/inspection.ts';
import type { FileOwner } from '../pdf/pdf-inspector.ts';
import type { FileRef } from '../storage/storage.ts';
import { inspectionOf, uploadOf } from '../receipts-fixture.ts';
import { createStoreReceipt } from './store-receipt.ts';

const slots = 4;

/** No upload hears of what was inspected before `release`. */
const createDesk = (waitMs: number) => {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const stored: string[] = [];
  const inspected: string[] = [];
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
        remember: () => Promise.resolve(false),
        judge: () => Promise.resolve(),
        giveUp: async ({ fileId }) => givenUp.push(fileId) > 0,
        forget: () => Promise.resolve(),
      },
      storages: { current: storage },
      inspector: {
        inspect: (content, _expected, owner?: FileOwner): Promise<Inspection> => {
          inspected.push(`${content.toString()} ${owner === undefined ? 'of nobody' : ''}`.trim());
          return isReleased.then(() => inspectionOf('sound'));
        },
      },
      scan: () => Promise.resolve(null),
      log: createLog('silent'),
    },
    waitMs,
  );
  const store = (fileId: string, shopId = newId<ShopId>(), operationId: string = newId()) =>
    storeReceipt({ shopId, operationId, fileId }, uploadOf(fileId), { amount: '100.00', number: null });
  return { store, release: () => release(), stored, inspected, givenUp };
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

it('takes an upload that waited for a while', async () => {
  const desk = createDesk(60_000);
  const all = Array.from({ length: slots + 1 }, (_, place) => desk.store(`file ${place}`));
  desk.release();
  expect(await Promise.all(all)).toEqual(Array(slots + 1).fill('recorded'));
  expect(desk.givenUp).toEqual([]);
});

it('takes a good receipt of one shop before the further ones of another, however many there are', async () => {
  const desk = createDesk(60_000);
  const attacker = newId<ShopId>();
  const bombs = Array.from({ length: 10 }, (_, place) => desk.store(`bomb ${place}`, attacker));
  const good = desk.store('good');
  desk.release();
  await Promise.all([...bombs, good]);
  // One of the attacker's was under way before it came, and three turns were left for others.
  expect(desk.inspected.indexOf('good')).toBe(1);
});

it('takes the files of one payment one after the other, and three at most', async () => {
  const desk = createDesk(60_000);
  const [shop, payment] = [newId<ShopId>(), newId()];
  const files = Array.from({ length: 3 }, (_, place) => desk.store(`file ${place}`, shop, payment));
  await expect(desk.store('one too many', shop, payment)).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(desk.inspected).toEqual(['file 0']);
  desk.release();
  expect(await Promise.all(files)).toEqual(['recorded', 'recorded', 'recorded']);
  expect(desk.givenUp).toEqual(['one too many']);
});

it('refuses the shop whose own files fill its share of the queue, and no other shop', async () => {
  const desk = createDesk(60_000);
  const shop = newId<ShopId>();
  const files = Array.from({ length: 52 }, (_, place) => desk.store(`file ${place}`, shop));
  await expect(desk.store('one too many', shop)).rejects.toMatchObject({ code: 'too_many_requests' });
  const other = desk.store('of another shop');
  desk.release();
  expect(await other).toBe('recorded');
  await Promise.all(files);
});
