import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createFairSemaphore, type Claimant, type FairLimits } from './fair-semaphore.ts';

const generous: FairLimits = {
  atATime: 2,
  perGroup: 2,
  perMember: 2,
  waiting: 1_000,
  waitingPerGroup: 1_000,
  waitingPerMember: 1_000,
};

/** Work that ends when it is told to. */
const createDesk = (limits: Partial<FairLimits>) => {
  const turns = createFairSemaphore({ ...generous, ...limits }, (reason) => new Error(reason));
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const claim = (name: string, claimant: Claimant): Promise<string> =>
    turns.run(claimant, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await tick();
  };
  return { claim, begun, end, turns };
};

const shop = (group: string, member = 'a'): Claimant => ({ group, member });

describe('turns', () => {
  it('are taken by one group after the other, however many one of them wants', async () => {
    const desk = createDesk({ atATime: 1 });
    for (const name of ['x1', 'x2', 'x3', 'x4']) void desk.claim(name, shop('x', name));
    void desk.claim('y1', shop('y'));
    void desk.claim('z1', shop('z'));
    await tick();
    for (let turn = 0; turn < 6; turn += 1) await desk.end(desk.begun.at(-1)!);
    expect(desk.begun).toEqual(['x1', 'y1', 'z1', 'x2', 'x3', 'x4']);
  });

  it('are taken by one member of a group after the other', async () => {
    const desk = createDesk({ atATime: 1 });
    for (const name of ['a1', 'a2', 'a3']) void desk.claim(name, shop('x', 'a'));
    void desk.claim('b1', shop('x', 'b'));
    await tick();
    for (let turn = 0; turn < 4; turn += 1) await desk.end(desk.begun.at(-1)!);
    expect(desk.begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('are left for others by a group that has its share', async () => {
    const desk = createDesk({ perGroup: 1 });
    void desk.claim('x1', shop('x', 'a'));
    void desk.claim('x2', shop('x', 'b'));
    await tick();
    expect(desk.begun).toEqual(['x1']);
    void desk.claim('y1', shop('y'));
    await tick();
    expect(desk.begun).toEqual(['x1', 'y1']);
    await desk.end('x1');
    expect(desk.begun).toEqual(['x1', 'y1', 'x2']);
  });

  it('are left for others of the group by a member that has its share', async () => {
    const desk = createDesk({ perMember: 1 });
    void desk.claim('a1', shop('x', 'a'));
    void desk.claim('a2', shop('x', 'a'));
    void desk.claim('b1', shop('x', 'b'));
    await tick();
    expect(desk.begun).toEqual(['a1', 'b1']);
  });

  it('go on after work that fails', async () => {
    const { turns } = createDesk({ atATime: 1 });
    const failed = expect(turns.run(shop('x'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.run(shop('x'), () => Promise.resolve('done'))).toBe('done');
    await failed;
  });
});

describe('a claimant that comes when too many wait is refused', () => {
  it.each<[string, Partial<FairLimits>, readonly Claimant[], string]>([
    ['of all', { waiting: 1 }, [shop('y'), shop('z')], 'full'],
    ['of the same group', { waitingPerGroup: 1 }, [shop('x', 'b'), shop('x', 'c')], 'own_share'],
    ['of the same member', { waitingPerMember: 1 }, [shop('x', 'a'), shop('x', 'a')], 'own_share'],
  ])('%s', async (_, limits, [second, third], reason) => {
    const desk = createDesk({ atATime: 1, ...limits });
    void desk.claim('first', shop('x', 'a'));
    void desk.claim('second', second!);
    await expect(desk.claim('third', third!)).rejects.toThrow(reason);
    await desk.end('first');
    expect(desk.begun).toEqual(['first', 'second']);
  });

  it('and everybody who waits, when there is no more work', async () => {
    const desk = createDesk({ atATime: 1 });
    void desk.claim('first', shop('x'));
    const waiting = expect(desk.claim('second', shop('y'))).rejects.toThrow('closed');
    desk.turns.refuseWaiting(new Error('closed'));
    await waiting;
    await desk.end('first');
    expect(desk.begun).toEqual(['first']);
  });
});
