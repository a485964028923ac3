import { everyScope, type Scope } from '#features/access';
import { issueClient } from '#features/clients';
import type { RunningServer } from '#server/start-server';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { seeder } from '#test/support/operators';
import { startTestServer } from '#test/support/server';
import { impatient } from '#test/support/settings';
import { createTestShop } from '#test/support/shop';
import type { Sent } from '../call.ts';
import { startSeveredServer } from '../harness.ts';

const methods = ['toCard', 'sbp', 'mobile'] as const;

export type Client = { readonly shopId: string; readonly clientId: string; readonly clientSecret: string };

/** Shops of each kind with a client each, and servers in each condition. */
export type H2hHarness = {
  readonly testDatabase: TestDatabase;
  readonly client: Client;
  readonly otherClient: Client;
  /** Has tariffs and routes, and never had money. */
  readonly pennilessClient: Client;
  /** Has routes and money, and no tariff. */
  readonly untariffedClient: Client;
  /** Has tariffs and money, and no route. */
  readonly routelessClient: Client;
  readonly readingClient: Client;
  readonly url: string;
  /** Gives up on providers before the sandbox answers a `.53`. */
  readonly impatientUrl: string;
  /** Lets one request per second and shop, and one token per minute and client, through. */
  readonly limitedUrl: string;
  /** Its database went away after it had started. */
  readonly severedUrl: string;
  readonly tokenOf: (client: Client) => Promise<string>;
  readonly strike: () => Promise<void>;
};

export const basic = ({ clientId, clientSecret }: Pick<Client, 'clientId' | 'clientSecret'>): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

/** A request for a token; the client is named by HTTP Basic. */
export const tokenRequest = (client: Client, form = 'grant_type=client_credentials'): Sent => ({
  method: 'POST',
  path: '/oauth/token',
  headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basic(client) },
  body: form,
});

const createClient = async (
  { database }: TestDatabase,
  balance?: string,
  scopes: readonly Scope[] = everyScope,
): Promise<Client> => {
  const { shopId } = await createTestShop(database, {
    settlementCurrency: 'USDT',
    methods,
    ...(balance !== undefined && { balance }),
  });
  const shop = { shopId, mode: 'test' as const };
  return { shopId, ...(await issueClient({ database }, { shop, scopes, actor: seeder })) };
};

export const createH2hHarness = async (): Promise<H2hHarness> => {
  const testDatabase = await createTestDatabase();
  const { database, url: databaseUrl } = testDatabase;
  const client = await createClient(testDatabase, '1000000.000000');
  const otherClient = await createClient(testDatabase, '1000000.000000');
  const pennilessClient = await createClient(testDatabase);
  const untariffedClient = await createClient(testDatabase, '1000000.000000');
  await database('tariffs').where({ shop_id: untariffedClient.shopId }).del();
  const routelessClient = await createClient(testDatabase, '1000000.000000');
  await database('routes').where({ shop_id: routelessClient.shopId }).del();
  const readingClient = await createClient(testDatabase, undefined, ['read']);
  const apiOnly = { TURNPIKE_ROLE: 'api' };
  const servers: readonly RunningServer[] = [
    await startTestServer(databaseUrl, {}),
    await startTestServer(databaseUrl, { ...apiOnly, ...impatient }),
    await startTestServer(databaseUrl, { ...apiOnly, RATE_LIMIT_PER_SECOND: '1', TOKEN_REQUESTS_PER_MINUTE: '1' }),
    await startSeveredServer(databaseUrl, {}),
  ];
  const [usual, hasty, limited, severed] = servers as [RunningServer, RunningServer, RunningServer, RunningServer];
  const tokens = new Map<string, Promise<string>>();
  const askForToken = async (asking: Client): Promise<string> => {
    const { path, ...init } = tokenRequest(asking);
    const answer = await fetch(usual.url + path, init);
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  return {
    testDatabase,
    client,
    otherClient,
    pennilessClient,
    untariffedClient,
    routelessClient,
    readingClient,
    url: usual.url,
    impatientUrl: hasty.url,
    limitedUrl: limited.url,
    severedUrl: severed.url,
    tokenOf: (asking) => {
      const token = tokens.get(asking.clientId) ?? askForToken(asking);
      tokens.set(asking.clientId, token);
      return token;
    },
    strike: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await testDatabase.drop();
    },
  };
};
