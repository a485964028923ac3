import { randomUUID } from 'node:crypto';
import { everyScope } from '#features/access';
import { issueClient } from '#features/clients';
import type { Api } from '#platform/apis';
import type { Database } from '#platform/database';
import { seeder } from '#test/support/operators';
import { createTestShop } from '#test/support/shop';
import { requestToken, tokenIn } from '#test/support/tokens';
import { wires, type Order } from '#test/support/wires';

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: string };

export type Merchant = {
  readonly shopId: string;
  /** Asks by the API, with its key or token; a form is sent as it is, anything else as JSON. */
  readonly ask: (api: Api, url: string, path: string, body?: unknown) => Promise<Answer>;
  /** Creates it by the API, to a card. */
  readonly create: (api: Api, url: string, order: Order) => Promise<Answer>;
};

export const newIdentifier = (): string => `order-${randomUUID()}`;

/** A shop with a key and a client: the same tariffs, routes and balance for both APIs. */
export const openMerchant = async (database: Database, settlementCurrency: 'RUB' | 'USDT'): Promise<Merchant> => {
  const { shopId, apiKey } = await createTestShop(database, {
    settlementCurrency,
    methods: ['WT_RUB_C2C', 'toCard'],
    balance: '1000000.00',
  });
  const client = await issueClient({ database }, { shop: { shopId, mode: 'test' }, scopes: everyScope, actor: seeder });
  let token: Promise<string> | null = null;
  const secretOf = async (api: Api, url: string): Promise<Record<string, string>> => {
    if (api === 'v1') return { 'x-api-key': apiKey };
    token ??= requestToken(url, client).then(tokenIn);
    return { authorization: `Bearer ${await token}` };
  };
  const ask: Merchant['ask'] = async (api, url, path, body) => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(url + path, {
      headers: { ...(await secretOf(api, url)), ...(isJson && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  };
  const create: Merchant['create'] = (api, url, order) => {
    const { path, body } = wires[api].create(order);
    return ask(api, url, path, body);
  };
  return { shopId, ask, create };
};
