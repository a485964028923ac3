import { randomBytes } from 'node:crypto';
import { issueApiKey } from '#features/access';
import { deposit } from '#features/balances';
import { findShopByName } from '#features/merchants';
import { applySetup, readSetupFile } from '#features/setup';
import type { ShopId } from '#platform/ids';
import { decimal } from '#platform/money';
import { createKeyRing } from '#platform/secrets';
import type { Database } from '#platform/database';
import { seeder } from '#test/support/operators';
import { testKeys } from './settings.ts';

export type TestShop = {
  readonly shopId: ShopId;
  readonly name: string;
  readonly apiKey: string;
  /** Signs the webhooks of the default endpoint; empty where none was asked for. */
  readonly webhookSecret: string;
};

type Wishes = {
  readonly settlementCurrency?: 'RUB' | 'USDT';
  readonly webhookUrl?: string;
  /** Those of v1, unless others are asked for. */
  readonly methods?: readonly string[];
  /** In the settlement currency. */
  readonly balance?: string;
};

const methodsOfV1 = ['WT_RUB_C2C', 'WT_RUB_PHONE'];

const setupOf = (name: string, { settlementCurrency = 'RUB', webhookUrl, methods = methodsOfV1 }: Wishes): string => `
merchants: [Tests]
providers:
  - { id: sandbox-1, kind: sandbox }
  - { id: sandbox-2, kind: sandbox }
rates:
  - { from: RUB, to: USDT, rate: 0.012500, source: sandbox }
shops:
  - name: ${name}
    merchant: Tests
    mode: test
    settlementCurrency: ${settlementCurrency}
    routes:
      - { direction: [payment, payout], method: [${methods.join(', ')}], provider: sandbox-1, priority: 1 }
      - { direction: [payment, payout], method: [${methods.join(', ')}], provider: sandbox-2, priority: 2 }
    tariffs:
      - { direction: payment, method: [${methods.join(', ')}], percent: 3 }
      - { direction: payout, method: [${methods.join(', ')}], percent: 2 }
    ${webhookUrl === undefined ? '' : `webhooks: [{ url: "${webhookUrl}", default: true }]`}
`;

/** A test shop like the demo's: 3 % on payments, 2 % on payouts, two sandbox providers. */
export const createTestShop = async (database: Database, wishes: Wishes = {}): Promise<TestShop> => {
  const name = `shop-${randomBytes(4).toString('hex')}`;
  const needs = { database, keyRing: createKeyRing(testKeys), allowedNetworks: ['127.0.0.0/8'] };
  const { secrets } = await applySetup(needs, readSetupFile(setupOf(name, wishes), 'test.yaml'), {
    isPruning: false,
    actor: seeder,
  });
  const shop = await findShopByName(database, name);
  if (shop === null) throw new Error(`The shop ${name} was not set up.`);
  if (wishes.balance !== undefined) {
    const amount = { amount: decimal(wishes.balance), currency: shop.settlementCurrency };
    await deposit(needs, { shopId: shop.shopId, amount, actor: seeder, reference: 'opening balance' });
  }
  const { apiKey } = await issueApiKey(needs, { shop, actor: seeder });
  return { shopId: shop.shopId, name, apiKey, webhookSecret: secrets[0]?.secret ?? '' };
};
