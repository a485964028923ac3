import { spawn } from 'node:child_process';

/** A step that failed for a reason the reader can act on: shown without a stack. */
export class StepFailure extends Error {}

export interface ToolResult {
  readonly isSuccess: boolean;
  readonly isInstalled: boolean;
  readonly output: string;
}

export interface ToolOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Runs a program quietly; its output is for the step to show when something went wrong. */
export const runTool = (program: string, args: readonly string[], options: ToolOptions = {}): Promise<ToolResult> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(program, args, {
      // The generator's wrapper takes PWD, not its working directory, as the place relative paths start from.
      env: { ...process.env, PWD: process.cwd(), ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.timeoutMs ?? 300_000,
    });
    const outputText = () => Buffer.concat(chunks).toString('utf8').trim();
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ isSuccess: false, isInstalled: error.code !== 'ENOENT', output: error.message }),
    );
    child.on('close', (code) => resolve({ isSuccess: code === 0, isInstalled: true, output: outputText() }));
  });
