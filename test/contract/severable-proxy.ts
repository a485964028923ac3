import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type SeverableProxy = {
  /** The database's URL, through the proxy. */
  readonly url: string;
  /** How many bytes went to the database so far: a query that was not made adds none. */
  readonly sentBytes: () => number;
  /** The database is gone: open connections break and new ones are refused. */
  readonly sever: () => Promise<void>;
};

/** Stands between a server and its database, so that a test can count what passes and cut it off. */
export const startSeverableProxy = async (databaseUrl: string): Promise<SeverableProxy> => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let sentBytes = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.on('data', (bytes) => {
      sentBytes += bytes.length;
    });
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    sentBytes: () => sentBytes,
    sever: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
