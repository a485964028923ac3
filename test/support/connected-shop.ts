import { addConnector, type NewConnector } from '#features/connectors';
import { setRoute } from '#features/routes';
import type { Database } from '#platform/database';
import { newId } from '#platform/ids';
import { createKeyRing } from '#platform/secrets';
import { createSigner } from '#platform/webhook-signatures';
import { tester } from './operators.ts';
import { testKeys } from './settings.ts';
import type { TestShop } from './shop.ts';

/** A connector on this machine that is a provider of the installation. */
export const addTestConnector = (database: Database, providerId: string, url: string): Promise<NewConnector> => {
  const setting = { url, authority: null, concurrency: null, callsPerSecond: null };
  const needs = { database, keyRing: createKeyRing(testKeys) };
  return addConnector(needs, { providerId, setting, certificate: null, actor: tester });
};

/** Leads all operations of a shop over these providers alone, in their order. */
export const routeOver = async (
  database: Database,
  { shopId }: Pick<TestShop, 'shopId'>,
  ...providers: readonly string[]
): Promise<void> => {
  await database('routes').where({ shop_id: shopId }).del();
  for (const [index, provider] of providers.entries()) {
    for (const direction of ['payment', 'payout'] as const) {
      const route = {
        direction,
        method: 'WT_RUB_C2C',
        provider,
        priority: index + 1,
        minAmount: '1',
        maxAmount: '100000',
        lifetimeSeconds: 1_800,
        answerTimeoutMs: null,
        active: true,
      };
      await setRoute({ database }, shopId, route, tester);
    }
  }
};

type Sent = { readonly secret: string; readonly sentAt?: Date; readonly body?: string };

/** Sends what a connector tells, signed as it signs. */
export const sendCallback = (
  serverUrl: string,
  providerId: string,
  callback: object,
  { secret, sentAt = new Date(), body = JSON.stringify(callback) }: Sent,
): Promise<Response> =>
  fetch(`${serverUrl}/connector/v1/callbacks/${providerId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...createSigner([secret])(newId(), sentAt, body) },
    body,
  });

/** A callback of this shop's attempt, with what a look-up would answer. */
export const callbackOf = (shopId: string, type: string, data: object): object => ({
  type,
  timestamp: new Date().toISOString(),
  shop_id: shopId,
  data,
});
