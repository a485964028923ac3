import { createServer, type RequestListener, type Server } from 'node:http';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { capConnections } from './cap-connections.ts';
import { cutSlowReaders } from './cut-slow-readers.ts';
import { limitPipelining } from './limit-pipelining.ts';
import type { RendererFinder } from './mounted-documents.ts';
import { refuseExpectations, refuseUnclearTargets, refuseUnreadable } from './refuse-unreadable.ts';
import type { StandardHeaders } from './standard-headers.ts';

export type ApiServerLimits = {
  /** From the opening of the connection, or the first byte of a later request, to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** The same to the end of the body. */
  readonly requestTimeoutMs: number;
  /** How long an answer may lie unread. */
  readonly answerTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly mostConnections: number;
  /** Files that the process needs for other things than these connections. */
  readonly otherFiles: number;
};

type Needs = {
  readonly app: RequestListener;
  /** Who says what is wrong with a request that cannot be read. */
  readonly rendererOf: RendererFinder;
  /** On every answer, of every handler. */
  readonly headers: StandardHeaders;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'connections' | 'connectionsCut' | 'securityEvents'>;
};

// Node looks at its deadlines every 30 seconds, which would make 40 of 10.
const longestLookEveryMs = 1_000;

/**
 * An HTTP server that no client holds up by being slow: one that does not send, or does not read, is cut off. How long our
 * own work may take is not its business: a create may wait for its providers longer than any of this.
 */
export const createApiServer = (needs: Needs, limits: ApiServerLimits): Server => {
  const { requestTimeoutMs, keepAliveTimeoutMs: keepAliveTimeout, answerTimeoutMs } = limits;
  const headersTimeout = Math.min(limits.headersTimeoutMs, requestTimeoutMs);
  const connectionsCheckingInterval = Math.min(headersTimeout, longestLookEveryMs);
  const server = createServer({
    // Node refuses a request without one by a bare line; ours is a problem.
    requireHostHeader: false,
    headersTimeout,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout,
    connectionsCheckingInterval,
  });
  const app = limitPipelining({ ...needs, app: refuseUnclearTargets(needs.app, needs) });
  // Left to itself, Node invites every announced body before it is known who sends it.
  server.on('request', app).on('checkContinue', app).on('checkExpectation', refuseExpectations(needs));
  server.on('connection', (socket) => {
    needs.metrics.connections.inc();
    socket.once('close', () => needs.metrics.connections.dec());
  });
  refuseUnreadable(server, needs);
  cutSlowReaders(server, needs, { answerTimeoutMs, everyMs: Math.min(answerTimeoutMs, longestLookEveryMs) });
  capConnections(server, needs, limits);
  return server;
};
