import { Pool } from 'undici';
import type { AddressGuard } from '#platform/address-guard';
import { messageOf } from '#platform/errors';
import { createGuardedConnector, type ClientCertificate } from '#platform/guarded-connector';
import type { ResolveHost } from '#platform/resolve-host';
import { ProviderNotSentError } from '../port.ts';
import { ContractBreachError } from './contract.ts';

export type ExchangeNeeds = {
  /** Decides which addresses connectors may have. */
  readonly guard: AddressGuard;
  readonly resolve: ResolveHost;
};

export type Peer = {
  /** Scheme, host and port. */
  readonly url: string;
  /** Certificates of the authority that vouches for it; null: those that everybody knows. */
  readonly authority: string | null;
  readonly certificate: ClientCertificate | null;
};

/** The one way over the network to a connector, in the form of `fetch`. Answers longer than that are cut off. */
export type Exchange = (request: Request, longestAnswerBytes: number) => Promise<Response>;

const connectTimeoutMs = 5_000;

/** Without a connection no byte of the call was sent. */
const openPool = ({ guard, resolve }: ExchangeNeeds, { url, authority, certificate }: Peer): Pool => {
  const tls = { ...certificate, ...(authority !== null && { ca: authority }) };
  const connect = createGuardedConnector(guard, resolve, connectTimeoutMs, tls);
  return new Pool(url, {
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error === null) return callback(null, socket);
        callback(new ProviderNotSentError(`no connection: ${messageOf(error)}`, { cause: error }), null);
      }),
    // As many as the gateway lets calls be under way: one that waited here could not be told from one that was sent.
    connections: null,
    pipelining: 1,
    maxHeaderSize: 16_384,
    // The deadline of the call bounds both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
};

const readBounded = async (body: AsyncIterable<Buffer>, longestBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > longestBytes) throw new ContractBreachError(`the answer is longer than ${longestBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** One value per name; a header that came twice is none that we read. */
const headersOf = (raw: Readonly<Record<string, string | string[] | undefined>>): [string, string][] =>
  Object.entries(raw).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );

/**
 * Keeps connections to one connector. It follows no redirect, repeats nothing and unpacks nothing: each of these would make something
 * else of what was asked or answered.
 */
export const openExchange = (
  needs: ExchangeNeeds,
  peer: Peer,
): { readonly exchange: Exchange; readonly close: () => Promise<void> } => {
  const pool = openPool(needs, peer);
  return {
    exchange: async (request, longestAnswerBytes) => {
      const { pathname, search } = new URL(request.url);
      const answer = await pool.request({
        path: pathname + search,
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' },
        body: request.body === null ? null : Buffer.from(await request.arrayBuffer()),
        signal: request.signal,
      });
      const body = await readBounded(answer.body, longestAnswerBytes);
      const headers = headersOf(answer.headers);
      return new Response(body.length === 0 ? null : body, { status: answer.statusCode, headers });
    },
    close: () => pool.close(),
  };
};
