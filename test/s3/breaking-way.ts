import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to MinIO on which each connection breaks, or falls silent, after that many bytes of answers. */
export const openBreakingWay = async (endpoint: string, afterBytes: number, kind: 'cut' | 'silence') => {
  const target = new URL(endpoint);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    client.on('close', () => upstream.destroy());
    client.pipe(upstream);
    let left = afterBytes;
    upstream.on('data', (bytes) => {
      client.write(bytes.subarray(0, left));
      left -= bytes.length;
      if (left > 0) return;
      upstream.destroy();
      // What was written before the end arrives.
      if (kind === 'cut') client.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
