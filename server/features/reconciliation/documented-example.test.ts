import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtProgram } from '#test/support/built-program';
import { createSettlementStories, type SettlementStories } from './settlement-stories-fixture.ts';

let stories: SettlementStories;
const directory = mkdtempSync(join(tmpdir(), 'turnpike-documented-'));
beforeAll(async () => {
  stories = await createSettlementStories();
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await stories.db.drop();
});

const page = readFileSync(new URL('../../../docs/reconciliation.md', import.meta.url), 'utf8');
const pasted = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);

/** A shell that goes on from block to block, as a reader's does; the provider is the one that has attempts here. */
const paste = (blocks: readonly string[]): string => {
  const program = builtProgram('turnpike');
  const npx = `npx() { shift; '${process.execPath}' '${program}' "$@"; }`;
  const script = ['set -eu', npx, ...blocks].join('\n').replaceAll('sandbox-1', 'acquirer');
  writeFileSync(join(directory, 'pasted.sh'), script);
  const environment = { ...process.env, DATABASE_URL: stories.db.serverUrl, NODE_OPTIONS: '' };
  return execFileSync('bash', ['-c', 'bash pasted.sh 2>&1'], { cwd: directory, env: environment, encoding: 'utf8' });
};

describe('docs/reconciliation.md', () => {
  it('shows commands that run as they are pasted, and come to what it says', async () => {
    await stories.sent(['400.00']);
    await stories.paid('1000.00');
    expect(pasted.length).toBe(5);
    const said = paste(pasted);
    expect(said).toContain('2 lines: 1 of payments with 1000.00 RUB (fee: 0.00 RUB), 1 of payouts with 400.00 RUB');
    expect(said).toContain('Nothing is due from providers.');
    expect(said).toMatch(/ duplicate .* line 2$/m);
    expect(said).toMatch(/ missing here .* line 3: INV-77$/m);
    expect(said).toMatch(/^Resolved \S+ \(duplicate, line 2\): suspense\.$/m);
    // The statement's two transactions: one of the attempt, that owes nothing more, and one that names none.
    expect(said).toMatch(/ duplicate +5\.00 RUB +0\.00 +5\.00 +line 1$/m);
    expect(said).toMatch(/ missing here +7\.00 RUB +0\.00 +7\.00 +line 2:$/m);
    expect(await stories.broken()).toEqual([]);
  });
});
