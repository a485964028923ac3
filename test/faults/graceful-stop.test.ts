import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { spawnServer } from '#test/support/server-process';
import { createTestShop, type TestShop } from '#test/support/shop';
import { brokenInvariants } from './clean-check.ts';
import { createPayment, orderOf } from './merchant.ts';

let db: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
});
afterAll(() => db.drop());

const isRefused = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });

const isCreating = async (identifier: string): Promise<boolean> =>
  (await db.database('operations').where({ merchant_operation_id: identifier, status: 'creating' })).length > 0;

describe('a server told to stop', () => {
  it('answers the create in flight, takes no new connection meanwhile, and ends well', async () => {
    // The details of this payment take 2.5 s.
    const server = await spawnServer(db.url, {
      SANDBOX_SPEED: '2',
      ACCEPTANCE_TIMEOUT_MS: '5000',
    });
    const order = orderOf('500.60');
    const answer = createPayment(server.url, shop.apiKey, order);
    await eventually(() => isCreating(order.merchant_operation_id), 'the create to be under way');
    const exitCode = server.end('SIGTERM');
    await eventually(() => isRefused(server.url), 'new connections to be refused');
    expect(await isCreating(order.merchant_operation_id)).toBe(true);
    expect(await answer).toMatchObject({ status: 200, body: { status: 'pending', number: expect.any(String) } });
    expect(await exitCode).toBe(0);
    expect(server.logLines.at(-1)).toContain('"msg":"stopped"');
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
