import { messageOf } from '#platform/errors';
import type { Log } from '#platform/logs';

/** No answer in time, or no answer that can be understood, is an unknown outcome and never a decline. */
export const askProvider = async <Answer extends { readonly outcome: string }>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  timeoutMs: number,
  log: Log,
): Promise<Answer | { readonly outcome: 'unknown' }> => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ readonly outcome: 'unknown' }>((resolve) => {
    timer = setTimeout(() => {
      controller.abort();
      resolve({ outcome: 'unknown' });
    }, timeoutMs);
  });
  const answer = ask(controller.signal).catch((error: unknown) => {
    if (!controller.signal.aborted) log.warn({ cause: messageOf(error) }, 'a provider call failed');
    return { outcome: 'unknown' } as const;
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};
