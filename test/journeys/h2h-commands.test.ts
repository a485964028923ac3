import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { seedDemo } from '#features/setup';
import { createKeyRing } from '#platform/secrets';
import type { RunningServer } from '#server/start-server';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { startTestServer } from '#test/support/server';
import { testKeys } from '#test/support/settings';

const root = new URL('../../', import.meta.url);
const directory = mkdtempSync(join(tmpdir(), 'turnpike-commands-'));
let db: TestDatabase;
let server: RunningServer;

/** As after `make run`: a server, and in the directory what the demo was given. */
beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer(db.url);
  const needs = { database: db.database, keyRing: createKeyRing(testKeys), allowedNetworks: ['127.0.0.0/8'] };
  await seedDemo(needs, { file: join(directory, '.turnpike/demo.json'), baseUrl: server.url });
});
afterAll(async () => {
  await server?.stop();
  await db?.drop();
  rmSync(directory, { recursive: true });
});

const commandsIn = (path: string): readonly string[] =>
  [...readFileSync(new URL(path, root), 'utf8').matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands]) => commands!);

/** Answers what they print, objects one behind the other. A variable that none has set, and a command that fails, ends them. */
const paste = async (commands: readonly string[]): Promise<unknown[]> => {
  const text = commands.join('\n').replaceAll('http://127.0.0.1:8080', server.url);
  const { stdout } = await promisify(execFile)('sh', ['-euc', text], {
    cwd: directory,
    env: { PATH: process.env['PATH'] },
  });
  return JSON.parse(`[${stdout.trim().replace(/\}\s*\{/g, '},{')}]`) as unknown[];
};

const payIn = { status: 'in_progress', idTransactionMerchant: 'order-1', amountInitial: 1000 };

it('the commands of the guide of h2h run as they stand there', async () => {
  const [created, found] = await paste(commandsIn('openapi/h2h/guide.md'));
  expect(created).toMatchObject({ result: { codeError: 'none' }, data: payIn });
  expect(found).toMatchObject({ result: { codeError: 'none' }, data: [{ idTransactionMerchant: 'order-1' }] });
});

it('the commands for h2h in the README run as they stand there', async () => {
  const answers = await paste(commandsIn('README.md').filter((commands) => commands.includes('/host2host/')));
  expect(answers).toMatchObject([{ result: { codeError: 'none' }, data: { idTransactionMerchant: 'order-1' } }]);
});

it('the command that gets a token runs as it stands in the guide', async () => {
  const commands = commandsIn('docs/guides/clients-and-tokens.md').filter((text) => text.includes('/oauth/token'));
  expect(await paste(commands)).toMatchObject([{ token_type: 'Bearer', expires_in: 600 }]);
});
