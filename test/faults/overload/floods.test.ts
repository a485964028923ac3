import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createParty, signParts, tokenOf } from '#server/features/clients/tokens-fixture';
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
const floodBesideBystander = async (
  name: string,
  floodIt: () => Promise<FloodAnswer[]>,
  bystander: Pick<Parameters<typeof accompany>[0], 'credentials' | 'visit'> = {
    credentials: { 'x-api-key': shop.apiKey },
  },
): Promise<FloodAnswer[]> => {
  const { result, memory } = await server.watchMemory(() =>
    accompany({ url: server.url, ...bystander, restMs }, floodIt),
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

  it.each(['forged', 'of a key that there is not', 'that have ended'] as const)(
    'of tokens %s, each another, is refused beside a client with a good one',
    async (kind) => {
      const party = await createParty(db);
      const { keyId, privateKey, claimsAt } = party.issuer;
      const stranger = generateKeyPairSync('ed25519').privateKey;
      const now = Math.floor(Date.now() / 1_000);
      const badToken = (): string => {
        const header = { ...party.issuer.header, kid: kind === 'of a key that there is not' ? randomUUID() : keyId };
        const claims = claimsAt(kind === 'that have ended' ? now - 3_600 : now);
        const key = kind === 'that have ended' ? privateKey : stranger;
        return signParts(key, JSON.stringify(header), JSON.stringify(claims));
      };
      const answers = await floodBesideBystander(
        `flood of tokens ${kind}`,
        () =>
          flood(server.url, { count: 2_000, connections: 64 }, () => ({
            method: 'GET',
            path: '/masterdata/bank/list',
            headers: { authorization: `Bearer ${badToken()}` },
          })),
        {
          credentials: { authorization: `Bearer ${await tokenOf(party)}` },
          visit: async (ask) => {
            await ask('POST', '/operation/operation/list', { skip: 0, take: 10 });
            await ask('GET', '/masterdata/bank/list');
          },
        },
      );
      expect(countStatuses(answers)).toEqual({ 401: 2_000 });
    },
  );

  it('breaks no invariant', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
