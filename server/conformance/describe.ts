import type { Exchange } from './exchange.ts';
import type { Delivery } from './receive-callbacks.ts';

const mostShown = 500;

const shorten = (text: string): string => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text);

const isDelivery = (shown: Exchange | Delivery): shown is Delivery => 'receivedAt' in shown;

/** What was sent and what came, without the secret, short enough to be read. */
export type Shown = { readonly sent: string; readonly came: string };

const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

const describeDelivery = ({ headers, text, reaction }: Delivery): Shown => ({
  sent: `to the callback: ${typeof reaction === 'number' ? `${reaction}` : reaction}`,
  came: shorten(`${signatureHeaders.map((name) => `${name}: ${String(headers[name])}`).join(', ')} ${text}`),
});

const describeExchange = ({ call, answer, failure }: Exchange): Shown => {
  const timeout = call.headers['x-timeout-ms'];
  const body = call.body === undefined ? '' : ` ${shorten(call.body.toString())}`;
  return {
    sent: `${call.method} ${call.path}${timeout === undefined ? '' : ` (x-timeout-ms: ${timeout})`}${body}`,
    came: answer === null ? `nothing: ${failure}` : shorten(`${answer.status} ${answer.bytes.toString('utf8')}`),
  };
};

export const describeShown = (shown: Exchange | Delivery): Shown =>
  isDelivery(shown) ? describeDelivery(shown) : describeExchange(shown);
