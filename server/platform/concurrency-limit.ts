import pLimit from 'p-limit';

export type ConcurrencyLimit = {
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** How many wait for their turn. */
  readonly waiting: () => number;
};

/** So many at a time. Work that had to wait for longer than `waitMs` is refused with `refusal` when its turn comes. */
export const createConcurrencyLimit = (atATime: number, waitMs: number, refusal: () => Error): ConcurrencyLimit => {
  const turns = pLimit(atATime);
  return {
    run: (work) => {
      const askedAtMs = performance.now();
      return turns(() => {
        if (performance.now() - askedAtMs > waitMs) throw refusal();
        return work();
      });
    },
    waiting: () => turns.pendingCount,
  };
};
