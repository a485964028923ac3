import { describe, expect, it } from '@jest/globals';
import { newId, type EventId } from '#platform/ids';
import { createResultWriter } from './result-writer.ts';
import type { AttemptResult } from './results-store.ts';

const result = (): AttemptResult => ({
  eventId: newId<EventId>(),
  attempts: 0,
  outcome: 'delivered',
  delayMs: 0,
  httpStatus: 204,
  error: null,
});

/** A writer whose first `failures` writes fail. */
const writerFailing = (failures: number) => {
  const seen = { writes: [] as number[], lost: 0 };
  let left = failures;
  const writer = createResultWriter({
    write: (results) => {
      left -= 1;
      if (left >= 0) return Promise.reject(new Error('no database'));
      seen.writes.push(results.length);
      return Promise.resolve();
    },
    onLost: (_error, count) => {
      seen.lost += count;
    },
    waitMs: 5,
    batch: 10,
    retryDelaysMs: [1, 1],
  });
  return { writer, seen };
};

describe('results', () => {
  it('are written in groups, the last of them at the flush', async () => {
    const { writer, seen } = writerFailing(0);
    for (let index = 0; index < 25; index += 1) writer.add(result());
    await writer.flush();
    expect(seen.writes).toEqual([10, 10, 5]);
  });

  it('do not wait for a group that never fills', async () => {
    const { writer, seen } = writerFailing(0);
    writer.add(result());
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(seen.writes).toEqual([1]);
  });

  it('are written in the end although writing failed twice', async () => {
    const { writer, seen } = writerFailing(2);
    writer.add(result());
    await writer.flush();
    expect(seen).toEqual({ writes: [1], lost: 0 });
  });

  it('are told as lost when writing goes on failing', async () => {
    const { writer, seen } = writerFailing(3);
    writer.add(result());
    await writer.flush();
    expect(seen).toEqual({ writes: [], lost: 1 });
  });
});
