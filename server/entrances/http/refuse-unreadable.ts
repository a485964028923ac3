import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { v4 } from 'uuid';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';

/** What is wrong with bytes that are no request: no such thing, came too slowly, chunk marks or headers too large. */
export type UnreadableStatus = 400 | 408 | 413 | 431;

/** The body of the answer, which is a problem. */
export type DescribeUnreadable = (status: UnreadableStatus, requestId: string) => object;

type Needs = {
  readonly describeUnreadable: DescribeUnreadable;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'connectionsCut'>;
};

const statuses: Readonly<Record<string, UnreadableStatus>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const answerOf = (status: UnreadableStatus, requestId: string, problem: object): string => {
  const text = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    text,
  ].join('\r\n');
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
export const refuseUnreadable = (server: Server, { describeUnreadable, log, metrics }: Needs): void => {
  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  const remember = ({ socket }: IncomingMessage, response: ServerResponse): void => void lastResponses.set(socket, response);
  server.on('request', remember).on('checkContinue', remember);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE' || !socket.writable) return void socket.destroy();
    const status = statuses[error.code ?? ''] ?? 400;
    const requestId = v4();
    metrics.connectionsCut.inc({ reason: status === 408 ? 'too_slow' : 'unreadable' });
    log.info({ requestId, status, cause: error.code }, 'a connection is closed: no request could be read from it');
    // Opened in advance and never used: a 408 would be taken for the answer to the request that may just be on its way.
    if (status === 408 && (socket as Socket).bytesRead === 0) return void socket.destroy();
    const last = lastResponses.get(socket);
    if (!isTurnOf(last)) return void last?.once('close', () => socket.destroy());
    // Once all of it is sent: a peer that never closes its side must not keep ours.
    socket.end(answerOf(status, requestId, describeUnreadable(status, requestId)), () => socket.destroy());
  });
};
