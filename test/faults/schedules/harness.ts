import { everyScope, issueApiKey } from '#features/access';
import { deposit } from '#features/balances';
import { issueClient } from '#features/clients';
import { findShopByName } from '#features/merchants';
import { applySetup, readSetupFile } from '#features/setup';
import type { Database } from '#platform/database';
import type { ShopId } from '#platform/ids';
import { decimal } from '#platform/money';
import { createKeyRing } from '#platform/secrets';
import { testKeys } from '#test/support/settings';
import { seeder } from '#test/support/operators';
import type { ClientCredentials } from '#test/support/tokens';
import type { Receivers } from './receivers.ts';

export type HarnessShop = {
  readonly shopId: ShopId;
  readonly apiKey: string;
  readonly client: ClientCredentials;
  readonly settlementCurrency: string;
};

export const openingBalance = '900000';

const shopText = (index: number, currency: string, receivers: Receivers): string => `
  - name: shop-${index}
    merchant: Tests
    mode: test
    settlementCurrency: ${currency}
    routes:
      - { direction: [payment, payout], method: [WT_RUB_C2C, toCard], provider: sandbox-1, priority: 1 }
      - { direction: [payment, payout], method: [WT_RUB_C2C, toCard], provider: sandbox-2, priority: 2 }
    tariffs:
      - { direction: payment, method: [WT_RUB_C2C, toCard], percent: 3 }
      - { direction: payout, method: [WT_RUB_C2C, toCard], percent: 2 }
    webhooks:
      - { url: "${receivers.honestUrl(index)}", default: true }
      - { url: "${receivers.hostileUrl(index)}" }`;

const currencies = ['RUB', 'USDT'] as const;

/** A shop without conversion and one with it, each with an honest and a hostile receiver of webhooks. */
export const openShops = async (database: Database, receivers: Receivers): Promise<readonly HarnessShop[]> => {
  const needs = { database, keyRing: createKeyRing(testKeys), allowedNetworks: ['127.0.0.0/8'] };
  const text = `
merchants: [Tests]
providers: [{ id: sandbox-1, kind: sandbox }, { id: sandbox-2, kind: sandbox }]
rates: [{ from: RUB, to: USDT, rate: 0.012500, source: sandbox }]
shops:${currencies.map((currency, index) => shopText(index, currency, receivers)).join('')}
`;
  const { secrets } = await applySetup(needs, readSetupFile(text, 'schedule.yaml'), {
    isPruning: false,
    actor: seeder,
  });
  const shops: HarnessShop[] = [];
  for (const [index, currency] of currencies.entries()) {
    const shop = await findShopByName(database, `shop-${index}`);
    const own = secrets.find((secret) => secret.shop === `shop-${index}` && secret.endpoint === null);
    if (shop === null || own === undefined) throw new Error('A shop was not set up.');
    receivers.expect(index, own.secret);
    const amount = { amount: decimal(openingBalance), currency };
    await deposit(needs, { shopId: shop.shopId, amount, actor: seeder, reference: 'opening balance' });
    const { apiKey } = await issueApiKey(needs, { shop, actor: seeder });
    const client = await issueClient(needs, { shop, scopes: everyScope, actor: seeder });
    shops.push({ shopId: shop.shopId, apiKey, client, settlementCurrency: currency });
  }
  return shops;
};
