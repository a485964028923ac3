import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtProgram } from '#test/support/built-program';

export type ServerUnderLoad = {
  readonly url: string;
  /** Processor time of the server's process so far, in milliseconds. */
  readonly cpuMs: () => Promise<number>;
  /** Resident memory of the server's process, in megabytes. */
  readonly memoryMb: () => number;
  /** Looks at it ten times a second until it is asked for the most it saw. */
  readonly watchMemory: () => { readonly endAtPeakMb: () => Promise<number> };
  readonly stop: () => Promise<void>;
};

/** The server as it is deployed: a process of its own, with durable commits and its log on. */
export const startServerUnderLoad = async (
  settings: Readonly<Record<string, string>>,
  profileDirectory?: string,
): Promise<ServerUnderLoad> => {
  const profiling = profileDirectory === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDirectory}`];
  const child = spawn(process.execPath, [...profiling, builtProgram('main')], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url, metricsUrl } = await new Promise<{ url: string; metricsUrl: string }>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      if (line.includes('"msg":"started"')) resolve(JSON.parse(line) as { url: string; metricsUrl: string });
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it started.`)));
  });
  const readMetric = async (name: string): Promise<number> => {
    const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]);
  };
  const watchMemory = () => {
    let peakBytes = 0;
    let isOver = false;
    const watch = async (): Promise<void> => {
      while (!isOver) {
        // Kept-alive connections are closed now and then just when one is used: that is one look less.
        peakBytes = Math.max(peakBytes, await readMetric('process_resident_memory_bytes').catch(() => 0));
        await sleep(100);
      }
    };
    const watching = watch();
    const endAtPeakMb = async (): Promise<number> => {
      isOver = true;
      await watching;
      return Math.round(peakBytes / 1024 / 1024);
    };
    return { endAtPeakMb };
  };
  return {
    url,
    watchMemory,
    cpuMs: async () => (await readMetric('process_cpu_seconds_total')) * 1_000,
    memoryMb: () =>
      Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
};
