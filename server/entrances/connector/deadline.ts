import { ConnectorRefusal } from './refusals.ts';

/** How far a call has come, so that its end can be told truly. */
export type Deadline = {
  /**
   * Called once, right before the order goes on record.
   * @throws ConnectorRefusal not_carried_out, when the time is over: what was not begun by then is not begun.
   */
  readonly begin: () => void;
};

type Timed = { readonly headers: { readonly 'x-timeout-ms': number } };

// For the way back. A tenth of a short time, because a fixed part could be all of it.
const returnMs = (timeoutMs: number): number => Math.min(250, timeoutMs / 10);

/**
 * Answers a call within the time that its caller waits: that nothing was done where nothing was begun, and else that the outcome is
 * unknown. What was begun goes on to its end.
 */
export const withinTime =
  <Request extends Timed, Answer>(handle: (request: Request, deadline: Deadline) => Promise<Answer>) =>
  async (request: Request): Promise<Answer> => {
    const timeoutMs = request.headers['x-timeout-ms'];
    let isOver = false;
    let hasBegun = false;
    const begin = (): void => {
      if (isOver) throw new ConnectorRefusal('not_carried_out');
      hasBegun = true;
    };
    let timer: NodeJS.Timeout | undefined;
    const timeIsUp = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        isOver = true;
        reject(new ConnectorRefusal(hasBegun ? 'outcome_unknown' : 'not_carried_out'));
      }, timeoutMs - returnMs(timeoutMs));
    });
    const answered = handle(request, { begin });
    // Where it fails after its answer was given, there is no caller left to be told.
    answered.catch(() => undefined);
    try {
      return await Promise.race([answered, timeIsUp]);
    } finally {
      clearTimeout(timer);
    }
  };
