import { describe, expect, it } from '@jest/globals';
import { eventually } from '#test/support/eventually';
import { startDeliveryWorkers, type DeliveryWorkers } from './delivery-workers.ts';

const limits = { fewest: 4, most: 16, batch: 100 };

const tick = (milliseconds = 1): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Items to take, and what was seen while they were carried. */
const harness = (waiting: number[], deliver: (item: number) => Promise<boolean>) => {
  const seen = { carried: [] as number[], most: 0, now: 0, leases: 0, left: [] as readonly number[] };
  const workers: DeliveryWorkers = startDeliveryWorkers<number>({
    ...limits,
    lease: async (count) => {
      seen.leases += 1;
      await tick();
      return waiting.splice(0, count);
    },
    deliver: async (item) => {
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      const isWell = await deliver(item);
      seen.now -= 1;
      seen.carried.push(item);
      return isWell;
    },
    onIdle: (left) => {
      seen.left = left;
    },
  });
  return { workers, seen, waiting };
};

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('workers', () => {
  it('carry everything once', async () => {
    const { workers, seen } = harness(numbers(1_000), async () => {
      await tick();
      return true;
    });
    await workers.finished;
    expect(seen.carried.toSorted((a, b) => a - b)).toEqual(numbers(1_000));
  });

  it('are few for a receiver that never does well, and as many as allowed for a good one', async () => {
    const bad = harness(numbers(60), () => tick().then(() => false));
    const good = harness(numbers(400), () => tick().then(() => true));
    await Promise.all([bad.workers.finished, good.workers.finished]);
    expect(bad.seen.most).toBe(4);
    expect(good.seen.most).toBe(16);
  });

  it('go on with the rest while one item hangs', async () => {
    let release = (): void => undefined;
    const hanging = new Promise<void>((resolve) => (release = resolve));
    const { workers, seen } = harness(numbers(200), async (item) => {
      await (item === 3 ? hanging : tick());
      return true;
    });
    await eventually(() => seen.carried.length === 199, 'the rest to be carried');
    expect(seen.carried).not.toContain(3);
    release();
    await workers.finished;
    expect(seen.carried).toHaveLength(200);
  });

  it('carry what comes while the last item hangs, once they are nudged', async () => {
    let release = (): void => undefined;
    const hanging = new Promise<void>((resolve) => (release = resolve));
    const { workers, seen, waiting } = harness([0], async (item) => {
      await (item === 0 ? hanging : tick());
      return true;
    });
    await eventually(() => seen.now === 1, 'the first item to hang');
    waiting.push(1, 2);
    workers.nudge();
    await eventually(() => seen.carried.length >= 2, 'both to be carried');
    expect(seen.carried.toSorted()).toEqual([1, 2]);
    release();
    await workers.finished;
  });

  it('leave nothing behind when a quick receiver suddenly fails everywhere at once', async () => {
    let isDown = false;
    const { workers, seen } = harness(numbers(500), async (item) => {
      if (item === 100) isDown = true;
      await tick(2);
      return !isDown;
    });
    await workers.finished;
    expect(seen.carried).toHaveLength(500);
    expect(seen.left).toEqual([]);
  });

  it('begin nothing more once stopped, and tell what they had taken', async () => {
    let stop = (): void => undefined;
    const { workers, seen, waiting } = harness(numbers(1_000), async (item) => {
      if (item === 200) stop();
      await tick();
      return true;
    });
    stop = workers.stop;
    await workers.finished;
    expect(seen.left.length).toBeGreaterThan(0);
    expect(seen.carried.length + seen.left.length + waiting.length).toBe(1_000);
  });

  it('end with the error when nothing can be taken', async () => {
    const workers = startDeliveryWorkers<number>({
      ...limits,
      lease: () => Promise.reject(new Error('no database')),
      deliver: () => Promise.resolve(true),
      onIdle: () => undefined,
    });
    await expect(workers.finished).rejects.toThrow('no database');
  });
});
