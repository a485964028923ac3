import { setTimeout as sleep } from 'node:timers/promises';
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
};

const startsWithinMs = 20_000;

const callbackUrlOf = ({ logLines }: ServerProcess): string => {
  const line = logLines.find((text) => text.includes('"msg":"takes callbacks"'));
  return `http://127.0.0.1:${(JSON.parse(line ?? '{}') as { port?: number }).port}`;
};

/** One of the servers: killed, frozen and started again, it stays the same one to whoever asks for its address. */
export const createInstance = (databaseUrl: string, bankUrl: string, { clockMs, poolSize }: InstancePlan) => {
  const everything: (readonly string[])[] = [];
  let running: ServerProcess | null = null;
  const endAtOnce = (): void => void running?.end('SIGKILL');
  process.once('exit', endAtOnce);

  /** As an orchestrator does: what cannot start, its database away perhaps, is started again. */
  const start = async (): Promise<void> => {
    const overrides = {
      ...settings,
      DATABASE_POOL_SIZE: String(poolSize),
      BANK_URL: bankUrl,
      CLOCK_OFF_MS: String(clockMs),
    };
    const mainFile = await bundleInstance();
    const untilMs = performance.now() + startsWithinMs;
    for (;;) {
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
    start,
    url: (): string | null => running?.url ?? null,
    callbackUrl: (): string | null => (running === null ? null : callbackUrlOf(running)),
    end,
    freeze: (): void => running?.freeze(),
    thaw: (): void => running?.thaw(),
    /** For good: nobody has to end it any more when this process ends. */
    dispose: async (): Promise<void> => {
      process.off('exit', endAtOnce);
      await end('SIGKILL');
    },
    /** All that it ever wrote, whatever became of it. */
    lines: (): readonly string[] => everything.flat(),
  };
};

export type Instance = ReturnType<typeof createInstance>;
