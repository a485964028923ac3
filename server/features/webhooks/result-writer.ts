import { setTimeout as pause } from 'node:timers/promises';
import type { AttemptResult } from './results-store.ts';

export type ResultWriter = {
  readonly add: (result: AttemptResult) => void;
  /** Resolves when everything added so far is written, or given up. */
  readonly flush: () => Promise<void>;
};

/**
 * Groups results into few statements: they are written after `waitMs`, or sooner when `batch` have gathered. A write
 * that fails is tried again, because a lost result sends the webhook twice; the count of attempts fences repetition.
 */
export const createResultWriter = (options: {
  readonly write: (results: readonly AttemptResult[]) => Promise<void>;
  readonly onLost: (error: unknown, count: number) => void;
  readonly waitMs?: number;
  readonly batch?: number;
  readonly retryDelaysMs?: readonly number[];
}): ResultWriter => {
  const { write, onLost, waitMs = 20, batch = 100, retryDelaysMs = [200, 1_000, 2_000, 4_000] } = options;
  let gathered: AttemptResult[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const writeAll = async (results: readonly AttemptResult[]): Promise<void> => {
    for (const delayMs of [...retryDelaysMs, null]) {
      try {
        return await write(results);
      } catch (error) {
        if (delayMs === null) return onLost(error, results.length);
        await pause(delayMs);
      }
    }
  };
  const begin = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (gathered.length === 0) return;
    const results = gathered;
    gathered = [];
    writing = Promise.all([writing, writeAll(results)]).then(() => undefined);
  };
  return {
    add: (result) => {
      gathered.push(result);
      if (gathered.length >= batch) begin();
      else timer ??= setTimeout(begin, waitMs);
    },
    flush: () => {
      begin();
      return writing;
    },
  };
};
