import { createItemSource } from './item-source.ts';

export type DeliveryWork<Item> = {
  /** Takes up to `count` items; fewer than that means that no more are waiting. */
  readonly lease: (count: number) => Promise<readonly Item[]>;
  /** True when the receiver did well. It must not reject. */
  readonly deliver: (item: Item) => Promise<boolean>;
  /** Called in the very moment the last worker leaves, with items taken and never begun. */
  readonly onIdle: (left: readonly Item[]) => void;
  readonly fewest: number;
  readonly most: number;
  /** How many items to take at once for a receiver that has proved quick. */
  readonly batch: number;
};

export type DeliveryWorkers = {
  /** Resolves when the last worker has left; rejects when taking items failed. */
  readonly finished: Promise<void>;
  /** More items may be waiting. */
  readonly nudge: () => void;
  /** No item is begun any more. */
  readonly stop: () => void;
};

/**
 * Carries the items of one receiver, several at once, until none is left. It begins with few workers and gains one
 * with every success, so a receiver that hangs ties up few connections however much waits for it, while one hanging
 * item among many ties up one worker and the others go on.
 */
export const startDeliveryWorkers = <Item>(work: DeliveryWork<Item>): DeliveryWorkers => {
  let limit = work.fewest;
  let active = 0;
  let failure: Error | null = null;
  let end = (): void => undefined;
  const source = createItemSource(work.lease, () => (limit >= work.most ? work.batch : limit));

  const carry = async (): Promise<void> => {
    try {
      while (active <= limit) {
        const item = await source.next();
        if (item === undefined) return;
        const isWell = await work.deliver(item);
        limit = isWell ? Math.min(work.most, limit + 1) : Math.max(work.fewest, Math.floor(limit / 2));
        if (isWell) hire();
      }
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error('Taking items failed.', { cause: error });
      source.close();
    } finally {
      // In the same step as the check above, or several workers that are one too many would all leave at once.
      active -= 1;
      if (active === 0) end();
    }
  };
  const hire = (): void => {
    while (active < limit && source.isPromising()) {
      active += 1;
      void carry();
    }
  };
  const finished = new Promise<void>((resolve, reject) => {
    end = () => {
      source.close();
      work.onIdle(source.drain());
      if (failure === null) resolve();
      else reject(failure);
    };
  });
  hire();
  return {
    finished,
    nudge: () => {
      source.refresh();
      hire();
    },
    stop: source.close,
  };
};
