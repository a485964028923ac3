import type { IncomingMessage } from 'node:http';

const longestMs = 2_000;
const mostAtOnce = 4;

let reading = 0;
const waiting = new Set<() => void>();

/** Fast senders in numbers would fill every turn of the event loop: a few are read, the others stand still meanwhile. */
const takeTurn = (start: () => void): { readonly end: () => void } => {
  let isReading = false;
  const begin = (): void => {
    isReading = true;
    reading += 1;
    start();
  };
  if (reading < mostAtOnce) begin();
  else waiting.add(begin);
  return {
    end: () => {
      if (!isReading) return void waiting.delete(begin);
      reading -= 1;
      const [next] = waiting;
      if (next === undefined) return;
      waiting.delete(next);
      next();
    },
  };
};

/**
 * Reads what is left of a refused body and forgets it, but not for ever: most clients look for an answer only when
 * they have sent everything, and a connection closed before that is all they would see.
 */
export const discardBody = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    // A client that waits to be invited, and was not, sends nothing.
    if (request.headers.expect !== undefined || request.destroyed) return resolve();
    const turn = takeTurn(() => void request.resume());
    let isEnded = false;
    const end = (): void => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      turn.end();
      resolve();
    };
    const timer = setTimeout(end, longestMs);
    request.once('end', end).once('close', end);
  });
