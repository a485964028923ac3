import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const writer = ['--import', 'tsx', 'test/faults/schedules/write-bundle.ts'];
const file = `${root}.cache/schedules/instance-${process.pid}.mjs`;

let bundled: Promise<string> | undefined;

/** One file instead of hundreds: an instance starts in a third of the time, and schedules start many. */
export const bundleInstance = (): Promise<string> => {
  bundled ??= promisify(execFile)(process.execPath, [...writer, file], { cwd: root }).then(() => file);
  return bundled;
};

/** Once no instance is started any more. */
export const dropBundle = (): void => rmSync(file, { force: true });
