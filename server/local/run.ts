import { migrate } from '../migrations/migrate.ts';
import { seedDemo, type Demo } from '#features/setup';
import { readConfig } from '#platform/config';
import { openDatabase, patiently, type Database } from '#platform/database';
import { startEmbeddedPostgres } from '#platform/embedded-postgres';
import { OperatorError } from '#platform/errors';
import { createLog, openLogFile } from '#platform/logs';
import { createKeyRing } from '#platform/secrets';
import { serverRoleOf } from '#platform/server-role';
import { startDocs } from '../../docs/index.ts';
import { startMock } from '../../mock/index.ts';
import { requireNode } from '../require-node.ts';
import { startServer } from '../start-server.ts';
import { openDataDirectory } from './places.ts';
import { describeRun, describeWebhook } from './announce.ts';
import { startWebhookInbox } from './webhook-inbox.ts';

type Part = { readonly name: string; readonly stop: () => Promise<void> };

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const portOf = (name: string, usual: number): number => {
  const text = process.env[name];
  const port = text ? Number(text) : usual;
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new OperatorError(`${name} must be a port number, not ${text}.`);
};

/** A part whose port is taken says so in one line, with the setting that moves it. */
const startOn = async <Running>(setting: string, usual: number, start: (port: number) => Promise<Running>) => {
  const port = portOf(setting, usual);
  return start(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new OperatorError(`Port ${port} is already in use; choose another with ${setting}.`);
  });
};

const withDatabase = async <Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> => {
  const database = openDatabase({ url, ...patiently }, createLog('warn'));
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
};

const stopAll = async (parts: readonly Part[]): Promise<void> => {
  // The last one started is the first to go: the database outlives everything that uses it.
  for (const part of [...parts].reverse()) {
    await part.stop().catch((error: unknown) => say(`${part.name} did not stop cleanly: ${String(error)}`));
  }
};

const run = async (parts: Part[]): Promise<void> => {
  const keep = <Running extends { stop: () => Promise<void> }>(name: string, running: Running): Running => {
    parts.push({ name, stop: running.stop });
    return running;
  };
  const isExternal = Boolean(process.env['DATABASE_URL']);
  const places = openDataDirectory(process.env['TURNPIKE_DATA_DIR'] || '.turnpike');
  const own = isExternal ? null : keep('Postgres', await startEmbeddedPostgres({ directory: places.database }));
  const databaseUrl = own?.serverUrl ?? process.env['DATABASE_URL'] ?? '';
  const ownerUrl = own?.url ?? (process.env['DATABASE_OWNER_URL'] || databaseUrl);
  const keys = process.env['TURNPIKE_KEYS'] || places.keys();
  const host = process.env['HOST'] || '127.0.0.1';
  const docs = keep('docs', await startOn('DOCS_PORT', 8081, (port) => startDocs({ host, port })));
  const mock = keep('mock', await startOn('MOCK_PORT', 4010, (port) => startMock({ host, port })));
  const inbox = keep(
    'webhook inbox',
    await startOn('INBOX_PORT', 8082, (port) =>
      startWebhookInbox({ host, port, onReceived: (webhook) => say(describeWebhook(webhook)) }),
    ),
  );
  const config = readConfig({
    ...process.env,
    DATABASE_URL: databaseUrl,
    TURNPIKE_KEYS: keys,
    DOCS_URL: process.env['DOCS_URL'] || docs.url,
    // Somebody who develops against it wants to hear of an answer that breaks the contract.
    VALIDATE_RESPONSES: process.env['VALIDATE_RESPONSES'] || 'true',
    // The inbox of the demo is on this machine.
    WEBHOOK_ALLOWED_NETWORKS: process.env['WEBHOOK_ALLOWED_NETWORKS'] || '127.0.0.0/8,::1/128',
  });
  await withDatabase(ownerUrl, (database) => migrate(database, ownerUrl, serverRoleOf(databaseUrl, ownerUrl)));
  places.tellCommands({ databaseUrl, ownerUrl, keys });
  const log = createLog(config.LOG_LEVEL, openLogFile(places.logFile));
  const server = keep('server', await startServer(config, log));
  const isSeeding = !isExternal || process.argv.includes('--demo');
  const seed = (database: Database): Promise<Demo> =>
    seedDemo(
      { database, keyRing: createKeyRing(keys), allowedNetworks: config.WEBHOOK_ALLOWED_NETWORKS },
      {
        baseUrl: server.url,
        docsUrl: docs.url,
        mockUrl: mock.url,
        webhookInboxUrl: inbox.url,
        file: places.demoFile,
      },
    );
  const demo = isSeeding ? await withDatabase(databaseUrl, seed) : null;
  say(describeRun({ server, docs, mock, inbox, demo, logFile: places.logFile }));
};

const main = async (): Promise<void> => {
  requireNode();
  const parts: Part[] = [];
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    say('\nStopping…');
    void stopAll(parts).then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  await run(parts).catch(async (error: unknown) => {
    await stopAll(parts);
    throw error;
  });
};

main().catch((error: unknown) => {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
