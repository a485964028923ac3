import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { createTestShop, type TestShop } from '#test/support/shop';
import { brokenInvariants } from '../clean-check.ts';
import { createPayment, orderOf } from '../merchant.ts';
import { accompany } from './bystander.ts';
import { noteFigures } from './note-figures.ts';
import { neverReading, silent, slowInBody, slowInChunks, slowInHeaders, type SlowClient } from './slow-clients.ts';
import { startWatchedServer, type WatchedServer } from './watched-server.ts';

let db: TestDatabase;
let slowShop: TestShop;
let shop: TestShop;
const servers: WatchedServer[] = [];
const start = async (overrides: Readonly<Record<string, string>>): Promise<WatchedServer> => {
  const server = await startWatchedServer(db.url, overrides);
  servers.push(server);
  return server;
};
beforeAll(async () => {
  db = await createTestDatabase();
  slowShop = await createTestShop(db.database);
  shop = await createTestShop(db.database);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  await db.drop();
});

const times = (count: number, open: () => SlowClient): SlowClient[] => Array.from({ length: count }, open);

/** Lets them send a little now and then until all of them were cut off. */
const sitOut = async (clients: readonly SlowClient[]): Promise<(number | null)[]> => {
  const dripping = setInterval(() => clients.forEach(({ drip }) => drip()), 500);
  const statuses = await Promise.all(clients.map(({ closed }) => closed));
  clearInterval(dripping);
  return statuses;
};

describe('a thousand slow connections', () => {
  it('hold up no other client, are cut off, and leave nothing behind', async () => {
    const server = await start({ HEADERS_TIMEOUT_MS: '10000', REQUEST_TIMEOUT_MS: '11000', ANSWER_TIMEOUT_MS: '3000' });
    const readers = 4;
    const beSlow = async (): Promise<(number | null)[]> => {
      const crowds = [
        () => times(246, () => silent(server.url)),
        () => times(300, () => slowInHeaders(server.url)),
        () => times(300, () => slowInBody(server.url, slowShop.apiKey)),
        () => times(150, () => slowInChunks(server.url, slowShop.apiKey)),
      ];
      const senders: SlowClient[] = [];
      for (const open of crowds) {
        const crowd = open();
        senders.push(...crowd);
        await Promise.all(crowd.map(({ opened }) => opened));
      }
      const sending = sitOut(senders);
      const areAllThere = async (): Promise<boolean> => (await server.vitals()).connections >= senders.length;
      await eventually(areAllThere, 'all of them to be open at the same time');
      await sitOut(times(readers, () => neverReading(server.url)));
      return sending;
    };
    const { result, memory } = await server.watchMemory(() =>
      accompany({ url: server.url, credentials: { 'x-api-key': shop.apiKey } }, beSlow),
    );
    const { result: statuses, experience } = result;
    // A client that writes at the very moment of the cut sees a reset in place of the answer.
    expect(statuses.filter((status) => status !== 408 && status !== null)).toEqual([]);
    expect(statuses.filter((status) => status === 408).length).toBeGreaterThan(0);
    expect(experience.disappointments).toEqual([]);
    expect(experience.requests).toBeGreaterThan(0);
    await eventually(async () => (await server.vitals()).connections === 0, 'every connection to be gone');
    const { too_slow: tooSlow, answer_unread: unread = 0, pipelined = 0 } = (await server.vitals()).cut;
    // A reader whose questions came while the server was busy is cut off for asking too many at a time.
    expect({ tooSlow, notReading: unread + pipelined }).toEqual({ tooSlow: statuses.length, notReading: readers });
    noteFigures('1000 slow connections', memory, experience);
    expect(memory.peakMb - memory.beforeMb).toBeLessThan(250);
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});

describe('a server with as many connections as it may have', () => {
  it('closes further ones as they come, and takes new ones when the slow ones are cut off', async () => {
    const server = await start({ MAX_CONNECTIONS: '20', HEADERS_TIMEOUT_MS: '4000' });
    const clients = times(30, () => silent(server.url));
    // They asked nothing, so there is nothing to answer.
    expect(new Set(await sitOut(clients))).toEqual(new Set([null]));
    const { cut } = await server.vitals();
    expect(cut).toEqual({ full: 10, too_slow: 20 });
    expect(server.logLines.filter((line) => line.includes('connections are refused'))).toHaveLength(1);
    const { status } = await createPayment(server.url, shop.apiKey, orderOf('1000.58'));
    expect(status).toBe(200);
  });
});
