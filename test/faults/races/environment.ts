import type { Api } from '#platform/apis';
import { openDatabase, patiently, type Database } from '#platform/database';
import { createLog } from '#platform/logs';
import { createTestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { createTestShop, type TestShop } from '#test/support/shop';
import { brokenInvariants } from '../clean-check.ts';
import { createPayment, orderOf } from '../merchant.ts';
import { openEntrances, type Entrance } from './entrances.ts';
import { createProviderDesk, type ProviderDesk } from './provider-desk.ts';
import { openReceiptOffice, type ReceiptOffice } from './receipt-office.ts';
import { createSweeps, type Sweeps } from './sweeps.ts';

export type Instance = { readonly url: string; readonly sweeps: Sweeps; readonly receipts: ReceiptOffice };

export type Environment = {
  readonly database: Database;
  readonly shop: TestShop;
  readonly entrances: Readonly<Record<Api, Entrance>>;
  readonly desk: ProviderDesk;
  readonly instances: readonly Instance[];
  /** Resolves once every payment that is due was looked at: by this run, or by one that was under way. */
  readonly expireDue: (instance: number) => Promise<void>;
  /** What is broken once the background work, which nothing did so far, is done. */
  readonly findBroken: () => Promise<readonly unknown[]>;
  readonly close: () => Promise<void>;
};

// Nothing happens by itself, and no process gives up: every step is the test's own. What is held up must not fail for it.
const settings = {
  TURNPIKE_ROLE: 'api',
  // Money in suspense is what many cells are about.
  LOG_LEVEL: 'fatal',
  ACCEPTANCE_TIMEOUT_MS: '600000',
  DATABASE_LOCK_TIMEOUT_MS: '60000',
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  DATABASE_ACQUIRE_TIMEOUT_MS: '60000',
  VALIDATE_RESPONSES: 'false',
};

const createExpiry = (sweeps: readonly Sweeps[]): Environment['expireDue'] => {
  const underWay = new Set<Promise<unknown>>();
  return async (instance) => {
    const run = sweeps[instance]!.expireDue();
    underWay.add(run);
    await run.finally(() => underWay.delete(run));
    await Promise.all(underWay);
  };
};

const neverPaid = '1.58';

/** Instances of the server on one database, each with a provider and with sweeps that the test has in its hand. */
export const openEnvironment = async (size: number): Promise<Environment> => {
  const db = await createTestDatabase();
  const openPool = (): Database =>
    openDatabase({ url: db.url, ...patiently, poolSize: 24, acquireTimeoutMs: 60_000 }, createLog('silent'));
  const database = openPool();
  const pools = Array.from({ length: size }, openPool);
  const shop = await createTestShop(database, { methods: ['WT_RUB_C2C', 'toCard'] });
  await database('routes').where({ shop_id: shop.shopId }).whereNot({ provider_id: 'sandbox-1' }).del();
  const desk = createProviderDesk(database);
  const servers = await Promise.all(
    pools.map((_, number) => startTestServer(db.url, settings, desk.decoratorAt(number))),
  );
  // A connection to a provider is made for the first order; callbacks reach an instance from then on.
  await Promise.all(servers.map(({ url }) => createPayment(url, shop.apiKey, orderOf(neverPaid))));
  const sweeps = pools.map((pool) => createSweeps(pool, desk.voidPayment));
  return {
    database,
    shop,
    entrances: await openEntrances(database, shop),
    desk,
    instances: servers.map(({ url }, number) => ({
      url,
      sweeps: sweeps[number]!,
      receipts: openReceiptOffice(pools[number]!, shop.shopId),
    })),
    expireDue: createExpiry(sweeps),
    findBroken: async () => {
      const worker = await startTestServer(db.url, { TURNPIKE_ROLE: 'worker' });
      try {
        await eventually(
          async () => (await database('events').whereNull('dispatched_at').first()) === undefined,
          'every event to be dispatched',
        );
        return await brokenInvariants(database);
      } finally {
        await worker.stop();
      }
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await Promise.all([database, ...pools].map((pool) => pool.destroy()));
      await db.drop();
    },
  };
};
