import { Worker } from 'node:worker_threads';
import { messageOf } from '#platform/errors';
import type { Inspection } from './inspection.ts';
import { tooMuchComputing, tooMuchMemory, type InspectionLimits, type InspectorReport } from './inspector-messages.ts';

/** The heap that parsing may fill. Buffers lie outside of it, so the whole process is measured too. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
const measuredEveryMs = 20;
/** What piles up unnoticed ends with the process. */
const mostFiles = 500;

const limits = JSON.parse(process.argv[2] ?? '') as InspectionLimits;
const thread = new Worker(new URL(import.meta.resolve('#programs/inspector-thread')), { resourceLimits, env: {} });

const heldMb = (): number => process.memoryUsage.rss() / 2 ** 20;

const report = (message: InspectorReport, then?: () => void): void => {
  if (process.connected) process.send?.(message, undefined, undefined, then);
};

// A thread in the middle of native code would put off an orderly exit.
const leave = (): boolean => process.kill(process.pid, 'SIGKILL');

let stopWatching = (): void => undefined;
let files = 0;

const giveUp = (message: InspectorReport): void => {
  stopWatching();
  void thread.terminate();
  report(message, leave);
};

const exceed = (fault: string): void => giveUp({ kind: 'exceeded', fault });

const watch = (): void => {
  const seconds = limits.timeoutMs / 1_000;
  const clock = setTimeout(() => exceed(`Reading it takes longer than ${seconds} seconds.`), limits.timeoutMs);
  const before = process.cpuUsage();
  const scales = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (heldMb() > limits.memoryMb) exceed(tooMuchMemory);
    else if ((user + system) / 1_000 > limits.cpuMs) exceed(tooMuchComputing);
  }, measuredEveryMs);
  stopWatching = () => {
    clearTimeout(clock);
    clearInterval(scales);
  };
};

const handOver = (inspection: Inspection): void => {
  stopWatching();
  // What earlier files left behind must not count against the next one.
  files += 1;
  const canGoOn = heldMb() < limits.memoryMb * 0.75 && files < mostFiles;
  report({ kind: 'inspected', inspection, canGoOn }, canGoOn ? undefined : leave);
};

thread.once('message', () => {
  thread.on('message', handOver);
  report({ kind: 'ready' });
  process.on('message', (order) => {
    watch();
    report({ kind: 'begun' });
    thread.postMessage(order);
  });
});
thread.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') exceed(tooMuchMemory);
  else giveUp({ kind: 'failed', message: messageOf(error) });
});

// A server that drains still has files to inspect; its end is ours, even in the middle of a file, even when it is killed.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.once('disconnect', leave);
// Killed while this was being loaded: no event says so again.
if (!process.connected) leave();
