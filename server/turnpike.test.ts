import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('./turnpike.mjs', import.meta.url));

/** The real process, in a directory where nothing runs. */
const run = (words: readonly string[], environment: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment },
  });
  return { status, stdout, stderr };
};

const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', TURNPIKE_KEYS: 'k1:none' };

describe('the turnpike process', () => {
  it('helps', () => {
    expect(run(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage: turnpike') });
  });

  it.each(['--help', '--version'])('loads neither the database nor the features for %s', (word) => {
    // The coverage names every module that was evaluated.
    const directory = mkdtempSync(join(tmpdir(), 'turnpike-loaded-'));
    try {
      expect(run([word], { NODE_V8_COVERAGE: directory }).status).toBe(0);
      const files = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
      const loaded = files.flatMap((text) =>
        (JSON.parse(text) as { result: { url: string }[] }).result.map(({ url }) => url),
      );
      expect(loaded.some((url) => url.includes('/command-line/run-command-line.ts'))).toBe(true);
      const heavy = loaded.filter((url) =>
        /node_modules.(knex|pg|@aws-sdk|@smithy|zod|yaml|pino)\b|server.(features|platform.database)/.test(url),
      );
      expect(heavy).toEqual([]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('says in one line that the database is out of reach', () => {
    const { status, stderr } = run(['keys', 'list'], unreachable);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^turnpike: The database cannot be reached: .*ECONNREFUSED.*\n$/);
  });

  it('says in one line that it knows no database', () => {
    const { status, stderr } = run(['check']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^turnpike: Which database\? .+\n$/);
  });

  it('says in one line that a file cannot be read', () => {
    const { status, stderr } = run(['apply', 'nowhere.yaml'], unreachable);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^turnpike: nowhere\.yaml cannot be read: ENOENT.+\n$/);
  });

  it('asks nothing when no operator is there', () => {
    const { status, stderr } = run(['seed'], unreachable);
    expect(status).toBe(1);
    expect(stderr).toBe('turnpike: Seed the demo into 127.0.0.1:1/none? Nobody is here to be asked: add --yes.\n');
  });
});
