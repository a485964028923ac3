import type { Log } from '#platform/logs';
import type { InspectionLimits } from './inspector-messages.ts';
import { startInspectorProcess, type InspectorProcess } from './inspector-process.ts';

/** An idle process holds memory that is not used; a new one is there in a second. */
const idleMs = 300_000;

/** So many processes, started when the first one is wanted, replaced when one ends, and ended after a while without work. */
export const createInspectorPool = (limits: InspectionLimits, processes: number, log?: Log) => {
  const running = new Set<InspectorProcess>();
  /** With what ends each of them when nothing comes for a while. */
  const idle = new Map<InspectorProcess, NodeJS.Timeout>();
  /** On their way, so that no file waits for one to start when it is needed. */
  const spares = new Set<Promise<InspectorProcess>>();
  let isClosed = false;

  const start = async (): Promise<InspectorProcess> => {
    const started = startInspectorProcess(limits, log);
    running.add(started);
    void started.gone.then(() => {
      running.delete(started);
      clearTimeout(idle.get(started));
      idle.delete(started);
    });
    await started.ready;
    return started;
  };

  const keep = (inspector: InspectorProcess): void => {
    if (isClosed) return;
    idle.set(inspector, setTimeout(() => void inspector.end(), idleMs).unref());
  };

  const prepare = (): void => {
    while (!isClosed && running.size < processes) {
      const spare = start();
      spares.add(spare);
      void spare.then(
        (started) => spares.delete(spare) && keep(started),
        () => spares.delete(spare),
      );
    }
  };

  const take = async (): Promise<InspectorProcess> => {
    const [inspector, timer] = idle.entries().next().value ?? [];
    if (inspector !== undefined) {
      clearTimeout(timer);
      idle.delete(inspector);
      return inspector;
    }
    const [spare] = spares;
    if (spare === undefined) return start();
    spares.delete(spare);
    return spare;
  };

  return {
    /** For a caller that asks for no more of them at once than there are. Rejects when none can be started. */
    take: (): Promise<InspectorProcess> => {
      prepare();
      return take();
    },
    giveBack: (inspector: InspectorProcess, canGoOn: boolean): void => {
      if (canGoOn) keep(inspector);
      // The next file finds another one.
      else void inspector.gone.then(prepare);
    },
    close: async (): Promise<void> => {
      isClosed = true;
      await Promise.all([...running].map((inspector) => inspector.end()));
    },
  };
};
