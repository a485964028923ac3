import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtProgram } from '#test/support/built-program';
import { eventually } from '#test/support/eventually';
import { copySettledPayments, writeSettlementFile } from '#test/support/settled-payments';
import { today } from './reconciliation-fixture.ts';
import { createSettlementStories, type SettlementStories } from './settlement-stories-fixture.ts';

const howMany = 200_000;
const sumOf = (each: number): string => (howMany * each).toFixed(2);
const directory = mkdtempSync(join(tmpdir(), 'turnpike-large-'));
const path = join(directory, 'settled.csv');
let stories: SettlementStories;

beforeAll(async () => {
  stories = await createSettlementStories();
  const { attemptId, shopId } = await stories.paid('10.00');
  const { operation_id: operationId } = await stories.db.database('attempts').where({ attempt_id: attemptId }).first();
  await copySettledPayments(stories.db.database, { shopId, operationId, attemptId }, howMany);
  await writeSettlementFile(stories.db.database, path, { howMany, amount: '10.00', day: today() });
  writeFileSync(
    join(directory, 'mapping.yaml'),
    `format: csv
columns: { attempt: id, amount: amount, fee: fee, currency: currency, direction: type }
directions: { in: payment, out: payout }`,
  );
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await stories.db.drop();
});

/** With a heap that the lines alone would fill several times. */
const begin = () => {
  const words = ['reconcile', 'import', path, '--provider', 'acquirer', '--mapping', join(directory, 'mapping.yaml')];
  const program = spawn(
    process.execPath,
    ['--max-old-space-size=64', builtProgram('turnpike'), ...words, '--yes', '--json'],
    {
      env: { ...process.env, DATABASE_URL: stories.db.serverUrl, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const said = { out: '', err: '' };
  program.stdout.on('data', (chunk: Buffer) => void (said.out += chunk.toString()));
  program.stderr.on('data', (chunk: Buffer) => void (said.err += chunk.toString()));
  return { program, said, ended: once(program, 'close') as Promise<[number | null]> };
};

const countOf = async (query: string): Promise<number> => {
  const { rows } = await stories.db.database.raw<{ rows: readonly { count: string }[] }>(query);
  return Number(rows[0]?.count ?? 0);
};

const killWhen = async (query: string): Promise<void> => {
  const { program, ended } = begin();
  await eventually(async () => (await countOf(query)) > 0, query);
  program.kill('SIGKILL');
  await ended;
};

const written = 'select written_to as count from settlement_files';
const matched = 'select count(*) from settlement_matches';

describe('a file of many lines', () => {
  it('is imported with little memory, killed while its lines are written and while they are matched', async () => {
    await killWhen(written);
    expect(await countOf(matched)).toBe(0);
    const before = await countOf(written);
    expect(before).toBeLessThan(howMany);
    await killWhen(matched);
    const postedBefore = await countOf(`${matched} where transaction_id is not null`);
    expect(postedBefore).toBeLessThan(howMany);

    const { said, ended } = begin();
    expect({ code: (await ended)[0], err: said.err }).toEqual({
      code: 0,
      err: expect.stringContaining(`${howMany} of ${howMany} lines matched (100 %)`),
    });
    expect(JSON.parse(said.out)).toMatchObject({
      state: 'matched',
      lines: howMany,
      outcomes: [{ outcome: 'matched', lines: howMany, amount: sumOf(10), fee: sumOf(0.1), cleared: sumOf(10) }],
    });
    const { rows } = await stories.db.database.raw<{ rows: readonly { account: string; sum: string }[] }>(
      `select account, sum(amount)::numeric(20, 2) as sum
       from ledger_postings join ledger_transactions using (shop_id, transaction_id)
       where account like 'clearing:%' or kind = 'reconciled' group by account order by account`,
    );
    // One payment of 10.00 is in no file: the one that the others were copied from.
    expect(rows).toEqual([
      { account: 'clearing:acquirer', sum: '-10.00' },
      { account: 'funding', sum: `-${sumOf(9.9)}` },
      { account: 'provider_fee', sum: `-${sumOf(0.1)}` },
    ]);
    await stories.db.database.raw('analyze');
    // Copies have no events; of lines and clearing accounts nothing may be wrong.
    const ours = ['clearing_equals_attempts', 'lines_are_posted', 'lines_clear_once', 'lines_are_decided'];
    expect((await stories.broken()).filter((name) => ours.includes(name))).toEqual([]);
  });
});
