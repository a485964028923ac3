import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ensureSigningKey } from '#features/clients';
import { openKeyRing, watchKeyRing } from '#features/privacy';
import type { Config } from '#platform/config';
import { openDatabase, type Database, type DatabaseOptions } from '#platform/database';
import { messageOf, OperatorError } from '#platform/errors';
import { hostAndPort } from '#platform/host-and-port';
import type { Log } from '#platform/logs';
import { createMetrics, type Metrics } from '#platform/metrics';
import { isPerhapsProduction, refuseUnsafeProduction, warningsInProduction } from '#platform/production';
import type { KeyRing } from '#platform/secrets';
import type { ProviderDecorator } from '#providers';
import { compose, type App } from './composition.ts';
import { createApiServer, type ApiServerLimits } from './entrances/http/create-api-server.ts';
import { mostSpools } from './entrances/http/spool.ts';
import { startJobs, type Jobs } from './entrances/jobs/index.ts';
import { openDatabaseProbe } from './entrances/probes/probe-store.ts';
import { ownsTables, requireCurrentSchema } from './database/migrate.ts';

export type RunningServer = {
  readonly url: string;
  readonly metricsUrl: string;
  /** Lets open requests finish, then stops the jobs and closes the database. */
  readonly stop: () => Promise<void>;
};

const listen = (server: Server, host: string, port: number, setting: string): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} on ${host} is already in use; choose another with ${setting}.`;
      reject(
        new OperatorError(
          error.code === 'EADDRINUSE' ? taken : `Cannot listen on ${hostAndPort(host, port)}: ${error.message}`,
        ),
      );
    });
    server.listen(port, host, () => resolve(`http://${hostAndPort(host, (server.address() as AddressInfo).port)}`));
  });

const createMetricsServer = ({ registry }: Metrics): Server =>
  createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    void registry.metrics().then((text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text));
  });

// Of jobs, deliveries, feeds, logs and the runtime: what they need at their busiest, generously.
const filesOfOthers = 256;

const limitsOf = (config: Config): ApiServerLimits => ({
  headersTimeoutMs: config.HEADERS_TIMEOUT_MS,
  requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
  answerTimeoutMs: config.ANSWER_TIMEOUT_MS,
  keepAliveTimeoutMs: config.KEEP_ALIVE_TIMEOUT_MS,
  mostConnections: config.MAX_CONNECTIONS,
  otherFiles: config.DATABASE_POOL_SIZE + mostSpools + filesOfOthers,
});

const closeServer = (server: Server, timeoutMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    // A connection whose request ends after close() stays open for the next one: there will be none.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });

const databaseOptionsOf = (config: Config): DatabaseOptions => ({
  url: config.DATABASE_URL,
  poolSize: config.DATABASE_POOL_SIZE,
  namedStatements: config.DATABASE_NAMED_STATEMENTS,
  batchPerShop: config.DATABASE_BATCH_PER_SHOP,
  acquireTimeoutMs: config.DATABASE_ACQUIRE_TIMEOUT_MS,
  queueLimit: config.DATABASE_QUEUE_LIMIT,
  statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
  lockTimeoutMs: config.DATABASE_LOCK_TIMEOUT_MS,
  // Every statement has an answer by then, be it that it took too long.
  silenceTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS + 5_000,
});

type Opened = { readonly database: Database; readonly keyRing: KeyRing };

/** A database with the schema of this program, and the key ring that opens what is in it. */
const openCheckedDatabase = async (config: Config, log: Log): Promise<Opened> => {
  const database = openDatabase(databaseOptionsOf(config), log);
  try {
    await requireCurrentSchema(database);
    return { database, keyRing: await openKeyRing(database, config.TURNPIKE_KEYS) };
  } catch (error) {
    await database.destroy();
    if (error instanceof OperatorError) throw error;
    const { host, pathname } = new URL(config.DATABASE_URL);
    throw new OperatorError(`The database ${host}${pathname} cannot be reached: ${messageOf(error)}`);
  }
};

/** Starts what TURNPIKE_ROLE asks for: HTTP, jobs or both. The database must be migrated. */
export const startServer = async (
  config: Config,
  log: Log,
  decorate: ProviderDecorator = (provider) => provider,
): Promise<RunningServer> => {
  refuseUnsafeProduction(config);
  for (const warning of warningsInProduction(config)) log.warn(warning);
  if (isPerhapsProduction(config)) log.warn('NODE_ENV is not production: unsafe settings are not refused');
  const metrics = createMetrics();
  const { database, keyRing } = await openCheckedDatabase(config, log);
  const probe = openDatabaseProbe(databaseOptionsOf(config), log);
  const hasJobs = config.TURNPIKE_ROLE !== 'api';
  let jobs: Jobs | undefined;
  let isStopping = false;
  const servers: Server[] = [];
  let app: App | undefined;
  let publicUrl = config.PUBLIC_URL;
  try {
    if (config.TURNPIKE_ROLE !== 'worker') await ensureSigningKey({ database, keyRing });
    app = compose({
      config,
      database,
      keyRing,
      log,
      metrics,
      health: {
        isDatabaseUp: probe.isUp,
        doesKeyRingFit: watchKeyRing(probe.database, keyRing),
        areJobsHealthy: () => !hasJobs || jobs?.isHealthy() === true,
        isStopping: () => isStopping,
      },
      notify: (loop) => jobs?.notify(loop),
      decorate,
      publicUrl: () => publicUrl ?? '',
    });
    const apiServer = createApiServer({ ...app, log, metrics }, limitsOf(config));
    const metricsServer = createMetricsServer(metrics);
    servers.push(apiServer, metricsServer);
    const metricsUrl = await listen(metricsServer, config.METRICS_HOST, config.METRICS_PORT, 'METRICS_PORT');
    // A worker listens too: its probes are how an orchestrator knows it.
    const url = await listen(apiServer, config.HOST, config.PORT, 'PORT');
    publicUrl ??= url;
    if (hasJobs) {
      jobs = startJobs({ webhooks: app.webhooks, sweeps: app.sweeps, log, metrics });
    }
    if (config.NODE_ENV === 'production' && (await ownsTables(database))) {
      log.warn('the role in DATABASE_URL owns the tables, so whoever takes over this server can rewrite the ledger');
    }
    log.info({ url, metricsUrl, role: config.TURNPIKE_ROLE }, 'started');
    return {
      url,
      metricsUrl,
      stop: async () => {
        isStopping = true;
        await closeServer(apiServer, config.STOP_TIMEOUT_MS);
        await jobs?.stop();
        await closeServer(metricsServer, 0);
        await Promise.all([app?.close(), probe.close(), database.destroy()]);
        log.info('stopped');
      },
    };
  } catch (error) {
    servers.forEach((server) => server.close());
    await Promise.all([app?.close(), probe.close(), database.destroy()]);
    throw error;
  }
};
