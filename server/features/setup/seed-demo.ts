import { readFileSync } from 'node:fs';
import { createApiKeyResolver, everyScope, issueApiKey, type Operator } from '#features/access';
import { deposit } from '#features/balances';
import { authenticateClient, issueClient } from '#features/clients';
import { findShopByName, type Shop } from '#features/merchants';
import { listProviders } from '#features/routes';
import { rotateWebhookSecret } from '#features/webhooks';
import { decimal } from '#platform/money';
import { applySetup, type SetupNeeds } from './apply-setup.ts';
import { readDemoFile, writeDemoFile, type Demo, type DemoClient } from './demo-file.ts';
import { readSetupFile, type ReadSetup } from './read-setup-file.ts';
import type { ShownSecret } from './write-change.ts';

export type DemoPlaces = {
  /** Where the gateway and its companions listen; a part that does not exist yet is left out. */
  readonly baseUrl?: string;
  readonly docsUrl?: string;
  readonly consoleUrl?: string;
  readonly mockUrl?: string;
  /** Becomes the default webhook endpoint of both shops. */
  readonly webhookInboxUrl?: string;
};

type Options = DemoPlaces & { readonly file: string; readonly actor?: Operator };

const openingBalance = '1000000';

const readDemoSetup = (webhookInboxUrl: string | undefined): ReadSetup => {
  const { file, refuse } = readSetupFile(
    readFileSync(new URL(import.meta.resolve('#files/demo.yaml')), 'utf8'),
    'demo.yaml',
  );
  if (webhookInboxUrl === undefined) return { file, refuse };
  const webhooks = [{ url: webhookInboxUrl, default: true }];
  return { file: { ...file, shops: file.shops.map((shop) => ({ ...shop, webhooks })) }, refuse };
};

/** A provider of the demo that was made known as a connector stays one. */
const leaveConnectors = async ({ database }: SetupNeeds, { file, refuse }: ReadSetup): Promise<ReadSetup> => {
  const known = new Map((await listProviders(database)).map(({ providerId, kind }) => [providerId, kind]));
  const providers = file.providers.map((provider) =>
    known.get(provider.id) === 'http' ? { ...provider, kind: 'http' as const } : provider,
  );
  return { file: { ...file, providers }, refuse };
};

const withoutTrailingSlash = (url: string): string => url.replace(/\/+$/, '');

const placesOf = (options: Options, earlier: Demo | null): DemoPlaces => {
  const names = ['baseUrl', 'docsUrl', 'consoleUrl', 'mockUrl', 'webhookInboxUrl'] as const;
  const urls = names.map((name) => [name, options[name] ?? earlier?.[name]] as const);
  return Object.fromEntries(urls.flatMap(([name, url]) => (url ? [[name, withoutTrailingSlash(url)]] : [])));
};

type DemoShop = Demo['shops'][number];

type SeedShop = {
  readonly name: string;
  readonly earlier: DemoShop | undefined;
  readonly shown: ShownSecret | undefined;
  readonly actor: Operator;
};

/** The earlier client if it is this shop's in this database; else a new one. */
const seedClient = async (needs: SetupNeeds, shop: Shop, { earlier, actor }: SeedShop): Promise<DemoClient> => {
  const known = earlier?.h2h && (await authenticateClient(needs, earlier.h2h));
  if (earlier?.h2h && known?.outcome === 'valid' && known.client.shopId === shop.shopId) return earlier.h2h;
  const { clientId, clientSecret } = await issueClient(needs, { shop, scopes: everyScope, actor });
  return { clientId, clientSecret };
};

/** The earlier secrets if they are this database's, which the API key proves; else new ones. */
const seedShop = async (needs: SetupNeeds, seeded: SeedShop): Promise<DemoShop> => {
  const { name, earlier, shown, actor } = seeded;
  const shop = await findShopByName(needs.database, name);
  if (shop === null) throw new Error(`The demo's shop ${name} was not set up.`);
  const { shopId, settlementCurrency: currency } = shop;
  // One reference for good, so that however often the demo is seeded the money comes once.
  await deposit(needs, {
    shopId,
    amount: { amount: decimal(openingBalance), currency },
    actor,
    reference: 'demo opening balance',
  });
  const h2h = await seedClient(needs, shop, seeded);
  const key = earlier && (await createApiKeyResolver(needs)(earlier.apiKey));
  if (earlier && key?.outcome === 'valid' && key.access.shopId === shopId) return { ...earlier, h2h };
  const { apiKey } = await issueApiKey(needs, { shop, actor });
  return {
    name,
    apiKey,
    h2h,
    webhookSecret: shown?.secret ?? (await rotateWebhookSecret(needs, { shop, endpointId: null, actor })),
  };
};

/**
 * Sets up the demo and writes where it is and how to get in to `file`. Repeating it changes nothing but the places.
 * When the file is lost, API keys and webhook secrets are issued anew: the database cannot tell the old ones.
 */
export const seedDemo = async (needs: SetupNeeds, options: Options): Promise<Demo> => {
  const actor = options.actor ?? { name: 'seed', role: 'admin' as const };
  const earlier = readDemoFile(options.file);
  const setup = await leaveConnectors(needs, readDemoSetup(options.webhookInboxUrl));
  const { secrets } = await applySetup(needs, setup, { isPruning: false, actor });
  const shops: Demo['shops'] = [];
  for (const { name } of setup.file.shops) {
    const isOfShop = (secret: ShownSecret): boolean => secret.shop === name && secret.endpoint === null;
    const earlierShop = earlier?.shops.find((shop) => shop.name === name);
    shops.push(await seedShop(needs, { name, earlier: earlierShop, shown: secrets.find(isOfShop), actor }));
  }
  const demo: Demo = { ...placesOf(options, earlier), shops };
  writeDemoFile(options.file, demo);
  return demo;
};
