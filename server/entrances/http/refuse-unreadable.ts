import { STATUS_CODES, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { v4 } from 'uuid';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { securityEvents, type SecurityEvent } from '#platform/security-events';
import { readTarget } from './read-target.ts';
import type { StandardHeaders } from './standard-headers.ts';

/** What is wrong with bytes that are no request: no such thing, came too slowly, chunk marks or headers too large. */
export type UnreadableStatus = 400 | 408 | 413 | 431;

/** What to answer: a problem, and the `Link` to its page, if there is one. */
export type DescribeUnreadable = (status: UnreadableStatus, requestId: string) => Description;

type Description = { readonly problem: object; readonly link: string | null };

type Needs = {
  readonly describeUnreadable: DescribeUnreadable;
  readonly headers: StandardHeaders;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'connectionsCut' | 'securityEvents'>;
};

const statuses: Readonly<Record<string, UnreadableStatus>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

type Unreadable = { readonly status: UnreadableStatus; readonly requestId: string };

type Answer = { readonly headers: Readonly<Record<string, string>>; readonly text: string };

const answerOf = (needs: Needs, { status, requestId }: Unreadable): Answer => {
  const { problem, link } = needs.describeUnreadable(status, requestId);
  const text = JSON.stringify(problem);
  const headers = {
    ...needs.headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'x-request-id': requestId,
    ...(link !== null && { link }),
    connection: 'close',
  };
  return { headers, text };
};

const bytesOf = ({ headers, text }: Answer, { status }: Unreadable): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n');
};

type Cause = { readonly cause: string | undefined; readonly event?: SecurityEvent };

const note = (
  { metrics, log }: Needs,
  { status, requestId }: Unreadable,
  peer: Socket,
  { cause, event }: Cause,
): void => {
  metrics.connectionsCut.inc({ reason: status === 408 ? 'too_slow' : 'unreadable' });
  if (event !== undefined) metrics.securityEvents.inc({ event });
  log[event === undefined ? 'info' : securityEvents[event]](
    { requestId, status, cause, peerAddress: peer.remoteAddress, event },
    'a connection is closed: no request could be read from it',
  );
};

/** Readable, but not in one way only: who takes it in another way than those in front may be led past them. */
const unclear: Cause = { cause: 'UNCLEAR_TARGET', event: 'target_unclear' };

/** Hands `app` only what says clearly what it asks for; the rest is refused like bytes that are no request. */
export const refuseUnclearTargets =
  (app: RequestListener, needs: Needs): RequestListener =>
  (request, response) => {
    if (readTarget(request)) return app(request, response);
    const unreadable = { status: 400, requestId: v4() } as const;
    note(needs, unreadable, request.socket, unclear);
    const { headers, text } = answerOf(needs, unreadable);
    response.writeHead(unreadable.status, headers).end(text);
  };

/**
 * Whether an answer written now would be taken for one to the bytes that are wrong. An earlier request of the same
 * connection that is still at work would take it for its own: "400" for a payment that is just being created.
 */
const isTurnOf = (last: ServerResponse | undefined): boolean => {
  if (last === undefined || last.writableFinished) return true;
  // Without its socket it waits behind another; with its body complete, the wrong bytes came after it.
  return last.socket !== null && !last.headersSent && !last.req.complete;
};

/** Answers what Node's parser refuses, and those who are too slow, with a problem; then the connection is closed. */
export const refuseUnreadable = (server: Server, needs: Needs): void => {
  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  const remember = ({ socket }: IncomingMessage, response: ServerResponse): void =>
    void lastResponses.set(socket, response);
  server.on('request', remember).on('checkContinue', remember);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE' || !socket.writable) return void socket.destroy();
    const status = statuses[error.code ?? ''] ?? 400;
    const requestId = v4();
    note(needs, { status, requestId }, socket as Socket, { cause: error.code });
    // Opened in advance and never used: a 408 would be taken for the answer to the request that may just be on its way.
    if (status === 408 && (socket as Socket).bytesRead === 0) return void socket.destroy();
    const last = lastResponses.get(socket);
    if (!isTurnOf(last)) return void last?.once('close', () => socket.destroy());
    // Once all of it is sent: a peer that never closes its side must not keep ours.
    const unreadable = { status, requestId };
    socket.end(bytesOf(answerOf(needs, unreadable), unreadable), () => socket.destroy());
  });
};
