import { createConcurrencyLimit } from '#platform/concurrency-limit';
import type { ReceiptStorage } from './storage.ts';

const atATime = 4;
const defaultWaitMs = 10_000;

/**
 * Files are large: many at once would take all connections of the pool, and encrypting or hashing them one after the
 * other would keep the process from everything else. A caller that waits longer than `waitMs` is refused, so that a
 * storage which is silent does not hold up one after the other. Links and removals move nothing and do not wait.
 */
export const limitConcurrency = (storage: ReceiptStorage, waitMs = defaultWaitMs): ReceiptStorage => {
  const tooMany = (): Error => new Error(`Too many files are on their way: none could follow within ${waitMs} ms.`);
  const { run } = createConcurrencyLimit(atATime, waitMs, tooMany);
  return {
    ...storage,
    put: (file, content) => run(() => storage.put(file, content)),
    get: (file) => run(() => storage.get(file)),
  };
};
