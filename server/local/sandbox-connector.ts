import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { openDatabase, patiently } from '#platform/database';
import { hostAndPort } from '#platform/host-and-port';
import type { Log } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { createSandboxOrders, createSandboxProvider } from '#providers/sandbox';
import {
  bookUrl,
  createBookStore,
  createCallbackSender,
  createDueTelling,
  createEarlyReports,
  mountConnector,
  prepareBook,
  renderRefusal,
  type CallbackTarget,
  type ServedMethod,
} from '../entrances/connector/index.ts';
import { createApiServer } from '../entrances/http/create-api-server.ts';
import { createApp } from '../entrances/http/create-app.ts';
import { createRendererFinder } from '../entrances/http/mounted-documents.ts';
import { standardHeaders } from '../entrances/http/standard-headers.ts';
import { startLoop } from '../entrances/jobs/loop.ts';

export type SandboxConnectorOptions = {
  readonly host: string;
  readonly port: number;
  /** Of a role that may make a schema of its own: the sandbox's book. */
  readonly databaseUrl: string;
  /** Decides which rows of the sandbox's table it accepts: the first one of two declines what the second is to take. */
  readonly providerId: string;
  readonly methods: readonly ServedMethod[];
  /** Divides every delay of the sandbox. */
  readonly speed: number;
  /** What the gateway proves itself by; two of them while one is replaced. */
  readonly secrets: readonly string[];
  readonly callbacks: CallbackTarget;
  readonly log: Log;
};

export type SandboxConnector = { readonly url: string; readonly stop: () => Promise<void> };

const limits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  answerTimeoutMs: 20_000,
  keepAliveTimeoutMs: 65_000,
  mostConnections: 1_000,
  otherFiles: 64,
};

const tellingEveryMs = 200;
// A callback that is not answered takes its time, and those after it need not wait for it.
const tellingAtOnce = 8;

const listen = (server: Server, { host, port }: SandboxConnectorOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(`http://${hostAndPort(host, (server.address() as AddressInfo).port)}`));
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const openBook = async ({ databaseUrl, log }: SandboxConnectorOptions) => {
  const database = openDatabase({ url: bookUrl(databaseUrl), ...patiently, namedStatements: false }, log);
  try {
    await prepareBook(database);
    return database;
  } catch (error) {
    await database.destroy();
    throw error;
  }
};

/**
 * The reference connector: the sandbox as a server of its own, which the gateway knows by its contract alone. It has a database
 * schema as a bank has a system, and tells what happens there by callbacks.
 */
export const startSandboxConnector = async (options: SandboxConnectorOptions): Promise<SandboxConnector> => {
  const { providerId, methods, speed, secrets, log } = options;
  const database = await openBook(options);
  const metrics = createMetrics();
  const book = createBookStore(database);
  const orders = createSandboxOrders(database);
  const telling = { book, orders, send: createCallbackSender(options.callbacks, log) };
  const early = createEarlyReports(telling);
  const connector = mountConnector({
    book,
    orders,
    sandboxOver: (placed) => createSandboxProvider({ orders: placed, speed, ...early }, providerId),
    providerId,
    methods,
    secrets,
    uploadDirectory: tmpdir(),
  });
  const headers = standardHeaders({ hstsMaxAgeSeconds: 0 });
  const rendererOf = createRendererFinder([connector], renderRefusal);
  const app = createApp({
    log,
    metrics,
    mounts: [connector],
    rendererOf,
    isForeignOperation: () => Promise.resolve(false),
    trustedProxies: [],
    headers,
  });
  const server = createApiServer({ app, rendererOf, headers, log, metrics }, limits);
  try {
    const url = await listen(server, options);
    const run = createDueTelling(telling);
    const loops = Array.from({ length: tellingAtOnce }, () =>
      startLoop({ name: 'callbacks', everyMs: tellingEveryMs, run, log, metrics }),
    );
    const stop = async (): Promise<void> => {
      await close(server);
      await Promise.all(loops.map((loop) => loop.stop()));
      await database.destroy();
    };
    return { url, stop };
  } catch (error) {
    await database.destroy();
    throw error;
  }
};
