import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Metrics } from '#platform/metrics';

type Needs = { readonly metrics: Pick<Metrics, 'connectionsCut'> };
type Limits = { readonly answerTimeoutMs: number; readonly everyMs: number };

/**
 * Closes connections whose answers were not taken for so long: Node has deadlines for senders only. A reader that
 * takes some of it now and then but never all counts as well; one look at all of them costs less than a timer for
 * each answer.
 */
export const cutSlowReaders = (server: Server, { metrics }: Needs, { answerTimeoutMs, everyMs }: Limits): void => {
  const sockets = new Set<Socket>();
  const unreadSince = new Map<Socket, number>();
  const look = (): void => {
    const now = performance.now();
    for (const socket of sockets) {
      const since = unreadSince.get(socket);
      if (socket.writableLength === 0) unreadSince.delete(socket);
      else if (since === undefined) unreadSince.set(socket, now);
      else if (now - since >= answerTimeoutMs) {
        metrics.connectionsCut.inc({ reason: 'answer_unread' });
        socket.destroy();
      }
    }
  };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      unreadSince.delete(socket);
    });
  });
  server.once('listening', () => {
    const timer = setInterval(look, everyMs).unref();
    server.once('close', () => clearInterval(timer));
  });
};
