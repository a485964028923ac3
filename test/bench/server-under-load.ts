import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type ServerUnderLoad = {
  readonly url: string;
  /** Processor time of the server's process so far, in milliseconds. */
  readonly cpuMs: () => Promise<number>;
  /** Resident memory of the server's process, in megabytes. */
  readonly memoryMb: () => number;
  readonly stop: () => Promise<void>;
};

const mainFile = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** The server as it is deployed: a process of its own, with durable commits and its log on. */
export const startServerUnderLoad = async (
  settings: Readonly<Record<string, string>>,
  profileDirectory?: string,
): Promise<ServerUnderLoad> => {
  const profiling = profileDirectory === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDirectory}`];
  const child = spawn(process.execPath, [...profiling, '--import', import.meta.resolve('tsx'), mainFile], {
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
  return {
    url,
    cpuMs: async () => {
      const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
      return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]) * 1_000;
    },
    memoryMb: () => Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
};
