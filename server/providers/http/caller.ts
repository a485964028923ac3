import createClient from 'openapi-fetch';
import type { paths } from '#generated/connector/types';
import { messageOf } from '#platform/errors';
import { newId } from '#platform/ids';
import { createRecentCache } from '#platform/recent-cache';
import { ProviderNotSentError, type CallSignal } from '../port.ts';
import { openExchange, type Exchange, type ExchangeNeeds, type Peer } from './exchange.ts';

/** What operators have set for a connector, and what it says of itself. */
export type ConnectorSettings = Peer & {
  /** What we prove ourselves by; null where the certificate alone does. */
  readonly secret: string | null;
  readonly isPayoutRepeatable: boolean;
};

export type CallerNeeds = ExchangeNeeds & {
  readonly readSettings: (providerId: string) => Promise<ConnectorSettings>;
};

type Client = ReturnType<typeof createClient<paths>>;

/** What every call has, whatever it asks. */
type Init = {
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: (request: Request) => Promise<Response>;
};
type CallHeaders = { readonly 'x-timeout-ms': number; readonly 'x-request-id': string };

export type Caller = {
  readonly call: <Fetched>(
    signal: CallSignal,
    ask: (client: Client, init: Init, header: CallHeaders) => Promise<Fetched>,
    longestAnswerBytes?: number,
  ) => Promise<Fetched>;
  /** As it was when it was last called. */
  readonly isPayoutRepeatable: () => boolean;
  readonly close: () => Promise<void>;
};

const usualAnswerBytes = 64 * 1_024;
const settingsMaxAgeMs = 1_000;
/** The contract's longest, for a call whose end is not fixed. */
const longestTimeoutMs = 60_000;

const timeoutMsOf = ({ endsAtMs }: CallSignal): number => {
  const leftMs = endsAtMs === undefined ? longestTimeoutMs : Math.floor(endsAtMs - performance.now());
  return Math.min(Math.max(leftMs, 1), longestTimeoutMs);
};

type Opened = { readonly peer: string; readonly exchange: Exchange; readonly close: () => Promise<void> };

/** Calls one connector by its settings, which may change meanwhile: at most a second later, calls go by the new ones. */
export const createCaller = (needs: CallerNeeds, providerId: string): Caller => {
  let opened: Opened | undefined;
  let isPayoutRepeatable = false;
  const remembered = createRecentCache<ConnectorSettings>({
    maxAgeMs: settingsMaxAgeMs,
    maxEntries: 1,
    load: needs.readSettings,
  });
  const settingsNow = async (): Promise<ConnectorSettings> => {
    try {
      return await remembered(providerId);
    } catch (error) {
      throw new ProviderNotSentError(`its settings cannot be read: ${messageOf(error)}`, { cause: error });
    }
  };
  const exchangeWith = ({ url, authority, certificate }: Peer): Exchange => {
    const peer = JSON.stringify([url, authority, certificate]);
    if (opened?.peer === peer) return opened.exchange;
    // What is under way ends over the connections that it began on.
    void opened?.close();
    opened = { peer, ...openExchange(needs, { url, authority, certificate }) };
    return opened.exchange;
  };
  return {
    call: async (signal, ask, longestAnswerBytes = usualAnswerBytes) => {
      const settings = await settingsNow();
      isPayoutRepeatable = settings.isPayoutRepeatable;
      const exchange = exchangeWith(settings);
      const authorization = settings.secret === null ? {} : { authorization: `Bearer ${settings.secret}` };
      return ask(
        createClient<paths>({ baseUrl: settings.url }),
        { signal, headers: authorization, fetch: (request) => exchange(request, longestAnswerBytes) },
        { 'x-timeout-ms': timeoutMsOf(signal), 'x-request-id': newId() },
      );
    },
    isPayoutRepeatable: () => isPayoutRepeatable,
    close: async () => opened?.close(),
  };
};
