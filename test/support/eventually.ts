import { setTimeout as sleep } from 'node:timers/promises';
import { patienceMs } from './patience.ts';

/** Repeats a look until it shows something; for what happens in its own time, such as a delivery. */
export const eventually = async <Value>(
  look: () => Promise<Value | null | undefined | false> | Value | null | undefined | false,
  what: string,
): Promise<Value> => {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (performance.now() > deadline) throw new Error(`Waited ${patienceMs} ms in vain for ${what}.`);
    await sleep(25);
  }
};
