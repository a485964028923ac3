import type { Demo } from '#features/setup';
import { printable } from '../entrances/command-line/printable.ts';
import type { ReceivedWebhook } from './webhook-inbox.ts';

type Address = { readonly url: string };

type Run = {
  readonly server: Address & { readonly metricsUrl: string };
  readonly docs: Address;
  readonly mock: Address;
  readonly inbox: Address;
  /** Part of the demo. */
  readonly connector: Address | null;
  readonly connectorFile: string;
  readonly demo: Demo | null;
  /** A database of the user's own gets the demo only when it is asked for. */
  readonly isExternal: boolean;
  readonly logFile: string;
};

const firstPayment = (baseUrl: string, apiKey: string): string =>
  `curl -s ${baseUrl}/v1/payment -H 'X-API-Key: ${apiKey}' -H 'Content-Type: application/json' \\
  -d '{"merchant_operation_id":"order-1","client_id":"user-1","method":"WT_RUB_C2C","amount":"1000.00","currency":"RUB"}'`;

type Client = NonNullable<Demo['shops'][number]['h2h']>;

/** A token first, and a PayIn with it. */
const firstPayIn = (baseUrl: string, { clientId, clientSecret }: Client): string =>
  `TOKEN=$(curl -s ${baseUrl}/oauth/token -u '${clientId}:${clientSecret}' -d grant_type=client_credentials \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl -s ${baseUrl}/host2host/payin -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: order-1' -d '{"paymentMethod":"toCard","idTransactionMerchant":"order-1","amount":1000.00,
  "clientID":"user-1","clientIP":"203.0.113.24","clientDateCreated":"2025-06-01T12:00:00Z"}'`;

const hostToHost = (baseUrl: string, client: Client | undefined): string[] =>
  client === undefined
    ? []
    : ['', 'The same from server to server, with a token (host-to-host API):', '', firstPayIn(baseUrl, client)];

const pageHint =
  'With /v1/payment/link and 1000.54 it has a page of its own (payment_url), where a PDF receipt completes it.';

const nextStep = [
  '',
  'The database is your own, so there is no demo in it. To go on:',
  '',
  '  make run ARGS=--demo                          adds two shops with keys, and prints a first payment',
  '  node server/turnpike.mjs apply <file>.yaml    sets up shops of your own (docs/command-line.md)',
];

/** What a user who just started it wants to know. */
export const describeRun = (run: Run): string => {
  const { server, docs, mock, inbox, connector, connectorFile, demo, isExternal, logFile } = run;
  const shops = demo?.shops.map((shop) => `  Shop ${shop.name}   ${shop.apiKey}`) ?? [];
  const { apiKey, h2h } = demo?.shops[0] ?? {};
  return [
    '',
    `  API      ${server.url}`,
    `  Docs     ${docs.url}`,
    `  Mock     ${mock.url}`,
    `  Webhooks ${inbox.url}   (what the demo's shops receive, newest first)`,
    ...(connector === null
      ? []
      : [`  Connector ${connector.url}   (the sandbox over HTTP; its secrets are in ${connectorFile})`]),
    `  Metrics  ${server.metricsUrl}/metrics`,
    `  Log      ${logFile}`,
    ...(shops.length > 0 ? ['', ...shops, '', 'A first payment, paid by the sandbox two seconds later:', ''] : []),
    ...(apiKey === undefined ? [] : [firstPayment(server.url, apiKey), '', pageHint]),
    ...hostToHost(server.url, h2h),
    ...(demo === null && isExternal ? nextStep : []),
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
};

const longestShown = 80;

const textOf = (record: unknown, name: string): string | null => {
  const value: unknown =
    typeof record === 'object' && record !== null ? (record as Record<string, unknown>)[name] : null;
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' ? printable(text.slice(0, longestShown)) : null;
};

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
};

/** One line for each webhook that the inbox receives; any sender may send it anything. */
export const describeWebhook = (webhook: ReceivedWebhook): string => {
  const event = parse(webhook.body);
  const type = textOf(event, 'type');
  const data: unknown = type === null ? null : (event as Record<string, unknown>)['data'];
  // Each API has its own words for the same facts.
  const facts = [['operation_id', 'id'], ['actual_amount', 'amount'], ['currency']].map((names) =>
    names.reduce<string | null>((found, name) => found ?? textOf(data, name), null),
  );
  if (facts.includes(null))
    return `webhook  of unknown form: ${printable(JSON.stringify(webhook.body.slice(0, longestShown)))}`;
  const [operationId, amount, currency] = facts;
  return `webhook  ${type}  ${operationId}  ${amount} ${currency}`;
};
