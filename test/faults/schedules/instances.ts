import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { patienceMs } from '#test/support/patience';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { bundleInstance } from './bundle-instance.ts';
import type { InstancePlan } from './plan.ts';

const settings = {
  LOG_LEVEL: 'info',
  ACCEPTANCE_TIMEOUT_MS: '1200',
  DATABASE_ACQUIRE_TIMEOUT_MS: '800',
  DATABASE_STATEMENT_TIMEOUT_MS: '3000',
  WEBHOOK_TIMEOUT_MS: '700',
  STOP_TIMEOUT_MS: '4000',
  // Of instances whose clocks differ each one wants a token of its own, and merchants ask them in turn.
  TOKEN_REQUESTS_PER_MINUTE: '100000',
};

const callbackUrlOf = ({ logLines }: ServerProcess): string => {
  const line = logLines.find((text) => text.includes('"msg":"takes callbacks"'));
  return `http://127.0.0.1:${(JSON.parse(line ?? '{}') as { port?: number }).port}`;
};

/** One of the servers: killed, frozen and started again, it stays the same one to every reader of its address. */
export const createInstance = (databaseUrl: string, bankUrl: string, plan: InstancePlan) => {
  const everything: (readonly string[])[] = [];
  // One at a time: what is being started cannot be killed yet, and would be forgotten by a second start.
  const run = pLimit(1);
  let running: ServerProcess | null = null;
  let { clockMs } = plan;
  let isOver = false;

  /** As an orchestrator does: what cannot start, its database away perhaps, is started again. */
  const start = async (): Promise<void> => {
    const overrides = {
      ...settings,
      DATABASE_POOL_SIZE: String(plan.poolSize),
      BANK_URL: bankUrl,
      CLOCK_OFF_MS: String(clockMs),
    };
    const mainFile = await bundleInstance();
    const untilMs = performance.now() + patienceMs;
    while (!isOver) {
      try {
        running = await spawnServer(databaseUrl, overrides, mainFile);
        everything.push(running.logLines);
        return;
      } catch (error) {
        if (performance.now() > untilMs) throw error;
        await sleep(200);
      }
    }
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const ending = running;
    running = null;
    await ending?.end(signal);
  };
  return {
    start: () => run(start),
    url: (): string | null => running?.url ?? null,
    callbackUrl: (): string | null => (running === null ? null : callbackUrlOf(running)),
    end: (signal: 'SIGKILL' | 'SIGTERM') => run(end, signal),
    /** Killed, and started again after a while; by its clock it may have been a longer one. */
    killAndStart: (downMs: number, clockMovesMs: number): Promise<void> =>
      run(async () => {
        await end('SIGKILL');
        await sleep(downMs);
        clockMs += clockMovesMs;
        await start();
      }),
    freeze: (): void => running?.freeze(),
    thaw: (): void => running?.thaw(),
    /** For good. */
    dispose: async (): Promise<void> => {
      isOver = true;
      await run(end, 'SIGKILL');
    },
    /** All that it ever wrote, whatever became of it. */
    lines: (): readonly string[] => everything.flat(),
  };
};

export type Instance = ReturnType<typeof createInstance>;
