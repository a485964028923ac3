export type CourierWork<Item> = {
  /** Takes up to `count` items; fewer than that means that no more are waiting. */
  readonly lease: (count: number) => Promise<readonly Item[]>;
  /** True when the receiver did well. It must not reject. */
  readonly deliver: (item: Item) => Promise<boolean>;
  /** Called in the very moment the last courier leaves, with items taken and never begun. */
  readonly onIdle: (left: readonly Item[]) => void;
  readonly fewest: number;
  readonly most: number;
  /** How many items to take at once for a receiver that has proved quick. */
  readonly batch: number;
};

export type Couriers = {
  /** Resolves when the last courier has left; rejects when taking items failed. */
  readonly finished: Promise<void>;
  /** More items may be waiting. */
  readonly nudge: () => void;
  /** No item is begun any more. */
  readonly stop: () => void;
};

/**
 * Carries the items of one receiver, several at once, until none is left. It begins with few couriers and gains one
 * with every success, so a receiver that hangs ties up few connections however much waits for it, while one hanging
 * item among many ties up one courier and the others go on.
 */
export const startCouriers = <Item>(work: CourierWork<Item>): Couriers => {
  const queue: Item[] = [];
  let limit = work.fewest;
  let active = 0;
  let nudges = 0;
  let isDry = false;
  let isStopped = false;
  let failure: unknown = null;
  let refilling: Promise<void> | null = null;
  let end = (): void => undefined;

  const refill = async (): Promise<void> => {
    const nudgesBefore = nudges;
    const count = limit >= work.most ? work.batch : limit;
    const items = await work.lease(count);
    queue.push(...items);
    isDry = items.length < count && nudges === nudgesBefore;
  };
  const next = async (): Promise<Item | undefined> => {
    while (!isStopped) {
      const item = queue.shift();
      if (item !== undefined || isDry) return item;
      refilling ??= refill().finally(() => {
        refilling = null;
      });
      await refilling;
    }
    return undefined;
  };
  const carry = async (): Promise<void> => {
    try {
      while (active <= limit) {
        const item = await next();
        if (item === undefined) return;
        const isWell = await work.deliver(item);
        limit = isWell ? Math.min(work.most, limit + 1) : Math.max(work.fewest, Math.floor(limit / 2));
        if (isWell) hire();
      }
    } catch (error) {
      failure ??= error;
      isStopped = true;
    } finally {
      // In the same step as the check above, or several couriers that are one too many would all leave at once.
      active -= 1;
      if (active === 0) end();
    }
  };
  const hire = (): void => {
    while (active < limit && !isStopped && (queue.length > 0 || !isDry)) {
      active += 1;
      void carry();
    }
  };
  const finished = new Promise<void>((resolve, reject) => {
    end = () => {
      isStopped = true;
      work.onIdle(queue.splice(0));
      if (failure === null) resolve();
      else reject(failure instanceof Error ? failure : new Error(String(failure)));
    };
  });
  hire();
  return {
    finished,
    nudge: () => {
      nudges += 1;
      isDry = false;
      hire();
    },
    stop: () => {
      isStopped = true;
    },
  };
};
