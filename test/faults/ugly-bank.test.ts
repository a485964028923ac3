import { afterEach, expect, it } from '@jest/globals';
import { openShop } from '../journeys/merchant-shop.ts';
import { addTestConnector, callbackOf, routeOver, sendCallback } from '../support/connected-shop.ts';
import { createTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startFakeConnector } from '../support/fake-connector.ts';
import { randomFrom } from '../support/random.ts';
import { startTestServer } from '../support/server.ts';
import { createUglyBank } from '../support/ugly-bank.ts';
import { brokenInvariants } from './clean-check.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const operations = 24;

const openBank = async (seed: string) => {
  const random = randomFrom(seed);
  const db = await createTestDatabase();
  closing.push(() => db.drop());
  const connector = await startFakeConnector();
  closing.push(connector.close);
  const bank = createUglyBank(random);
  connector.answer(bank.answer);
  const { callbackSecret: secret } = await addTestConnector(db.database, 'bank', connector.url);
  // It fails all the time, and is asked all the same.
  const patient = { PROVIDER_BREAKER_FAILURES: '1000000' };
  const server = await startTestServer(db.url, { CONNECTOR_ALLOWED_NETWORKS: '127.0.0.0/8', ...patient });
  closing.push(server.stop);
  const shop = await openShop(db.database, server.url, 'RUB', '1000000.00');
  closing.push(shop.close);
  await routeOver(db.database, shop, 'bank');
  return { random, db, connector, bank, secret, server, shop };
};

/** What the ledger holds against the bank, in kopecks. */
const clearingOf = async ({ database }: Awaited<ReturnType<typeof createTestDatabase>>): Promise<bigint> => {
  const { rows } = await database.raw<{ rows: { kopecks: string }[] }>(
    `select (coalesce(sum(amount), 0) * 100)::bigint::text as kopecks from ledger_postings where account = 'clearing:bank'`,
  );
  return BigInt(rows[0]!.kopecks);
};

it.each(['april', 'november', 'a tuesday'])(
  'a bank whose connector answers anything loses no money and doubles none: %s',
  async (seed) => {
    const { random, db, bank, secret, server, shop } = await openBank(seed);
    const amountOf = (): string => `${random.between(10, 900)}.${random.between(10, 49)}`;
    const creates = Array.from({ length: operations }, (_, nth) =>
      nth % 2 === 0
        ? shop.turnpike.payments.create(shop.order(amountOf()))
        : shop.turnpike.payouts.create(shop.payout(amountOf())),
    );
    // Refusals are as good as any other end.
    await Promise.allSettled(creates);
    const inDoubt = () =>
      db.database('attempts').where({ provider_id: 'bank', state: 'sending' }).count('*', { as: 'count' });
    await eventually(async () => Number((await inDoubt())[0]?.['count']) === 0, 'all legs to have been sent once');

    bank.recover();
    const tellAll = async (): Promise<void> => {
      for (const { shopId, type, data } of bank.callbacks()) {
        const callback = callbackOf(shopId, type, data);
        expect((await sendCallback(server.url, 'bank', callback, { secret })).status).toBe(204);
      }
    };
    await eventually(async () => {
      await tellAll();
      // What was lost on its way has no callback, and would be looked into only a little later.
      await db.database('attempts').where({ state: 'unknown' }).update({ check_at: db.database.fn.now() });
      const open = await db.database('attempts').whereIn('state', ['queued', 'sending', 'unknown']);
      return open.length === 0;
    }, 'all doubts to be settled');
    // Payers of orders that were given up may have paid; it is told once more, twice.
    await tellAll();
    await tellAll();

    expect(await brokenInvariants(db.database)).toEqual([]);
    expect(await clearingOf(db)).toBe(bank.moved());
  },
);
