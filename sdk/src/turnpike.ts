import { createBalances, type Balances } from './balances.ts';
import { requireDuration } from './deadline.ts';
import { ConfigurationError } from './errors.ts';
import { createMethods, type Methods } from './methods.ts';
import { createOperations, type Operations } from './operations.ts';
import type { TurnpikeOptions } from './options.ts';
import { createPayments, type Payments } from './payments.ts';
import { createPayouts, type Payouts } from './payouts.ts';
import { createTransport } from './transport.ts';
import { verifyWebhook, type Webhooks } from './webhooks.ts';

const defaultTimeoutMs = 20_000;
const defaultMaxRetries = 3;

/** Refused here without being quoted: fetch would put a key it cannot send into the message of its error. */
const requireApiKey = (apiKey: string): string => {
  if (typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new ConfigurationError('apiKey is missing, or has characters that no key has.');
};

const requireBaseUrl = (baseUrl: string): string => {
  let url: URL | undefined;
  try {
    url = new URL(baseUrl);
  } catch {
    // Answered below, together with what parses and cannot be used.
  }
  const isUsable = url !== undefined && /^https?:$/.test(url.protocol) && !/[?#]/.test(url.href);
  // Credentials in a URL are refused by fetch, which would quote them in its error.
  if (url === undefined || !isUsable || url.username !== '' || url.password !== '') {
    throw new ConfigurationError('baseUrl must be an http or https URL without credentials, query and fragment.');
  }
  const href = url.href.replace(/\/+$/, '');
  if (href.endsWith('/v1')) throw new ConfigurationError('baseUrl must not include /v1.');
  return href;
};

const requireRetries = (maxRetries: number): number => {
  if (Number.isInteger(maxRetries) && maxRetries >= 0) return maxRetries;
  throw new ConfigurationError('maxRetries must be a whole number, 0 or more.');
};

/**
 * The Turnpike API for one shop, the shop of the key. Make one and keep it: it holds no connection of its own
 * and can be used by any number of calls at once.
 */
export class Turnpike {
  readonly payments: Payments;
  readonly payouts: Payouts;
  readonly operations: Operations;
  readonly balances: Balances;
  readonly methods: Methods;
  readonly webhooks: Webhooks;

  /** @throws {ConfigurationError} an option is missing or cannot be used */
  constructor(options: TurnpikeOptions) {
    const { timeoutMs = defaultTimeoutMs, maxRetries = defaultMaxRetries, fetch } = options;
    requireDuration('timeoutMs', timeoutMs);
    // The key lives in closures only: neither logging a client nor serialising it can show it.
    const send = createTransport({
      apiKey: requireApiKey(options.apiKey),
      baseUrl: requireBaseUrl(options.baseUrl),
      timeoutMs,
      maxRetries: requireRetries(maxRetries),
      // Looked up at each call, so that a global fetch replaced later (by a tracer, by a test) is used.
      fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    });
    this.payments = createPayments(send);
    this.payouts = createPayouts(send);
    this.operations = createOperations(send);
    this.balances = createBalances(send);
    this.methods = createMethods(send);
    this.webhooks = { verify: verifyWebhook };
  }
}
