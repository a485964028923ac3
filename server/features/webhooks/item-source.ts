export type ItemSource<Item> = {
  /** The next item, taking more when none is at hand; undefined when there are no more. */
  readonly next: () => Promise<Item | undefined>;
  /** Whether asking may give an item. */
  readonly isPromising: () => boolean;
  /** More may be waiting again. */
  readonly refresh: () => void;
  /** Gives nothing more. */
  readonly close: () => void;
  /** What was taken and never given. */
  readonly drain: () => readonly Item[];
};

/** Hands out leased items one by one, and leases more by one statement at a time however many ask. */
export const createItemSource = <Item>(
  lease: (count: number) => Promise<readonly Item[]>,
  wanted: () => number,
): ItemSource<Item> => {
  const queue: Item[] = [];
  let refreshes = 0;
  let isDry = false;
  let isClosed = false;
  let refilling: Promise<void> | null = null;

  const refill = async (): Promise<void> => {
    const refreshesBefore = refreshes;
    const count = wanted();
    const items = await lease(count);
    queue.push(...items);
    // What was committed while the lease ran may not be in it.
    isDry = items.length < count && refreshes === refreshesBefore;
  };
  return {
    next: async () => {
      while (!isClosed) {
        const item = queue.shift();
        if (item !== undefined || isDry) return item;
        refilling ??= refill().finally(() => {
          refilling = null;
        });
        await refilling;
      }
      return undefined;
    },
    isPromising: () => !isClosed && (queue.length > 0 || !isDry),
    refresh: () => {
      refreshes += 1;
      isDry = false;
    },
    close: () => {
      isClosed = true;
    },
    drain: () => queue.splice(0),
  };
};
