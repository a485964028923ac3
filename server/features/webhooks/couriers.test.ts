import { describe, expect, it } from '@jest/globals';
import { eventually } from '#test/support/eventually';
import { startCouriers, type Couriers } from './couriers.ts';

const limits = { fewest: 4, most: 16, batch: 100 };

const tick = (milliseconds = 1): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Items to take, and what was seen while they were carried. */
const stage = (waiting: number[], deliver: (item: number) => Promise<boolean>) => {
  const seen = { carried: [] as number[], most: 0, now: 0, leases: 0, left: [] as readonly number[] };
  const couriers: Couriers = startCouriers<number>({
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
  return { couriers, seen, waiting };
};

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('couriers', () => {
  it('carry everything once', async () => {
    const { couriers, seen } = stage(numbers(1_000), async () => {
      await tick();
      return true;
    });
    await couriers.finished;
    expect(seen.carried.toSorted((a, b) => a - b)).toEqual(numbers(1_000));
  });

  it('are few for a receiver that never does well, and as many as allowed for a good one', async () => {
    const bad = stage(numbers(60), () => tick().then(() => false));
    const good = stage(numbers(400), () => tick().then(() => true));
    await Promise.all([bad.couriers.finished, good.couriers.finished]);
    expect(bad.seen.most).toBe(4);
    expect(good.seen.most).toBe(16);
  });

  it('go on with the rest while one item hangs', async () => {
    let release = (): void => undefined;
    const hanging = new Promise<void>((resolve) => (release = resolve));
    const { couriers, seen } = stage(numbers(200), async (item) => {
      await (item === 3 ? hanging : tick());
      return true;
    });
    await eventually(() => seen.carried.length === 199, 'the rest to be carried');
    expect(seen.carried).not.toContain(3);
    release();
    await couriers.finished;
    expect(seen.carried).toHaveLength(200);
  });

  it('carry what comes while the last item hangs, once they are nudged', async () => {
    let release = (): void => undefined;
    const hanging = new Promise<void>((resolve) => (release = resolve));
    const { couriers, seen, waiting } = stage([0], async (item) => {
      await (item === 0 ? hanging : tick());
      return true;
    });
    await eventually(() => seen.now === 1, 'the first item to hang');
    waiting.push(1, 2);
    couriers.nudge();
    await eventually(() => seen.carried.length >= 2, 'both to be carried');
    expect(seen.carried.toSorted()).toEqual([1, 2]);
    release();
    await couriers.finished;
  });

  it('leave nothing behind when a quick receiver suddenly fails everywhere at once', async () => {
    let isDown = false;
    const { couriers, seen } = stage(numbers(500), async (item) => {
      if (item === 100) isDown = true;
      await tick(2);
      return !isDown;
    });
    await couriers.finished;
    expect(seen.carried).toHaveLength(500);
    expect(seen.left).toEqual([]);
  });

  it('begin nothing more once stopped, and tell what they had taken', async () => {
    let stop = (): void => undefined;
    const { couriers, seen, waiting } = stage(numbers(1_000), async (item) => {
      if (item === 200) stop();
      await tick();
      return true;
    });
    stop = couriers.stop;
    await couriers.finished;
    expect(seen.left.length).toBeGreaterThan(0);
    expect(seen.carried.length + seen.left.length + waiting.length).toBe(1_000);
  });

  it('end with the error when nothing can be taken', async () => {
    const couriers = startCouriers<number>({
      ...limits,
      lease: () => Promise.reject(new Error('no database')),
      deliver: () => Promise.resolve(true),
      onIdle: () => undefined,
    });
    await expect(couriers.finished).rejects.toThrow('no database');
  });
});
