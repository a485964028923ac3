import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiKeyFormat } from '#server/features/access/api-key-format';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop, type TestShop } from '#test/support/shop';
import { brokenInvariants } from '../clean-check.ts';
import { orderOf } from '../merchant.ts';
import { accompany } from './bystander.ts';
import { countStatuses, flood, type FloodAnswer } from './flood.ts';
import { noteFigures } from './note-figures.ts';
import { startWatchedServer, type WatchedServer } from './watched-server.ts';

// Little, so that the slowest machine can be flooded; the bystander keeps below it.
const perSecond = 25;
const restMs = 200;

let db: TestDatabase;
let shop: TestShop;
let floodingShop: TestShop;
let server: WatchedServer;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  floodingShop = await createTestShop(db.database);
  server = await startWatchedServer(db.url, { RATE_LIMIT_PER_SECOND: `${perSecond}` });
});
afterAll(async () => {
  await server.end('SIGKILL');
  await db.drop();
});

/** Floods while another merchant goes about his business; he notices nothing but the time it takes. */
const floodBesideBystander = async (name: string, floodIt: () => Promise<FloodAnswer[]>): Promise<FloodAnswer[]> => {
  const { result, memory } = await server.watchMemory(() =>
    accompany({ url: server.url, apiKey: shop.apiKey, restMs }, floodIt),
  );
  const { result: answers, experience } = result;
  noteFigures(name, memory, experience);
  expect(experience.disappointments).toEqual([]);
  expect(experience.requests).toBeGreaterThan(0);
  expect(memory.peakMb - memory.beforeMb).toBeLessThan(200);
  return answers;
};

describe('a flood', () => {
  it('from one key is refused beyond its quota, and told when to come back', async () => {
    const startedAt = performance.now();
    const answers = await floodBesideBystander('flood from one key', () =>
      flood(server.url, { count: 3_000, connections: 32 }, (index) => ({
        method: 'POST',
        path: '/v1/payment',
        headers: { 'x-api-key': floodingShop.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(orderOf('1000.58', `flood-${index}`)),
      })),
    );
    const seconds = Math.ceil((performance.now() - startedAt) / 1_000);
    const { 200: served = 0, 429: refused = 0, ...others } = countStatuses(answers);
    expect(others).toEqual({});
    expect(served).toBeGreaterThan(0);
    expect(served).toBeLessThanOrEqual(perSecond * (seconds + 1));
    const refusals = answers.filter(({ status }) => status === 429);
    expect(refusals).toHaveLength(refused);
    expect(refused).toBeGreaterThan(0);
    for (const { headers, text } of refusals) {
      expect(text).toContain('"code":"too_many_requests"');
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(0);
      expect(headers['ratelimit']).toMatch(/^"shop"; ?r=0; ?t=\d+$/);
      expect(headers['ratelimit-policy']).toMatch(new RegExp(`^"shop"; ?q=${perSecond}; ?w=1(;|$)`));
    }
    // What was refused left no trace.
    const rows = await db.database('operations').where({ shop_id: floodingShop.shopId }).select('operation_id');
    expect(rows).toHaveLength(served);
  });

  it('of keys that no shop has, each well-formed and each another, is refused', async () => {
    const answers = await floodBesideBystander('flood of unknown keys', () =>
      flood(server.url, { count: 3_000, connections: 64 }, () => ({
        method: 'GET',
        path: '/v1/balances',
        headers: { 'x-api-key': apiKeyFormat.create('test') },
      })),
    );
    expect(countStatuses(answers)).toEqual({ 401: 3_000 });
  });

  it('without any key is refused', async () => {
    const answers = await floodBesideBystander('flood without a key', () =>
      flood(server.url, { count: 3_000, connections: 64 }, () => ({
        method: 'POST',
        path: '/v1/payment',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })),
    );
    expect(countStatuses(answers)).toEqual({ 401: 3_000 });
  });

  it('breaks no invariant', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
