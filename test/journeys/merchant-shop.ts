import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { startWebhookInbox, type WebhookInbox } from '#server/local/webhook-inbox';
import type { Database } from '#platform/database';
import { eventually } from '#test/support/eventually';
import { patienceMs } from '#test/support/patience';
import { createTestShop } from '#test/support/shop';
import {
  Turnpike,
  type Balance,
  type CreatePaymentParams,
  type CreatePayoutParams,
  type Operation,
  type OperationState,
  type WebhookEvent,
} from '@turnpike/sdk';
import type { Settling } from './expected-figures.ts';

/** Settlement balance that the shop begins with. */
export const openingUnits = { RUB: 100_000n, USDT: 1_000_000_000n } as const;
/** Numbers that no bank issues, as a merchant writes them. */
export const destinations = { WT_RUB_C2C: '2200000000000004', WT_RUB_PHONE: '89000000001' } as const;
const opening = { RUB: '1000.00', USDT: '1000.000000' } as const;

/** A merchant with a shop, the SDK and a receiver of webhooks. */
export const openShop = async (
  database: Database,
  serverUrl: string,
  settling: Settling,
  balance: string = opening[settling],
) => {
  const inbox: WebhookInbox = await startWebhookInbox({ host: '127.0.0.1', port: 0 });
  const shop = await createTestShop(database, {
    settlementCurrency: settling,
    webhookUrl: inbox.url,
    balance,
  });
  const turnpikeAt = (url: string): Turnpike => new Turnpike({ apiKey: shop.apiKey, baseUrl: url });
  const turnpike = turnpikeAt(serverUrl);
  const verifier = new Webhook(shop.webhookSecret);
  return {
    shopId: shop.shopId,
    turnpike,
    /** The same merchant at another instance. */
    turnpikeAt,
    order: (amount: string, method = 'WT_RUB_C2C'): CreatePaymentParams => ({
      merchant_operation_id: randomUUID(),
      client_id: 'client-7',
      client_ip: '203.0.113.7',
      method,
      amount,
      currency: 'RUB',
    }),
    payout: (amount: string, method: keyof typeof destinations = 'WT_RUB_C2C'): CreatePayoutParams => ({
      merchant_operation_id: randomUUID(),
      client_id: 'client-7',
      client_ip: '203.0.113.7',
      method,
      amount,
      currency: 'RUB',
      number: destinations[method],
      ...(method === 'WT_RUB_PHONE' && { name: 'Анна С.', bankname: 'tcs' }),
    }),
    /** An operation once it is over and its receipts can be had, which may come later. */
    finalOf: (operation: Operation): Promise<OperationState> =>
      eventually(async () => {
        const state = await turnpike.operations.waitFor(operation, {
          pollMs: 50,
          maxPollMs: 50,
          timeoutMs: patienceMs,
        });
        return state.receipt_evidence_status !== 'unavailable' && state;
      }, 'the receipts'),
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
    /** A line per posting of one kind, `payment_settled` unless another is named. */
    postingsOf: async (operationId: string, kind = 'payment_settled'): Promise<string[]> => {
      const lines = await database('ledger_postings')
        .join('ledger_transactions', 'ledger_transactions.transaction_id', 'ledger_postings.transaction_id')
        .where({ operation_id: operationId, kind })
        .orderBy('line')
        .select<{ account: string; currency: string; amount: string }[]>('account', 'currency', 'amount');
      return lines.map(({ account, currency, amount }) => `${account} ${amount} ${currency}`);
    },
    /** Why the ledger moved for it, in their order. */
    kindsOf: (operationId: string): Promise<string[]> =>
      database('ledger_transactions').where({ operation_id: operationId }).orderBy('transaction_id').pluck('kind'),
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
