import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { connectorSecret, startTestConnector } from '#test/support/sandbox-connector';
import type { SandboxConnector } from '../../local/sandbox-connector.ts';
import { runCommandLine, type ExitCode } from './run-command-line.ts';

let db: TestDatabase;
let connector: SandboxConnector;
const directory = mkdtempSync(join(tmpdir(), 'turnpike-connector-'));
beforeAll(async () => {
  db = await createTestDatabase();
  connector = await startTestConnector(db.url, 'http://127.0.0.1:9/');
});
afterAll(async () => {
  await connector.stop();
  await db.drop();
  rmSync(directory, { recursive: true, force: true });
});

type Said = { readonly exitCode: ExitCode; readonly printed: string; readonly told: string };

const run = async (...words: string[]): Promise<Said> => {
  const [printed, told]: [string[], string[]] = [[], []];
  const exitCode = await runCommandLine(['connector', 'test', ...words], {
    terminal: {
      print: (text) => void printed.push(text),
      tell: (text) => void told.push(text),
      hasColour: false,
      ask: null,
    },
    actor: { name: 'test', role: 'admin' },
    directory,
    environment: {},
    migrate: () => Promise.resolve([]),
  });
  return { exitCode, printed: printed.join('\n'), told: told.join('\n') };
};

it('says what holds and what could not be tried, and ends well where nothing fails', async () => {
  const { exitCode, printed } = await run(connector.url, '--secret', connectorSecret);
  expect(printed).toContain('PASS       Another amount under the attempt id of a payout is refused with 409');
  expect(printed).toMatch(
    /not tried {2}A callback that is answered 500 is sent again\.\n +because no callbacks are received/,
  );
  expect(printed).toMatch(/\n\d+ hold, 0 do not, \d+ were not tried\.$/);
  expect(exitCode).toBe(0);
});

it('says what was sent, what came and where the contract says otherwise, and fails', async () => {
  const { exitCode, printed } = await run(connector.url, '--secret', 'none-that-it-knows', '--patience', '1');
  expect(exitCode).toBe(1);
  expect(printed).toMatch(
    /FAIL {7}It says how it is with 200.*\n.+401 where 200 is due\.\n +sent +GET \/connector\/v1\/health/,
  );
  expect(printed).toMatch(/came +401 .*unauthorized/);
  expect(printed).toContain('contract  getHealth (health_told)');
  expect(printed).not.toContain('none-that-it-knows');
});

it('answers all of it as JSON, by amounts from a file', async () => {
  const file = join(directory, 'cases.json');
  writeFileSync(file, JSON.stringify({ payment: { amounts: { declined: '1000.51' } } }));
  const { exitCode, printed } = await run(connector.url, '--secret', connectorSecret, '--cases', file, '--json');
  const said = JSON.parse(printed) as { ok: boolean; failed: number; findings: { name: string; outcome: string }[] };
  expect([exitCode, said.ok, said.failed]).toEqual([0, true, 0]);
  expect(said.findings).toContainEqual(expect.objectContaining({ name: 'payment_declined', outcome: 'pass' }));
});

it('refuses a file of cases that it cannot use, and names what is wrong with it', async () => {
  const file = join(directory, 'wrong.json');
  writeFileSync(file, JSON.stringify({ payout: { amounts: { paid: 1000, returnd: '1.00' } } }));
  const { exitCode, told } = await run(connector.url, '--secret', connectorSecret, '--cases', file);
  expect(exitCode).toBe(1);
  expect(told).toMatch(/wrong\.json cannot be used: payout\.amounts\.paid: .*returnd/);
});
