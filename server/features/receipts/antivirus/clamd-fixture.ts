import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

type Asked = { readonly content: Buffer; readonly socket: Socket };

/** The pieces of an INSTREAM command, once all of them are there. */
const contentIn = (received: Buffer): Buffer | null => {
  const pieces: Buffer[] = [];
  for (let at = 'zINSTREAM\0'.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    if (at + 4 + length > received.length) return null;
    pieces.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
};

/** What speaks as a clamd does; `answer` decides what it says of a file, or does to the connection. */
export const startClamd = async (answer: (asked: Asked) => string | null) => {
  const commands = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const chunks: Buffer[] = [];
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const received = Buffer.concat(chunks);
      commands.add(received.subarray(0, 10).toString());
      const content = contentIn(received);
      if (content === null) return;
      const said = answer({ content, socket });
      if (said !== null) socket.end(said);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    commands,
    stop: (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

export type Clamd = Awaited<ReturnType<typeof startClamd>>;
