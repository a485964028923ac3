import { STATUS_CODES, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { v4 } from 'uuid';
import { RequestError } from '#platform/errors';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { securityEvents, type SecurityEvent } from '#platform/security-events';
import type { ErrorAnswer } from './render-error.ts';
import type { RendererFinder } from './mounted-documents.ts';
import { pathOf, readTarget } from './read-target.ts';
import type { StandardHeaders } from './standard-headers.ts';
import { unfitPlace } from './unfit-request.ts';
import { targetIn, watchTargets } from './watch-targets.ts';

type Needs = {
  readonly rendererOf: RendererFinder;
  readonly headers: StandardHeaders;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'connectionsCut' | 'securityEvents'>;
};

/** Bytes that are no request: they came too slowly, chunk marks or headers are too large, or they are no such thing. */
const refusals: Readonly<Record<string, () => RequestError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => new RequestError('request_timeout'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new RequestError('payload_too_large'),
  HPE_HEADER_OVERFLOW: () => new RequestError('headers_too_large'),
};

const malformed = (): RequestError => unfitPlace('', 'malformed_request', {});

type Unreadable = { readonly refusal: RequestError; readonly requestId: string; readonly target: string };

const answerOf = (needs: Needs, { refusal, requestId, target }: Unreadable): ErrorAnswer => {
  const { status, headers, text } = needs.rendererOf(pathOf(target))(refusal, requestId);
  const framing = { 'content-length': String(Buffer.byteLength(text)), 'x-request-id': requestId, connection: 'close' };
  return { status, headers: { ...needs.headers, ...headers, ...framing }, text };
};

const bytesOf = ({ status, headers, text }: ErrorAnswer): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n');
};

type Cause = { readonly cause: string | undefined; readonly event?: SecurityEvent };

const note = (
  { metrics, log }: Needs,
  { refusal, requestId }: Unreadable,
  status: number,
  peer: Socket,
  { cause, event }: Cause,
): void => {
  metrics.connectionsCut.inc({ reason: refusal.code === 'request_timeout' ? 'too_slow' : 'unreadable' });
  if (event !== undefined) metrics.securityEvents.inc({ event });
  log[event === undefined ? 'info' : securityEvents[event]](
    { requestId, status, cause, peerAddress: peer.remoteAddress, event },
    'a connection is closed: no request could be read from it',
  );
};

/** Answers what Node could read and no handler is to see, and closes the connection. */
const refuse = (
  needs: Needs,
  refusal: RequestError,
  request: IncomingMessage,
  response: ServerResponse,
  cause: Cause,
): void => {
  const unreadable = { refusal, requestId: v4(), target: request.url ?? '' };
  const { status, headers, text } = answerOf(needs, unreadable);
  note(needs, unreadable, status, request.socket, cause);
  response.writeHead(status, headers).end(text);
};

/** Readable, but not in one way only: who takes it in another way than those in front may be led past them. */
const unclear: Cause = { cause: 'UNCLEAR_TARGET', event: 'target_unclear' };

/** Hands `app` only what says clearly what it asks for; the rest is refused like bytes that are no request. */
export const refuseUnclearTargets =
  (app: RequestListener, needs: Needs): RequestListener =>
  (request, response) => {
    if (readTarget(request)) return app(request, response);
    refuse(needs, malformed(), request, response, unclear);
  };

/** An `Expect` of anything but `100-continue`, to which Node would answer a bare line. */
export const refuseExpectations =
  (needs: Needs): RequestListener =>
  (request, response) => {
    const refusal = unfitPlace('/headers/expect', 'enum', { values: '100-continue' });
    refuse(needs, refusal, request, response, { cause: 'UNKNOWN_EXPECTATION' });
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

/** What Node tells of bytes that its parser refuses: the last ones that came. */
type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/**
 * What was asked for, as far as it can be told: by a request whose body is being read, or by the line at the beginning of
 * what came last, or before. Only the words of the answer depend on it.
 */
const targetOf = (
  last: ServerResponse | undefined,
  { rawPacket }: ClientError,
  remembered: string | undefined,
): string =>
  last !== undefined && !last.req.complete ? (last.req.url ?? '') : (targetIn(rawPacket) ?? remembered ?? '');

/** Answers what Node's parser refuses, and those who are too slow, with a problem; then the connection is closed. */
export const refuseUnreadable = (server: Server, needs: Needs): void => {
  const rememberedTarget = watchTargets(server);
  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  const remember = ({ socket }: IncomingMessage, response: ServerResponse): void =>
    void lastResponses.set(socket, response);
  server.on('request', remember).on('checkContinue', remember).on('checkExpectation', remember);
  server.on('clientError', (error: ClientError, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE' || !socket.writable) return void socket.destroy();
    const last = lastResponses.get(socket);
    const refusal = (refusals[error.code ?? ''] ?? malformed)();
    const unreadable = { refusal, requestId: v4(), target: targetOf(last, error, rememberedTarget(socket)) };
    const answer = answerOf(needs, unreadable);
    note(needs, unreadable, answer.status, socket as Socket, { cause: error.code });
    const { code } = refusal;
    // Opened in advance and never used: a 408 would be taken for the answer to the request that may just be on its way.
    if (code === 'request_timeout' && (socket as Socket).bytesRead === 0) return void socket.destroy();
    if (!isTurnOf(last)) return void last?.once('close', () => socket.destroy());
    // Once all of it is sent: a peer that never closes its side must not keep ours.
    socket.end(bytesOf(answer), () => socket.destroy());
  });
};
