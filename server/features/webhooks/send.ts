import { Agent } from 'undici';
import type { AddressGuard } from '#platform/address-guard';
import { createGuardedConnector, RefusedAddressError } from '#platform/guarded-connector';
import type { ResolveHost } from '#platform/resolve-host';

export type Answer =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | undefined }
  /** `refused` and `stopped` are ours: no permitted address, and our own stop. The rest is the receiver's. */
  | { readonly kind: 'failed' | 'refused' | 'timeout' | 'stopped'; readonly error: string };

export type Message = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Sender = {
  readonly send: (message: Message) => Promise<Answer>;
  /** Cuts off what is being sent. */
  readonly close: () => Promise<void>;
};

// Answers are not used: a few kilobytes are read so that the connection stays, more cut it.
const longestBodyBytes = 4_096;

const errorCode = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
};

export const createSender = (options: {
  readonly guard: AddressGuard;
  readonly resolve: ResolveHost;
  readonly timeoutMs: number;
}): Sender => {
  const { timeoutMs } = options;
  const agent = new Agent({
    connect: createGuardedConnector(options.guard, options.resolve, timeoutMs),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 16_384,
    pipelining: 1,
  });
  const open = new Set<AbortController>();
  let isClosed = false;

  const exchange = async (message: Message, signal: AbortSignal): Promise<Answer> => {
    const { origin, pathname, search } = new URL(message.url);
    const response = await agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: message.headers,
      body: message.body,
      signal,
    });
    const retryAfter = response.headers['retry-after'];
    // The status is the answer: a body that never ends cannot take it back, it only loses the connection.
    await response.body.dump({ limit: longestBodyBytes, signal }).catch(() => undefined);
    return {
      kind: 'answered',
      status: response.statusCode,
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
    };
  };

  return {
    send: async (message) => {
      if (isClosed) return { kind: 'stopped', error: 'stopped' };
      const control = new AbortController();
      // One clock over connecting, sending, headers and body: a receiver that trickles gains nothing.
      const timer = setTimeout(() => control.abort(), timeoutMs);
      open.add(control);
      try {
        return await exchange(message, control.signal);
      } catch (error) {
        if (error instanceof RefusedAddressError) return { kind: 'refused', error: 'refused_address' };
        if (isClosed) return { kind: 'stopped', error: 'stopped' };
        const code = errorCode(error);
        const isTimeout = control.signal.aborted || code.includes('TIMEOUT');
        return isTimeout ? { kind: 'timeout', error: 'timeout' } : { kind: 'failed', error: code };
      } finally {
        clearTimeout(timer);
        open.delete(control);
      }
    },
    close: async () => {
      isClosed = true;
      for (const control of open) control.abort();
      await agent.destroy();
    },
  };
};
