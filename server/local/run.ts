import { existsSync } from 'node:fs';
import { migrate } from '../database/migrate.ts';
import { openKeyRing } from '#features/privacy';
import { seedDemo, standardMethods, type Demo } from '#features/setup';
import { readConfig, type Config } from '#platform/config';
import { openDatabase, patiently, type Database } from '#platform/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/embedded-postgres';
import { OperatorError } from '#platform/errors';
import { createLog, openPrivateLogFile, type Log } from '#platform/logs';
import { serverRoleOf } from '#platform/server-role';
import { startDocs } from '../../docs/index.ts';
import { startMock } from '../../mock/index.ts';
import { startServer } from '../start-server.ts';
import { describeRun, describeWebhook } from './announce.ts';
import { chooseKeys } from './choose-keys.ts';
import { explainDatabase } from './own-database.ts';
import { introduceConnector, placeConnector, reachableFromHere } from './introduce-connector.ts';
import { openDataDirectory, type DataDirectory } from './places.ts';
import { portOf, portProblems, type PortSetting } from './ports.mjs';
import { startSandboxConnector, type SandboxConnector } from './sandbox-connector.ts';
import { startWebhookInbox } from './webhook-inbox.ts';

type Part = { readonly name: string; readonly stop: () => Promise<void> };

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** A port may be taken after it was looked at: that too is one line. */
const startOn = async <Running>(setting: PortSetting, start: (port: number) => Promise<Running>): Promise<Running> => {
  const port = portOf(setting, process.env);
  return start(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new OperatorError(`Port ${port} is in use; choose another with ${setting}.`);
  });
};

/** What is wrong with the settings is said before anything is started. */
const requireSoundSettings = async (): Promise<void> => {
  readConfig({ ...process.env, DATABASE_URL: process.env['DATABASE_URL'] || 'postgres://own', TURNPIKE_KEYS: 'own' });
  const problems = await portProblems(process.env);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
};

const startPostgres = (directory: string): Promise<EmbeddedPostgres> => {
  const isFirst = !existsSync(directory);
  say(
    isFirst
      ? `Making a database in ${directory}, as this is the first start…`
      : `Starting the database in ${directory}…`,
  );
  return startEmbeddedPostgres({ directory });
};

const settingOf = (url: string): string =>
  url === process.env['DATABASE_URL'] ? 'DATABASE_URL' : 'DATABASE_OWNER_URL';

const withDatabase = async <Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> => {
  const database = openDatabase({ url, ...patiently }, createLog('warn'));
  try {
    return await work(database);
  } catch (error) {
    throw process.env['DATABASE_URL'] ? explainDatabase(error, url, settingOf(url)) : error;
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

/** The demo's provider that is a connector; the other one is in the gateway's process. */
const connectedId = 'sandbox-2';

type ConnectorStart = {
  readonly config: Config;
  readonly keys: string;
  readonly places: DataDirectory;
  readonly databaseUrl: string;
  readonly ownerUrl: string;
  readonly gatewayUrl: string;
  readonly log: Log;
};

const servedMethods = standardMethods
  .filter(({ direction }) => direction === 'payment')
  .map(({ code: method, currency, minAmount, maxAmount }) => ({ method, currency, minAmount, maxAmount }));

/** The sandbox once more, as the server of its own that a connector to a bank would be. */
const startConnector = async (start: ConnectorStart): Promise<SandboxConnector | null> => {
  const { config, keys, places, databaseUrl, ownerUrl, gatewayUrl, log } = start;
  const expectedUrl = `http://127.0.0.1:${portOf('CONNECTOR_PORT', process.env)}`;
  const secrets = await withDatabase(databaseUrl, async (database) =>
    introduceConnector(
      { database, keyRing: await openKeyRing(database, keys) },
      { providerId: connectedId, url: expectedUrl },
    ),
  );
  if (secrets === null) return null;
  const callbacks = {
    url: `${reachableFromHere(gatewayUrl)}/connector/v1/callbacks/${connectedId}`,
    secrets: [secrets.callbackSecret],
  };
  const running = await startOn('CONNECTOR_PORT', (port) =>
    startSandboxConnector({
      host: '127.0.0.1',
      port,
      databaseUrl: ownerUrl,
      providerId: connectedId,
      methods: servedMethods,
      speed: config.SANDBOX_SPEED,
      secrets: [secrets.secret],
      callbacks,
      log,
    }),
  );
  const place = { providerId: connectedId, url: running.url, file: places.connectorFile };
  await withDatabase(databaseUrl, (database) => placeConnector({ database }, place, secrets));
  return running;
};

const run = async (parts: Part[]): Promise<void> => {
  const keep = <Running extends { stop: () => Promise<void> }>(name: string, running: Running): Running => {
    parts.push({ name, stop: running.stop });
    return running;
  };
  const isExternal = Boolean(process.env['DATABASE_URL']);
  const places = openDataDirectory(process.env['TURNPIKE_DATA_DIR'] || '.turnpike');
  await requireSoundSettings();
  const own = isExternal ? null : keep('Postgres', await startPostgres(places.database));
  const databaseUrl = own?.serverUrl ?? process.env['DATABASE_URL'] ?? '';
  const ownerUrl = own?.url ?? (process.env['DATABASE_OWNER_URL'] || databaseUrl);
  say('Bringing the schema up to date…');
  await withDatabase(ownerUrl, (database) => migrate(database, serverRoleOf(databaseUrl, ownerUrl)));
  const keys = await withDatabase(databaseUrl, (database) =>
    chooseKeys({ database, places }, process.env['TURNPIKE_KEYS']),
  );
  const host = process.env['HOST'] || '127.0.0.1';
  say('Building the docs, starting mock and gateway…');
  const docs = keep('docs', await startOn('DOCS_PORT', (port) => startDocs({ host, port })));
  const mock = keep('mock', await startOn('MOCK_PORT', (port) => startMock({ host, port })));
  const inbox = keep(
    'webhook inbox',
    await startOn('INBOX_PORT', (port) =>
      startWebhookInbox({ host, port, onReceived: (webhook) => say(describeWebhook(webhook)) }),
    ),
  );
  const config = readConfig({
    ...process.env,
    DATABASE_URL: databaseUrl,
    TURNPIKE_KEYS: keys,
    DOCS_URL: process.env['DOCS_URL'] || docs.url,
    // A developer who works against it wants to hear of an answer that breaks the contract.
    VALIDATE_RESPONSES: process.env['VALIDATE_RESPONSES'] || 'true',
    // The inbox of the demo is on this machine.
    WEBHOOK_ALLOWED_NETWORKS: process.env['WEBHOOK_ALLOWED_NETWORKS'] || '127.0.0.0/8,::1/128',
    // So is one of its providers.
    CONNECTOR_ALLOWED_NETWORKS: process.env['CONNECTOR_ALLOWED_NETWORKS'] || '127.0.0.0/8,::1/128',
  });
  places.tellCommands({ databaseUrl, ownerUrl, keys });
  const log = createLog(config.LOG_LEVEL, openPrivateLogFile(places.logFile));
  const server = keep('server', await startServer(config, log));
  docs.showAddresses({ gateway: server.url, mock: mock.url });
  const isSeeding = !isExternal || process.argv.includes('--demo');
  const connector = isSeeding
    ? await startConnector({ config, keys, places, databaseUrl, ownerUrl, gatewayUrl: server.url, log })
    : null;
  if (connector !== null) keep('sandbox connector', connector);
  const seed = async (database: Database): Promise<Demo> =>
    seedDemo(
      { database, keyRing: await openKeyRing(database, keys), allowedNetworks: config.WEBHOOK_ALLOWED_NETWORKS },
      {
        baseUrl: server.url,
        docsUrl: docs.url,
        mockUrl: mock.url,
        webhookInboxUrl: inbox.url,
        file: places.demoFile,
      },
    );
  const demo = isSeeding ? await withDatabase(databaseUrl, seed) : null;
  const connectorFile = places.connectorFile;
  say(describeRun({ server, docs, mock, inbox, connector, connectorFile, demo, isExternal, logFile: places.logFile }));
};

const main = async (): Promise<void> => {
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

main().catch(async (error: unknown) => {
  if (!(error instanceof OperatorError)) throw error;
  const { describeFailure } = await import('../entrances/command-line/describe-failure.ts');
  process.stderr.write(`${describeFailure(error).message}\n`);
  process.exit(1);
});
