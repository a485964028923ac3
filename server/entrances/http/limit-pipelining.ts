import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Metrics } from '#platform/metrics';

type Needs = { readonly app: RequestListener; readonly metrics: Pick<Metrics, 'connectionsCut'> };

// Far above what any client pipelines, far below the two thousand small requests that fit into one read.
const mostPipelined = 64;

/**
 * Closes connections with too many requests under way. Node's parser hands over all that one read brought before
 * anything else has its turn, so a few such connections would stop the process for seconds. What is passed over was
 * not begun, and a client that pipelines sends again what the end of a connection left unanswered.
 */
export const limitPipelining = ({ app, metrics }: Needs): RequestListener => {
  const underWay = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (underWay.get(socket) ?? 0) + 1;
    if (count > mostPipelined) {
      metrics.connectionsCut.inc({ reason: 'pipelined' });
      socket.destroy();
      return;
    }
    underWay.set(socket, count);
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    app(request, response);
  };
};
