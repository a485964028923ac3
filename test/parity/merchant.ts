import { randomUUID } from 'node:crypto';
import { everyScope } from '#features/access';
import { issueClient } from '#features/clients';
import type { OperationType } from '#features/operations';
import type { Api } from '#platform/apis';
import type { Database } from '#platform/database';
import { seeder } from '#test/support/operators';
import { createTestShop } from '#test/support/shop';

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: string };

export type Order = {
  readonly type: OperationType;
  /** In rubles, with two decimals. */
  readonly amount: string;
  readonly identifier: string;
};

export type Merchant = {
  readonly shopId: string;
  /** Asks by the API, with its key or token; a form is sent as it is, anything else as JSON. */
  readonly ask: (api: Api, url: string, path: string, body?: unknown) => Promise<Answer>;
  /** Creates it by the API, to a card. */
  readonly create: (api: Api, url: string, order: Order) => Promise<Answer>;
};

const card = '2200000000000004';
export const newIdentifier = (): string => `order-${randomUUID()}`;

const v1Body = ({ type, amount, identifier }: Order) => ({
  merchant_operation_id: identifier,
  client_id: 'client-7',
  method: 'WT_RUB_C2C',
  amount,
  currency: 'RUB',
  ...(type === 'payout' && { number: card }),
});

const h2hBody = ({ type, amount, identifier }: Order) => ({
  idTransactionMerchant: identifier,
  paymentMethod: 'toCard',
  amount: Number(amount),
  clientID: 'client-7',
  clientIP: '203.0.113.7',
  clientDateCreated: '2025-06-01T12:00:00Z',
  ...(type === 'payout' && { number: card, bankName: 'tinkoff' }),
});

const createPaths = {
  v1: { payment: '/v1/payment', payout: '/v1/payout' },
  h2h: { payment: '/host2host/payin', payout: '/host2host/payout' },
} as const;

/** A shop with a key and a client: the same tariffs, routes and balance for both APIs. */
export const openMerchant = async (database: Database, settlementCurrency: 'RUB' | 'USDT'): Promise<Merchant> => {
  const { shopId, apiKey } = await createTestShop(database, {
    settlementCurrency,
    methods: ['WT_RUB_C2C', 'toCard'],
    balance: '1000000.00',
  });
  const client = await issueClient({ database }, { shop: { shopId, mode: 'test' }, scopes: everyScope, actor: seeder });
  let token: Promise<string> | null = null;
  const askForToken = async (url: string): Promise<string> => {
    const credentials = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
    const answer = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const secretOf = async (api: Api, url: string): Promise<Record<string, string>> => {
    if (api === 'v1') return { 'x-api-key': apiKey };
    token ??= askForToken(url);
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
  return {
    shopId,
    ask,
    create: (api, url, order) =>
      ask(api, url, createPaths[api][order.type], api === 'v1' ? v1Body(order) : h2hBody(order)),
  };
};
