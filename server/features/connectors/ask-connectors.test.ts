import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLog } from '#platform/logs';
import { addTestConnector } from '#test/support/connected-shop';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { askConnectors, listConnectors, readConnector } from './index.ts';
import { createKeyRing } from '#platform/secrets';
import { testKeys } from '#test/support/settings';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  for (const id of ['bank', 'other']) await addTestConnector(db.database, id, 'https://bank.example');
});
afterAll(() => db.drop());

const capabilities = { name: 'Example Bank', repeats_payouts: true, payments: [], payouts: [] };
const balances = [{ currency: 'RUB', available: '184220.50', as_of: '2026-02-10T09:00:00.000Z' }];
const health = { status: 'up', methods: [] };
const silent = { capabilities: null, balances: null, health: null };
let asked: string[] = [];

/** Asks those who are to be asked; `other` never answers. */
const ask = async (told: object): Promise<string[]> => {
  asked = [];
  const describe = (providerId: string) => {
    asked.push(providerId);
    return providerId === 'other' ? Promise.reject(new Error('away')) : Promise.resolve({ ...silent, ...told });
  };
  await askConnectors({ database: db.database, log: createLog('silent'), describe });
  return asked.sort();
};
const bank = async () => (await listConnectors(db)).find(({ providerId }) => providerId === 'bank');
const aMinuteGoesBy = () => db.database('connectors').update({ told_at: new Date(Date.now() - 61_000) });
const isRepeatable = async () =>
  (await readConnector({ database: db.database, keyRing: createKeyRing(testKeys) }, 'bank')).isPayoutRepeatable;

it('a connector that has told nothing of itself promises nothing', async () => {
  expect(await bank()).toMatchObject(silent);
  expect(await isRepeatable()).toBe(false);
});

it('what connectors tell of themselves is kept, and asked for again a minute later', async () => {
  expect(await ask({ capabilities, balances, health })).toEqual(['bank', 'other']);
  expect(await bank()).toMatchObject({ capabilities, balances, health });
  expect(await isRepeatable()).toBe(true);
  expect(await ask({})).toEqual(['other']);
  await aMinuteGoesBy();
  expect(await ask({ health: { ...health, status: 'down' } })).toEqual(['bank', 'other']);
  expect(await bank()).toMatchObject({ capabilities, balances, health: { status: 'down' } });
});

it('a connector that cannot be reached keeps what it can do, and is neither up nor down', async () => {
  await aMinuteGoesBy();
  await ask({});
  expect(await bank()).toMatchObject({ capabilities, balances, health: null });
  expect(await ask({})).toEqual(['bank', 'other']);
});

it('a connector that takes no orders is not asked', async () => {
  await db.database('providers').where({ provider_id: 'bank' }).update({ is_active: false });
  expect(await ask({})).toEqual(['other']);
});
