import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readCallbackSecrets, readConnector } from '#features/connectors';
import { setProvider } from '#features/routes';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { introduceConnector, reachableFromHere } from './introduce-connector.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const keyRing = createKeyRing(newKeyText());
const url = 'http://127.0.0.1:8090';

it('makes a connector known once, and answers its secrets at each start', async () => {
  const needs = { database: db.database, keyRing };
  const made = await introduceConnector(needs, { providerId: 'first', url });
  expect(await introduceConnector(needs, { providerId: 'first', url })).toEqual(made);
  expect((await readConnector(needs, 'first')).secret).toBe(made?.secret);
  expect(await readCallbackSecrets(needs, 'first')).toEqual([made?.callbackSecret]);
});

it('leaves a provider in the process that an earlier start has put there', async () => {
  const needs = { database: db.database, keyRing };
  await setProvider(needs, 'second', { kind: 'sandbox', active: true }, { name: 'test', role: 'admin' });
  expect(await introduceConnector(needs, { providerId: 'second', url })).toBeNull();
});

it.each([
  ['http://0.0.0.0:8080', 'http://127.0.0.1:8080'],
  ['http://[::]:8080', 'http://[::1]:8080'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
])('reaches a server that listens at %s by %s', (listening, reached) => {
  expect(reachableFromHere(listening)).toBe(reached);
});
