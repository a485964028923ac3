import type { RunningServer } from '#server/start-server';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { impatient } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { startSeverableProxy } from './severable-proxy.ts';

export const docsUrl = 'https://docs.example/turnpike';

/** Everything an operation's documented answers need: shops of each kind and servers in each condition. */
export type Harness = {
  readonly testDatabase: TestDatabase;
  readonly shop: TestShop;
  /** Has the money for the largest payout. */
  readonly otherShop: TestShop;
  readonly convertingShop: TestShop;
  /** Has a tariff for cards only, and money that nothing moves. */
  readonly cardShop: TestShop;
  /** Has tariffs and money, and no route. */
  readonly routelessShop: TestShop;
  /** Has tariffs and routes, and never had money. */
  readonly pennilessShop: TestShop;
  readonly url: string;
  /** Gives up on providers before the sandbox answers a `.53`. */
  readonly impatientUrl: string;
  /** Waits for providers and for other creates only a tenth of a second. */
  readonly hastyUrl: string;
  /** Lets one request per second and shop through. */
  readonly limitedUrl: string;
  /** Its database went away after it had started. */
  readonly severedUrl: string;
  readonly strike: () => Promise<void>;
};

export const startSeveredServer = async (databaseUrl: string, settings: Readonly<Record<string, string>>) => {
  const proxy = await startSeverableProxy(databaseUrl);
  const quick = { ...settings, TURNPIKE_ROLE: 'api', DATABASE_ACQUIRE_TIMEOUT_MS: '500', LOG_LEVEL: 'silent' };
  // It does not wait longer for its first connection either, and a busy machine may not have one for it.
  const server = await eventually(() => startTestServer(proxy.url, quick).catch(() => null), 'a server to start');
  await proxy.sever();
  return server;
};

const strikeAll = async (servers: readonly RunningServer[], testDatabase: TestDatabase): Promise<void> => {
  await Promise.all(servers.map((server) => server.stop()));
  await testDatabase.drop();
};

export const createHarness = async (): Promise<Harness> => {
  const testDatabase = await createTestDatabase();
  const { database, url: databaseUrl } = testDatabase;
  const shop = await createTestShop(database, { balance: '1000000.00' });
  const otherShop = await createTestShop(database, { balance: '2000000000.00' });
  const convertingShop = await createTestShop(database, { settlementCurrency: 'USDT', balance: '1000000.000000' });
  const cardShop = await createTestShop(database, { balance: '5000.00' });
  await database('tariffs').where({ shop_id: cardShop.shopId, method: 'WT_RUB_PHONE' }).del();
  const routelessShop = await createTestShop(database, { balance: '5000.00' });
  await database('routes').where({ shop_id: routelessShop.shopId }).del();
  const pennilessShop = await createTestShop(database);
  const settings = { DOCS_URL: docsUrl };
  const apiOnly = { ...settings, TURNPIKE_ROLE: 'api' };
  const servers = [
    await startTestServer(databaseUrl, settings),
    await startTestServer(databaseUrl, { ...apiOnly, ...impatient }),
    await startTestServer(databaseUrl, { ...apiOnly, ACCEPTANCE_TIMEOUT_MS: '100' }),
    await startTestServer(databaseUrl, { ...apiOnly, RATE_LIMIT_PER_SECOND: '1' }),
    await startSeveredServer(databaseUrl, settings),
  ] as const;
  const [usual, secondAndAHalf, hasty, limited, severed] = servers;
  return {
    testDatabase,
    shop,
    otherShop,
    convertingShop,
    cardShop,
    routelessShop,
    pennilessShop,
    url: usual.url,
    impatientUrl: secondAndAHalf.url,
    hastyUrl: hasty.url,
    limitedUrl: limited.url,
    severedUrl: severed.url,
    strike: () => strikeAll(servers, testDatabase),
  };
};
