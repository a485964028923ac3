import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { builtProgram } from './built-program.ts';
import { settingsFor } from './settings.ts';

export type ServerProcess = {
  readonly url: string;
  readonly logLines: readonly string[];
  /** Sends the signal and resolves when the process is gone, with its exit code (null after a kill). */
  readonly end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>;
  /** Freezes it, and lets it go on. */
  readonly freeze: () => void;
  readonly thaw: () => void;
};

/** Gone, and everything read that it had said: what it said last may come after its end. */
const untilClosed = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('close', (code) => resolve(code)));

const startsWithinMs = 60_000;

const waitForStart = (child: ChildProcess, lines: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), startsWithinMs);
    const output = createInterface({ input: child.stdout! });
    output.on('line', (line) => {
      lines.push(line);
      if (!line.includes('"msg":"started"')) return;
      clearTimeout(timer);
      resolve((JSON.parse(line) as { url: string }).url);
    });
    createInterface({ input: child.stderr! }).on('line', (line) => lines.push(line));
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${code}:\n${lines.join('\n')}`));
    });
  });

/**
 * A server of its own process, as it is installed, so that it can be killed; it does not outlive this one. `file` starts one
 * that was prepared otherwise.
 */
export const spawnServer = async (
  databaseUrl: string,
  overrides: Readonly<Record<string, string>> = {},
  file: string = builtProgram('main'),
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'], ...settingsFor(databaseUrl, { LOG_LEVEL: 'info', ...overrides }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const endWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  const closed = untilClosed(child);
  const logLines: string[] = [];
  const url = await waitForStart(child, logLines);
  return {
    url,
    logLines,
    end: (signal) => {
      child.kill(signal);
      return closed;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
};
