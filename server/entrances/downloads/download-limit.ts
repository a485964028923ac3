import type { Response } from 'express';
import pLimit from 'p-limit';
import { RequestError } from '#platform/errors';

// Each up to 10 MiB, held in memory until its reader has taken it or is cut off for being slow.
const mostAtOnce = 16;
// They hold nothing yet, but a reader waits for each of them.
const mostWaiting = 500;

export type DownloadLimit = (response: Response, answer: () => Promise<void>) => Promise<void>;

const untilAnswered = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed || response.closed) return resolve();
    response.once('close', resolve);
  });

/** A turn lasts until the answer is out, not only until it is there: readers who take nothing would fill the memory. */
export const createDownloadLimit = (): DownloadLimit => {
  const turns = pLimit(mostAtOnce);
  return (response, answer) => {
    if (turns.pendingCount >= mostWaiting) throw new RequestError('temporarily_unavailable');
    return new Promise((resolve, reject) => {
      void turns(async () => {
        if (response.destroyed) return resolve();
        const answered = answer();
        answered.then(resolve, reject);
        // What was refused has nothing to hold on to.
        if (
          await answered.then(
            () => true,
            () => false,
          )
        )
          await untilAnswered(response);
      });
    });
  };
};
