import { setTimeout as sleep } from 'node:timers/promises';
import { createCalls } from './calls.ts';
import type { Cases } from './cases.ts';
import { createOrders } from './orders-to-send.ts';
import { NotTried } from './outcomes.ts';
import type { CallbackReceiver } from './receive-callbacks.ts';

export type TrialOptions = {
  readonly url: string;
  readonly secret: string;
  readonly cases: Cases;
  readonly receiver: CallbackReceiver | null;
  /** How long what must come by itself is waited for. */
  readonly patienceMs: number;
  /** How long it is looked whether an order comes to be after its deadline. */
  readonly lateMs?: number;
};

/** What was refused for want of time, and is placed in spite of that, is placed by then. */
const usualLateMs = 20_000;

const lookEveryMs = 200;

/** Everything that a check works with: calls of one connector, orders for it, and all that has come back so far. */
export const createTrial = ({ url, secret, cases, receiver, patienceMs, lateMs = usualLateMs }: TrialOptions) => {
  const calls = createCalls({ url, secret });
  return {
    ...calls,
    ...createOrders(calls, cases),
    patienceMs,
    lateMs,
    /** Looks again and again, at what comes in its own time; null: it did not. */
    eventually: async <Value>(look: () => Promise<Value | null> | Value | null): Promise<Value | null> => {
      const endsAtMs = performance.now() + patienceMs;
      for (;;) {
        const seen = await look();
        if (seen !== null || performance.now() > endsAtMs) return seen;
        await sleep(lookEveryMs);
      }
    },
    /** @throws NotTried, where none are received. */
    callbacks: (): CallbackReceiver => {
      if (receiver !== null) return receiver;
      throw new NotTried('no callbacks are received: give --callback-port and --callback-secret');
    },
  };
};

export type Trial = ReturnType<typeof createTrial>;

/** What a contract asks of a connector, and how it is found out. */
export type Check = {
  /** Stable, for programs. */
  readonly name: string;
  /** What holds for a sound connector. */
  readonly requirement: string;
  /** Where the contract says so. */
  readonly where: string;
  /** Once all other checks are through: about everything that came. */
  readonly isLast?: boolean;
  /** @throws Unmet, NotTried */
  readonly run: (trial: Trial) => Promise<void>;
};
