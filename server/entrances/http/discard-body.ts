import type { IncomingMessage } from 'node:http';

const longestMs = 2_000;

/**
 * Reads what is left of a refused body and forgets it, but not for ever: most clients look for an answer only when
 * they have sent everything, and a connection closed before that is all they would see.
 */
export const discardBody = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, longestMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.once('end', end).once('close', end).resume();
  });
