import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

// Plain JavaScript without dependencies: it runs before they are installed.

/** @param {string} dataDirectory */
const fileIn = (dataDirectory) => join(dataDirectory, 'launcher.pid');

/**
 * @param {number} pid
 * @returns {string} Empty when there is no such process.
 */
const commandOf = (pid) => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
};

/**
 * The number of a process is soon another's, above all in containers, so its command is looked at as well.
 * @param {string} dataDirectory
 * @returns {number | null}
 */
const runningLauncher = (dataDirectory) => {
  try {
    const pid = Number(readFileSync(fileIn(dataDirectory), 'utf8'));
    return pid !== process.pid && commandOf(pid).includes('server/local/run.ts') ? pid : null;
  } catch {
    return null;
  }
};

/**
 * @param {string} dataDirectory
 * @returns {string | null} A line that names the process to stop, where another one uses the directory.
 */
export const launcherProblem = (dataDirectory) => {
  const pid = runningLauncher(dataDirectory);
  if (pid === null) return null;
  return (
    `make run is already running with ${dataDirectory}, as process ${pid}: stop it with Ctrl-C in its terminal or \`kill ${pid}\`, ` +
    'or give this one a TURNPIKE_DATA_DIR and ports of its own.'
  );
};

/**
 * One folder after the other: where none can be made at all, as below /proc, Node's own `recursive` tries for ever.
 * @param {string} directory
 */
const makeDirectory = (directory) => {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  mkdirSync(directory);
};

/**
 * Marks the directory as this process's.
 * @param {string} dataDirectory
 */
export const claimDataDirectory = (dataDirectory) => {
  makeDirectory(resolve(dataDirectory));
  writeFileSync(fileIn(dataDirectory), `${process.pid}\n`);
  process.once('exit', () => rmSync(fileIn(dataDirectory), { force: true }));
};
