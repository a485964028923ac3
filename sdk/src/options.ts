/**
 * What the client needs of a `fetch`: the global one of Node, Deno, Bun, Workers and browsers, undici's, or
 * yours.
 */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    /** Text, but for a receipt: then the bytes of the form, whose boundary is in the `content-type`. */
    body?: string | ArrayBuffer;
    redirect: 'manual';
    signal: AbortSignal;
  },
) => Promise<Response>;

export interface TurnpikeOptions {
  /**
   * API key of your shop, `tp_live_…` or `tp_test_…`. Keep it on your server: it never belongs into a browser
   * or an app.
   */
  apiKey: string;
  /** Scheme, host and port of the gateway, such as `https://pay.example.com`; without `/v1`. */
  baseUrl: string;
  /**
   * Milliseconds a call may take, retries and the pauses between them included. 20,000 by default. A create
   * waits up to 15,000 for a provider: with less than that you often will not learn how it ended.
   */
  timeoutMs?: number | undefined;
  /**
   * Retries after the first attempt when the connection fails or the answer is 429, 502, 503 or 504. 3 by
   * default, 0 for none.
   */
  maxRetries?: number | undefined;
  /** Replaces the global `fetch`, for a proxy or your own connection pool. */
  fetch?: Fetch | undefined;
}

/** For one call; what is left out is taken from the client. */
export interface RequestOptions {
  /** Milliseconds the call may take, retries included. */
  timeoutMs?: number | undefined;
  /** Retries after the first attempt. */
  maxRetries?: number | undefined;
  /**
   * Ends the call early: it rejects with the signal's reason. The request may have taken effect all the same.
   */
  signal?: AbortSignal | undefined;
}
