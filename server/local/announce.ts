import type { Demo } from '#features/setup';
import type { ReceivedWebhook } from './webhook-inbox.ts';

type Address = { readonly url: string };

type Run = {
  readonly server: Address & { readonly metricsUrl: string };
  readonly docs: Address;
  readonly mock: Address;
  readonly inbox: Address;
  readonly demo: Demo | null;
  readonly logFile: string;
};

const firstPayment = (baseUrl: string, apiKey: string): string =>
  `curl -s ${baseUrl}/v1/payment -H 'X-API-Key: ${apiKey}' -H 'Content-Type: application/json' \\
  -d '{"merchant_operation_id":"order-1","client_id":"user-1","method":"WT_RUB_C2C","amount":"1000.00","currency":"RUB"}'`;

/** What somebody who just started it wants to know. */
export const describeRun = ({ server, docs, mock, inbox, demo, logFile }: Run): string => {
  const shops = demo?.shops.map((shop) => `  Shop ${shop.name}   ${shop.apiKey}`) ?? [];
  const apiKey = demo?.shops[0]?.apiKey;
  return [
    '',
    `  API      ${server.url}`,
    `  Docs     ${docs.url}`,
    `  Mock     ${mock.url}`,
    `  Webhooks ${inbox.url}   (what the demo's shops receive, newest first)`,
    `  Metrics  ${server.metricsUrl}/metrics`,
    `  Log      ${logFile}`,
    ...(shops.length > 0 ? ['', ...shops, '', 'A first payment, paid by the sandbox two seconds later:', ''] : []),
    ...(apiKey === undefined ? [] : [firstPayment(server.url, apiKey)]),
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
};

type Event = { readonly type: string; readonly data: { readonly operation_id: string; readonly actual_amount: string; readonly currency: string } };

const eventOf = (body: string): Event | null => {
  try {
    return JSON.parse(body) as Event;
  } catch {
    return null;
  }
};

/** One line for each webhook that the inbox receives. */
export const describeWebhook = (webhook: ReceivedWebhook): string => {
  const event = eventOf(webhook.body);
  if (event === null) return `webhook  ${webhook.body.slice(0, 80)}`;
  const { type, data } = event;
  return `webhook  ${type}  ${data.operation_id}  ${data.actual_amount} ${data.currency}`;
};
