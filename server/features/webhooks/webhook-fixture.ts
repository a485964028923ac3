import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api } from '#platform/apis';
import type { Database } from '#platform/database';
import { newId, type EventId, type MerchantId, type OperationId, type ShopId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { eventually } from '#test/support/eventually';
import type { WebhookNeeds } from './create-webhooks.ts';

export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly atMs: number };

export type Receiver = {
  readonly url: string;
  readonly received: Received[];
  /** Resolves once that many requests have come. */
  readonly has: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A merchant's server on the loopback; `respond` decides what it answers, 204 by default. */
export const startReceiver = async (
  respond: (response: ServerResponse, request: Received) => void = (response) => response.writeHead(204).end(),
): Promise<Receiver> => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(chunks).toString(), atMs: performance.now() };
      received.push(one);
      respond(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    has: (count) => until(() => received.length >= count),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

export const until = async (condition: () => boolean | Promise<boolean>): Promise<void> =>
  void (await eventually(condition, condition.toString()));

export const addShop = async (database: Database): Promise<ShopId> => {
  const merchantId = newId<MerchantId>();
  const shopId = newId<ShopId>();
  await database('merchants').insert({ merchant_id: merchantId, name: merchantId });
  await database('shops').insert({
    shop_id: shopId,
    merchant_id: merchantId,
    name: shopId,
    mode: 'test',
    settlement_currency: 'RUB',
  });
  return shopId;
};

export const addEvents = async (
  database: Database,
  shopId: ShopId,
  count: number,
  type = 'operation.completed',
  api: Api = 'v1',
): Promise<EventId[]> => {
  const rows = Array.from({ length: count }, (_, index) => ({
    shop_id: shopId,
    event_id: newId<EventId>(),
    operation_id: newId<OperationId>(),
    api,
    sequence: 1,
    type,
    data: { operation_id: `operation ${index}`, expected_amount: '10.00' },
  }));
  await database.batchInsert('events', rows, 500);
  return rows.map((row) => row.event_id);
};

export type DeliveryState = {
  readonly event_id: EventId;
  readonly status: string;
  readonly attempts: number;
  readonly next_attempt_at: Date;
  readonly leased_until: Date | null;
  readonly last_http_status: number | null;
  readonly last_error: string | null;
};

export const deliveriesOf = (database: Database, shopId: ShopId): Promise<DeliveryState[]> =>
  database('webhook_deliveries').select<DeliveryState[]>().where({ shop_id: shopId }).orderBy('event_id');

export const webhookNeeds = (database: Database, changes: Partial<WebhookNeeds> = {}): WebhookNeeds => ({
  database,
  keyRing: createKeyRing(newKeyText()),
  log: createLog('silent'),
  metrics: createMetrics(),
  renderers: { v1: (snapshot, { number }) => ({ ...snapshot, number }) },
  readSealed: () => Promise.resolve(() => ({ number: '2200000000000004', annotations: null, details: null })),
  timeoutMs: 15_000,
  allowedNetworks: ['127.0.0.0/8'],
  ...changes,
});
