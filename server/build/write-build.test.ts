import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderOf } from '#test/faults/merchant';
import { createAwaiting, uploadReceipt } from '#test/faults/receipt-merchant';
import { testBuild } from '#test/support/built-program';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';

let db: TestDatabase;
let shop: TestShop;
let server: ServerProcess;
// As it is installed: beside its packages, and far from its sources.
const directory = mkdtempSync(join(tmpdir(), 'turnpike-build-'));

beforeAll(async () => {
  cpSync(testBuild, directory, { recursive: true });
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(directory, 'node_modules'));
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  server = await spawnServer(db.url, {}, join(directory, 'main.js'));
});
afterAll(async () => {
  await server.end('SIGKILL');
  await db.drop();
  rmSync(directory, { recursive: true });
});

const turnpike = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(directory, 'turnpike.js'), ...words], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment },
  });
  return { status, stdout, stderr };
};

describe('a build', () => {
  it('leads to no file of the sources and asks for no loader', () => {
    const programs = readdirSync(testBuild, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.js') && !path.startsWith('files/'),
    );
    expect(programs).toEqual(expect.arrayContaining(['main.js', 'turnpike.js', 'inspector.js', 'inspector-thread.js']));
    const imported = programs.flatMap((path) =>
      [...readFileSync(join(directory, path), 'utf8').matchAll(/\b(?:from|import\() ?"([^"]+)"/g)].map(([, to]) => to),
    );
    expect(imported.filter((to = '') => /\.ts$|^#/.test(to))).toEqual([]);
    const { dependencies } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
      dependencies: object;
    };
    expect(dependencies).toHaveProperty('express');
    expect(dependencies).not.toHaveProperty('tsx');
  });

  it('migrates an empty database, with the data that it brings along', async () => {
    const empty = await createTestDatabase();
    try {
      await empty.database.raw('drop schema public cascade; create schema public');
      expect(turnpike(['migrate'], { DATABASE_URL: empty.url })).toMatchObject({ status: 0, stderr: '' });
      const [banks] = await empty.database('banks').where({ list: 'sbp' }).count<{ count: string }[]>();
      const [aliases] = await empty.database('bank_aliases').count<{ count: string }[]>();
      expect([Number(banks?.count), Number(aliases?.count) > 200]).toEqual([186, true]);
    } finally {
      await empty.drop();
    }
  });

  it('inspects a receipt', async () => {
    const payment = await createAwaiting(server.url, shop.apiKey, '1000.54');
    const answer = await uploadReceipt(server.url, shop.apiKey, payment.operationId, `No PDF: ${payment.operationId}`);
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'manual_check', manual_check_reason: 'not_terminal' },
    });
    const file = await db.database('receipt_files').where({ operation_id: payment.operationId }).first();
    expect(JSON.stringify(file)).toContain('unreadable');
  });

  it('shows a page, and all that the page loads', async () => {
    const created = await fetch(`${server.url}/v1/payment/link`, {
      method: 'POST',
      headers: { 'x-api-key': shop.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(orderOf('1000.58')),
    });
    const { payment_url: url } = (await created.json()) as { payment_url: string };
    const page = await (await fetch(url)).text();
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(loaded.length).toBeGreaterThan(3);
    const answers = await Promise.all(loaded.map((path) => fetch(new URL(path, url))));
    expect(answers.map(({ status }) => status)).toEqual(loaded.map(() => 200));
  });

  it('has the command line, with the demo', () => {
    const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string };
    expect(turnpike(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
    const settings = { DATABASE_URL: db.serverUrl, DATABASE_OWNER_URL: db.url, TURNPIKE_KEYS: testKeys };
    expect(turnpike(['migrate', '--json'], settings)).toMatchObject({ status: 0, stderr: '' });
    const file = join(directory, 'demo.json');
    expect(turnpike(['seed', '--yes', '--file', file], settings)).toMatchObject({ status: 0 });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ shops: [expect.anything(), expect.anything()] });
  });
});
