import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { startWebhookInbox, type WebhookInbox } from '#server/local/webhook-inbox';
import type { Database } from '#platform/database';
import { createTestShop } from '#test/support/shop';
import { Turnpike, type Balance, type CreatePaymentParams, type WebhookEvent } from '@turnpike/sdk';
import type { Settling } from './expected-figures.ts';

/** Settlement balance that the shop begins with. */
export const openingUnits = { RUB: 100_000n, USDT: 1_000_000_000n } as const;
const opening = { RUB: '1000.00', USDT: '1000.000000' } as const;

/** A merchant with a shop, the SDK and a receiver of webhooks. */
export const openShop = async (database: Database, serverUrl: string, settling: Settling) => {
  const inbox: WebhookInbox = await startWebhookInbox({ host: '127.0.0.1', port: 0 });
  const shop = await createTestShop(database, {
    settlementCurrency: settling,
    webhookUrl: inbox.url,
    balance: opening[settling],
  });
  const turnpike = new Turnpike({ apiKey: shop.apiKey, baseUrl: serverUrl });
  const verifier = new Webhook(shop.webhookSecret);
  return {
    turnpike,
    order: (amount: string, method = 'WT_RUB_C2C'): CreatePaymentParams => ({
      merchant_operation_id: randomUUID(),
      client_id: 'client-7',
      client_ip: '203.0.113.7',
      method,
      amount,
      currency: 'RUB',
    }),
    balance: async (): Promise<Balance[]> => [...(await turnpike.balances.list())],
    /** Every webhook about an operation, oldest first, each proved by the reference library and read by the SDK. */
    webhooksAbout: async (operationId: string): Promise<WebhookEvent[]> => {
      const oldestFirst = [...inbox.received()].reverse();
      const events = await Promise.all(
        oldestFirst.map(({ body, headers }) => {
          verifier.verify(body, headers as Record<string, string>);
          return turnpike.webhooks.verify(body, headers, shop.webhookSecret);
        }),
      );
      return events.filter(({ data }) => data.operation_id === operationId);
    },
    postingsOf: async (operationId: string): Promise<string[]> => {
      const lines = await database('ledger_postings')
        .join('ledger_transactions', 'ledger_transactions.transaction_id', 'ledger_postings.transaction_id')
        .where({ operation_id: operationId, kind: 'payment_settled' })
        .orderBy('line')
        .select<{ account: string; currency: string; amount: string }[]>('account', 'currency', 'amount');
      return lines.map(({ account, currency, amount }) => `${account} ${amount} ${currency}`);
    },
    eventsOf: async (operationId: string): Promise<string[]> => {
      const events = await database('events').where({ operation_id: operationId }).orderBy('sequence');
      return (events as { sequence: number; type: string }[]).map(({ sequence, type }) => `${sequence} ${type}`);
    },
    /** All that the ledger holds about creates of the identifier, refused ones included. */
    movedFor: async (identifier: string): Promise<number> => {
      const moved = await database('ledger_transactions')
        .join('operations', 'operations.operation_id', 'ledger_transactions.operation_id')
        .where({ merchant_operation_id: identifier });
      return moved.length;
    },
    close: () => inbox.stop(),
  };
};

export type Shop = Awaited<ReturnType<typeof openShop>>;
