import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newKeyText } from '#platform/secrets';
import { runCommandLine } from '../../server/entrances/command-line/index.ts';
import type { RunningServer } from '#server/start-server';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { spawnServer } from '#test/support/server-process';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { tester } from '#test/support/operators';

/** The right name, and other bytes. */
const wrong = newKeyText('k1');
const foreign = newKeyText();

let db: TestDatabase;
let shop: TestShop;
let server: RunningServer;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  server = await startTestServer(db.url);
  const order = { merchant_operation_id: '1', client_id: 'c', method: 'WT_RUB_C2C', amount: '100.00', currency: 'RUB' };
  const headers = { 'content-type': 'application/json', 'x-api-key': shop.apiKey };
  const created = await fetch(`${server.url}/v1/payment`, { method: 'POST', headers, body: JSON.stringify(order) });
  expect(created.status).toBe(200);
});
afterAll(async () => {
  await server.stop();
  await db.drop();
});

const readiness = async (): Promise<number> => (await fetch(`${server.url}/readyz`)).status;
const speak = async (words: readonly string[], keys: string) => {
  const said: string[] = [];
  const code = await runCommandLine(words, {
    environment: { DATABASE_URL: db.url, TURNPIKE_KEYS: keys },
    directory: tmpdir(),
    terminal: { print: (text) => said.push(text), tell: (text) => said.push(text), hasColour: false, ask: null },
    actor: tester,
    migrate: () => Promise.resolve([]),
  });
  return { code, said: said.join('\n') };
};

describe('a key ring that does not open the data', () => {
  it.each([
    ['another key of the same name', wrong, 'its key k1 is not the one that the data was sealed with'],
    ['another key', foreign, 'it lacks the key k1, which is in use there'],
  ])('stops the start of a server in one line: %s', async (_case, keys, line) => {
    const end = await spawnServer(db.url, { TURNPIKE_KEYS: keys }).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    const said = end
      .split('\n')
      .slice(1)
      .filter((text) => !text.startsWith('{'));
    expect(said).toEqual([expect.stringContaining(line)]);
  });

  it('stops every command that would use it', async () => {
    for (const words of [
      ['operations', 'find', '--number', '2200000000000004'],
      ['seed', '--yes'],
      ['payouts', 'list'],
    ]) {
      expect(await speak(words, wrong)).toEqual({
        code: 1,
        said: expect.stringMatching(/^turnpike: TURNPIKE_KEYS does not fit .*k1.*$/),
      });
    }
    expect(await speak(['keys-ring', 'rotate'], wrong)).toMatchObject({
      code: 1,
      said: expect.stringContaining('k1 is not the one'),
    });
  });

  it('is shown by the status, and by its exit code', async () => {
    expect(await speak(['keys-ring', 'status'], wrong)).toEqual({
      code: 1,
      said: expect.stringMatching(/k1 +WRONG KEY[^]*KEY k1 IS ANOTHER KEY/),
    });
    expect(await speak(['keys-ring', 'status'], foreign)).toMatchObject({
      code: 1,
      said: expect.stringContaining('KEY k1 IS MISSING'),
    });
    expect((await speak(['keys-ring', 'status'], testKeys)).code).toBe(0);
  });

  it('leaves no trace: the right one goes on', async () => {
    const another = await startTestServer(db.url);
    await another.stop();
    expect(await readiness()).toBe(204);
  });
});

it('readiness ends when the data comes to hang on another key, as after a restored backup, and begins again with it', async () => {
  const kept = await db.database('key_ring_canaries').where({ key_id: 'k1' }).first();
  const elsewhere = await createTestDatabase();
  const other = await startTestServer(elsewhere.url, { TURNPIKE_KEYS: wrong });
  const [{ canary }] = await elsewhere.database('key_ring_canaries');
  await other.stop();
  await elsewhere.drop();

  await db.database('key_ring_canaries').update({ canary });
  await eventually(async () => (await readiness()) === 503, 'the end of readiness');
  // Nothing else is wrong.
  expect((await fetch(`${server.url}/healthz`)).status).toBe(204);

  await db.database('key_ring_canaries').update({ canary: kept.canary });
  await eventually(async () => (await readiness()) === 204, 'readiness');
});
