import { RequestError } from '#platform/errors';
import type { Log } from '#platform/logs';
import type { Expected, Inspection } from './inspection.ts';
import { startInspectorProcess, type InspectorProcess } from './inspector-process.ts';
import { beginsLikePdf } from './pdf-header.ts';
import { tooMuchMemory } from './inspector-messages.ts';
import { inspectOther, unreadable } from './unreadable.ts';

export type PdfInspector = {
  /**
   * Never rejects because of what is in the file. Rejects with `temporarily_unavailable` when too many wait already, when
   * no process can be started, and after `close`.
   */
  readonly inspect: (content: Buffer, expected: Expected) => Promise<Inspection>;
  /** Resolves when the processes are gone. What waits or is under way is rejected. */
  readonly close: () => Promise<void>;
};

export type PdfInspectorOptions = {
  readonly log?: Log;
  /** Inspections at the same time, each in a process of its own. */
  readonly processes?: number;
  /** How many may wait beside those under way. */
  readonly queueLimit?: number;
  readonly timeoutMs?: number;
  /** What an inspecting process may hold, all told; an idle one has 150 to 200 MB. */
  readonly memoryMb?: number;
};

type Job = {
  readonly content: Buffer;
  readonly expected: Expected;
  readonly resolve: (inspection: Inspection) => void;
  readonly reject: (reason: unknown) => void;
};

/** An idle process holds memory that nobody uses; a new one is there in a second. */
const idleMs = 300_000;

const unavailable = (): RequestError => new RequestError('temporarily_unavailable');

/** Inspects uploaded files outside of this process; see docs/decisions/0027-receipts-are-inspected-in-a-worker.md. */
export const createPdfInspector = (options: PdfInspectorOptions = {}): PdfInspector => {
  const limits = { timeoutMs: options.timeoutMs ?? 10_000, memoryMb: options.memoryMb ?? 512 };
  const waiting: Job[] = [];
  const running = new Set<InspectorProcess>();
  /** With what ends each of them when nothing comes for a while. */
  const idle = new Map<InspectorProcess, NodeJS.Timeout>();
  let free = options.processes ?? 1;
  let isClosed = false;

  const start = async (): Promise<InspectorProcess> => {
    const started = startInspectorProcess(limits, options.log);
    running.add(started);
    void started.gone.then(() => {
      running.delete(started);
      clearTimeout(idle.get(started));
      idle.delete(started);
    });
    await started.ready;
    return started;
  };

  const takeIdle = (): InspectorProcess | undefined => {
    const [inspector, timer] = idle.entries().next().value ?? [];
    if (inspector === undefined) return undefined;
    clearTimeout(timer);
    idle.delete(inspector);
    return inspector;
  };

  const keep = (inspector: InspectorProcess): void => {
    idle.set(inspector, setTimeout(() => void inspector.end(), idleMs).unref());
  };

  const examine = async ({ content, expected }: Job): Promise<Inspection> => {
    // What is no PDF at all, the commonest mistake, needs no process.
    if (!beginsLikePdf(content)) return inspectOther(content);
    if (isClosed) throw unavailable();
    let inspector = takeIdle() ?? (await start());
    let answer = await inspector.inspect({ content, expected });
    if ((answer === null || answer === 'died') && !isClosed) {
      // While it was idle, and nobody had noticed; or by somebody else's hand. Only a file that does it again is to blame.
      inspector = await start();
      answer = await inspector.inspect({ content, expected });
    }
    if (answer === null || isClosed) throw unavailable();
    if (answer === 'died') return unreadable(tooMuchMemory);
    if (answer.canGoOn) keep(inspector);
    return answer.inspection;
  };

  const workOff = async (): Promise<void> => {
    free -= 1;
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      await examine(job).then(job.resolve, job.reject);
    }
    free += 1;
  };

  return {
    inspect: (content, expected) =>
      new Promise((resolve, reject) => {
        if (isClosed || (free === 0 && waiting.length >= (options.queueLimit ?? 100))) return reject(unavailable());
        waiting.push({ content, expected, resolve, reject });
        if (free > 0) void workOff();
      }),
    close: async () => {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(unavailable());
      await Promise.all([...running].map((inspector) => inspector.end()));
    },
  };
};
