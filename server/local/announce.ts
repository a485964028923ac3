import type { Demo } from '#features/setup';
import { printable } from '../entrances/command-line/printable.ts';
import type { ReceivedWebhook } from './webhook-inbox.ts';

type Address = { readonly url: string };

type Run = {
  readonly server: Address & { readonly metricsUrl: string };
  readonly docs: Address;
  readonly mock: Address;
  readonly inbox: Address;
  readonly demo: Demo | null;
  /** A database of the user's own gets the demo only when it is asked for. */
  readonly isExternal: boolean;
  readonly logFile: string;
};

const firstPayment = (baseUrl: string, apiKey: string): string =>
  `curl -s ${baseUrl}/v1/payment -H 'X-API-Key: ${apiKey}' -H 'Content-Type: application/json' \\
  -d '{"merchant_operation_id":"order-1","client_id":"user-1","method":"WT_RUB_C2C","amount":"1000.00","currency":"RUB"}'`;

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
export const describeRun = ({ server, docs, mock, inbox, demo, isExternal, logFile }: Run): string => {
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
    ...(apiKey === undefined ? [] : [firstPayment(server.url, apiKey), '', pageHint]),
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
  return typeof value === 'string' ? printable(value.slice(0, longestShown)) : null;
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
  const facts = ['operation_id', 'actual_amount', 'currency'].map((name) => textOf(data, name));
  if (facts.includes(null))
    return `webhook  of unknown form: ${printable(JSON.stringify(webhook.body.slice(0, longestShown)))}`;
  const [operationId, amount, currency] = facts;
  return `webhook  ${type}  ${operationId}  ${amount} ${currency}`;
};
