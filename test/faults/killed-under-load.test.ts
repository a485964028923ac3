import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { spawnServer, type ServerProcess } from '#test/support/server-process';
import { createTestShop, type TestShop } from '#test/support/shop';
import type { RunningServer } from '#server/start-server';
import { brokenInvariants } from './clean-check.ts';
import { createPayment, createUntilAnswered, orderOf, type Answer } from './merchant.ts';

// Many at once, so that intents, orders and acceptances are written in groups.
const orders = Array.from({ length: 120 }, (_, index) => orderOf(`${1_000 + index}.00`));

let db: TestDatabase;
let shop: TestShop;
let victim: ServerProcess | undefined;
let restarted: RunningServer | undefined;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
});
afterAll(async () => {
  await restarted?.stop();
  await victim?.end('SIGKILL');
  await db.drop();
});

/**
 * Sends the orders, two dozen at a time, and kills the process in their midst: some are answered, some accepted, some
 * intended, some not even read.
 */
const sendUntilKilled = async (killed: ServerProcess): Promise<PromiseSettledResult<Answer>[]> => {
  const outcomes: PromiseSettledResult<Answer>[] = [];
  const waiting = [...orders.keys()];
  let answered = 0;
  const sendNext = async (): Promise<void> => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const [outcome] = await Promise.allSettled([createPayment(killed.url, shop.apiKey, orders[index]!)]);
      outcomes[index] = outcome;
      if (outcome.status !== 'fulfilled') continue;
      answered += 1;
      if (answered === 40) void killed.end('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 24 }, sendNext));
  return outcomes;
};

const countOf = async (status: string): Promise<number> =>
  (await db.database('operations').where({ status }).select('operation_id')).length;

describe('a process killed while it writes groups of creates', () => {
  it('keeps what it answered, and makes one payment of each create that is sent again', async () => {
    const killed = await spawnServer(db.url, { TURNPIKE_ROLE: 'api' });
    victim = killed;
    const first = await sendUntilKilled(killed);
    expect(first.some(({ status }) => status === 'rejected')).toBe(true);

    const server = await startTestServer(db.url, { ACCEPTANCE_TIMEOUT_MS: '3000' });
    restarted = server;
    const second = await Promise.all(orders.map((order) => createUntilAnswered(server.url, shop.apiKey, order)));
    expect(new Set(second.map(({ status }) => status))).toEqual(new Set([200]));
    const idOf = ({ body }: Answer): unknown => body['operation_id'];
    for (const [index, outcome] of first.entries()) {
      if (outcome.status === 'fulfilled') expect(idOf(second[index]!)).toBe(idOf(outcome.value));
    }
    expect(new Set(second.map(idOf)).size).toBe(orders.length);
  });

  it('has one live order and one settlement for each of them, and breaks no invariant', async () => {
    await eventually(async () => (await countOf('completed')) === orders.length, 'all payments to be paid');
    await eventually(async () => (await countOf('rejecting')) === 0, 'every lost attempt to be voided');
    const live = await db.database('sandbox_orders').whereIn('state', ['accepted', 'paid']).pluck('attempt_id');
    expect(live).toHaveLength(orders.length);
    const settled = await db.database('ledger_transactions').where({ kind: 'payment_settled' }).pluck('operation_id');
    expect(new Set(settled).size).toBe(orders.length);
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
