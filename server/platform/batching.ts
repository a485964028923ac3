import { isConnectionLost, isPoolExhausted } from './database.ts';

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * A batch that has run for so long is slow, held up by a row that another transaction holds perhaps: only then does
 * another run beside it. A quick one is soon over, and what waits for it travels in larger company.
 */
const slowAfterMs = 20;

export type Batching<Item, Result> = {
  /** Answers one result for each item, in their order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** 32 unless told. */
  readonly mostItems?: number;
  /** 2 unless told. */
  readonly mostRunning?: number;
};

/**
 * Lets work that arrives while earlier work is under way share the next statement and its commit. Nothing waits for
 * company: alone, an item runs at once. When a batch fails, each of its items runs alone, so that one bad item never
 * fails another.
 */
export const createBatcher = <Item, Result>(options: Batching<Item, Result>): ((item: Item) => Promise<Result>) => {
  const { mostItems = 32, mostRunning = 2 } = options;
  const queue: Waiting<Item, Result>[] = [];
  let running = 0;
  let startedAtMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const runAlone = async ({ item, resolve, reject }: Waiting<Item, Result>): Promise<void> => {
    try {
      const [result] = await options.run([item]);
      resolve(result as Result);
    } catch (error) {
      reject(error);
    }
  };

  const runBatch = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await options.run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      // The next batch would wait as long for a connection; its items have waited for this one already.
      if (isPoolExhausted(error)) queue.splice(0).forEach(({ reject }) => reject(error));
      // A lost connection says nothing about single items; asking once for each would only add to the trouble.
      if (batch.length === 1 || isConnectionLost(error)) batch.forEach(({ reject }) => reject(error));
      // Not waited for: whatever held the batch up must not hold up the next one too.
      else batch.forEach((waiting) => void runAlone(waiting));
    }
  };

  const next = (): void => {
    if (running >= mostRunning || queue.length === 0) return;
    const waitMs = running === 0 ? 0 : startedAtMs + slowAfterMs - performance.now();
    if (waitMs > 0) {
      timer ??= setTimeout(() => {
        timer = undefined;
        next();
      }, waitMs).unref();
      return;
    }
    running += 1;
    startedAtMs = performance.now();
    void runBatch(queue.splice(0, mostItems)).finally(() => {
      running -= 1;
      next();
    });
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      next();
    });
};

/** A batcher for each key, for as long as it has work: only items of one key share a batch. */
export const createBatcherPerKey = <Item, Result>(
  keyOf: (item: Item) => string,
  options: Batching<Item, Result>,
): ((item: Item) => Promise<Result>) => {
  const batchers = new Map<string, { readonly add: (item: Item) => Promise<Result>; waiting: number }>();
  return async (item) => {
    const key = keyOf(item);
    const batcher = batchers.get(key) ?? { add: createBatcher(options), waiting: 0 };
    batchers.set(key, batcher);
    batcher.waiting += 1;
    try {
      return await batcher.add(item);
    } finally {
      batcher.waiting -= 1;
      if (batcher.waiting === 0) batchers.delete(key);
    }
  };
};
