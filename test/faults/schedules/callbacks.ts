import { setTimeout as sleep } from 'node:timers/promises';
import type { WireMessage } from './bank-order.ts';

/** Where an instance takes callbacks; null while it is down. */
export type CallbackUrl = () => string | null;

const answerWithinMs = 1_500;
const pauseMs = 120;

const post = async (url: string | null, fact: WireMessage): Promise<'applied' | 'unknown attempt' | 'not taken'> => {
  if (url === null) return 'not taken';
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(fact), signal });
    if (!response.ok) return 'not taken';
    const { isKnown } = (await response.json()) as { isKnown: boolean };
    return isKnown ? 'applied' : 'unknown attempt';
  } catch {
    return 'not taken';
  }
};

/** Tells of facts until an instance has said that it has them on record, as a bank does. */
export const startCallbacks = (urls: readonly CallbackUrl[]) => {
  const open = new Set<Promise<void>>();
  const lost: WireMessage[] = [];
  let isOver = false;
  let turn = 0;

  const deliver = async (fact: WireMessage): Promise<void> => {
    while (!isOver) {
      const taken = await post(urls[turn++ % urls.length]!(), fact);
      // An attempt is on record before its bank is asked: no instance may ever say that it is not known.
      if (taken === 'unknown attempt') lost.push(fact);
      if (taken !== 'not taken') return;
      await sleep(pauseMs);
    }
  };
  return {
    /** Resolves once it is on record. */
    send: (fact: WireMessage): Promise<void> => {
      const sent = deliver(fact).finally(() => open.delete(sent));
      open.add(sent);
      return sent;
    },
    isQuiet: (): boolean => open.size === 0,
    /** Facts whose attempt no instance knew. */
    lost: (): readonly WireMessage[] => lost,
    stop: (): void => {
      isOver = true;
    },
  };
};

export type Callbacks = ReturnType<typeof startCallbacks>;
