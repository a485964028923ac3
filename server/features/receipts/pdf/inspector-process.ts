import { fork, type ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { RequestError } from '#platform/errors';
import type { Log } from '#platform/logs';
import type { Inspection } from './inspection.ts';
import {
  tooMuchMemory,
  type InspectionLimits,
  type InspectionOrder,
  type InspectorReport,
} from './inspector-messages.ts';
import { unreadable } from './unreadable.ts';

/** `canGoOn` tells whether the process can be asked again. */
export type Inspected = { readonly inspection: Inspection; readonly canGoOn: boolean };

export type InspectorProcess = {
  /** Rejects with `temporarily_unavailable` when it cannot start. */
  readonly ready: Promise<void>;
  /**
   * One at a time. Null when it was gone before it heard of the order; `died` when it ended in the middle without a word,
   * as V8 does when one allocation is too large for the heap, and as the kernel does to whom it likes.
   */
  readonly inspect: (order: InspectionOrder) => Promise<Inspected | null | 'died'>;
  readonly gone: Promise<void>;
  readonly end: () => Promise<void>;
};

const startTimeoutMs = 30_000;
/** It watches the time itself. That it does not even do this is worth a little patience, not more. */
const graceMs = 5_000;
/** A third of the processor time that others get, where both want it. */
const niceness = 5;

const forkInspector = (limits: InspectionLimits): ChildProcess => {
  const program = fileURLToPath(import.meta.resolve('#programs/inspector'));
  // In a build it is JavaScript.
  const translation = program.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  return fork(program, [JSON.stringify(limits)], {
    // Nothing native is needed to read text, and what fonts and images would be drawn with stays unloaded.
    execArgv: ['--no-addons', ...translation],
    // An attacker that took over the parser finds no keys in it.
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
};

/** Of a process; only Linux tells of more than the first. */
const threadsOf = (pid: number): readonly number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
};

/**
 * What waits for the server or its database is not delayed by what is looked at. No thread may be less nice than before. Each of
 * a process' threads is as nice as the one that starts it was then, so it is said again once they are all there.
 */
const giveWay = (pid: number): void => {
  const priority = Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW);
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, priority);
    } catch {
      // It has ended.
    }
  }
};

const hold = (child: ChildProcess): void => {
  child.ref();
  child.channel?.ref();
};

const release = (child: ChildProcess): void => {
  child.unref();
  child.channel?.unref();
};

/** Null when the process ended, or had to be killed, without a word. */
const nextReport = async (
  child: ChildProcess,
  gone: Promise<void>,
  timeoutMs: number,
  onBegun: () => void = () => undefined,
): Promise<InspectorReport | null> => {
  const kill = setTimeout(() => void child.kill('SIGKILL'), timeoutMs);
  hold(child);
  try {
    return await new Promise((resolve) => {
      child.on('message', (message) => {
        const report = message as InspectorReport;
        if (report.kind === 'begun') onBegun();
        else resolve(report);
      });
      void gone.then(() => resolve(null));
    });
  } finally {
    clearTimeout(kill);
    child.removeAllListeners('message');
    release(child);
  }
};

export const startInspectorProcess = (limits: InspectionLimits, log?: Log): InspectorProcess => {
  const child = forkInspector(limits);
  if (child.pid !== undefined) giveWay(child.pid);
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // Without a process there is no exit. A message that finds it gone is told here too, and its exit follows.
    child.on('error', () => child.pid === undefined && resolve());
  });

  const end = (): Promise<void> => {
    hold(child);
    child.kill('SIGKILL');
    return gone;
  };

  const start = async (): Promise<void> => {
    const report = await nextReport(child, gone, startTimeoutMs);
    if (report?.kind === 'ready') {
      giveWay(child.pid!);
      return;
    }
    log?.error({ cause: report?.kind === 'failed' ? report.message : 'it ended' }, 'no receipt can be inspected');
    await end();
    throw new RequestError('temporarily_unavailable');
  };

  return {
    ready: start(),
    inspect: async (order) => {
      let hasBegun = false;
      const report = nextReport(child, gone, limits.timeoutMs + graceMs, () => (hasBegun = true));
      if (child.connected) child.send(order, () => undefined);
      const answer = await report;
      if (answer?.kind === 'inspected') return answer;
      if (answer === null) return hasBegun ? 'died' : null;
      await end();
      if (answer.kind === 'failed') log?.error({ cause: answer.message }, 'a receipt could not be inspected');
      const fault = answer.kind === 'exceeded' ? answer.fault : tooMuchMemory;
      return { inspection: unreadable(fault), canGoOn: false };
    },
    gone,
    end,
  };
};
