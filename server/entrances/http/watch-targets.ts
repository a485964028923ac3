import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const mostTargetBytes = 2_048;

/** What the line at the beginning of some bytes asks for, if there is one. */
export const targetIn = (bytes: Buffer | undefined): string | undefined =>
  /^[A-Za-z]+ (\S*\/\S*)/.exec(bytes?.subarray(0, mostTargetBytes).toString('latin1') ?? '')?.[1];

/**
 * Remembers the last target that each connection asked for, also of a request whose headers never come to their end: of that one
 * Node tells nothing. Only the words of a refusal depend on it.
 */
export const watchTargets = (server: Server): ((socket: Duplex) => string | undefined) => {
  const targets = new WeakMap<Duplex, string>();
  server.on('connection', (socket: Socket) => {
    // Beside Node's parser, which else would take the bytes from the system by itself.
    socket.on('data', (bytes) => {
      const target = targetIn(bytes);
      if (target !== undefined) targets.set(socket, target);
    });
  });
  return (socket) => targets.get(socket);
};
