import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startTemporaryPostgres, type EmbeddedPostgres } from '#platform/embedded-postgres';
import { openDatabase, patiently } from '#platform/database';
import { createLog } from '#platform/logs';
import { serverRoleOf } from '#platform/server-role';
import { migrate } from '#database/migrate';
import { buildServer } from '#test/support/build-server';
import { settingsFor } from '#test/support/settings';
import { createTestShop } from '#test/support/shop';
import type { Bench, Compared } from './bench.ts';
import { createFloorSchema } from './floor.ts';
import { startServerUnderLoad, type ServerUnderLoad } from './server-under-load.ts';
import { startReceivers } from './webhook-receivers.ts';
import { works, type Work } from './works.ts';

type Row = {
  readonly work: string;
  readonly connections: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of what is done at a given pace, with the same of its floor. */
  readonly p95Ms?: number;
  readonly floorP50Ms?: number;
  readonly floorP95Ms?: number;
  readonly floorP99Ms?: number;
  readonly floorPerSecond: number;
  readonly ratio: number;
  readonly memoryMb: number;
  /** Before the work, where the other is its peak. */
  readonly memoryBeforeMb?: number;
};

const resultsFile = new URL('./results.json', import.meta.url);
const baselineFile = new URL('./baseline.json', import.meta.url);
const levels = [1, 8, 32] as const;
const seconds = { warmUp: 2, counted: Number(process.env['BENCH_SECONDS'] ?? 6) };

const { values: options } = parseArgs({
  options: {
    /** Only the works whose name begins so. */
    only: { type: 'string', default: '' },
    /** A directory for CPU profiles of the server. */
    profile: { type: 'string' },
    'update-baseline': { type: 'boolean', default: false },
  },
});

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const print = (row: Row, cpuMs: number): void => {
  const cells = [
    row.work.padEnd(24),
    String(row.connections).padStart(4),
    `${row.perSecond}/s`.padStart(10),
    `p50 ${row.p50Ms} ms`.padStart(16),
    `p99 ${row.p99Ms} ms`.padStart(16),
    ...(row.p95Ms === undefined ? [] : [`p95 ${row.p95Ms} ms`.padStart(16)]),
    row.floorP95Ms === undefined
      ? `floor ${row.floorPerSecond}/s`.padStart(16)
      : `floor p50 ${row.floorP50Ms} p95 ${row.floorP95Ms} p99 ${row.floorP99Ms} ms`,
    `${(row.ratio * 100).toFixed(1)} %`.padStart(9),
    `${row.memoryBeforeMb === undefined ? '' : `${row.memoryBeforeMb} → `}${row.memoryMb} MB`.padStart(8),
    // Of the server's process, for the counted seconds and the warm-up; steadier than throughput on a busy machine.
    `${cpuMs.toFixed(2)} ms CPU`.padStart(13),
  ];
  say(cells.join(' '));
};

type Place = Pick<Row, 'work' | 'connections' | 'memoryMb' | 'memoryBeforeMb'>;

const toRow = (place: Place, { ours, floor }: Compared): Row => ({
  ...place,
  perSecond: ours.perSecond,
  p50Ms: ours.p50Ms,
  p99Ms: ours.p99Ms,
  ...(ours.p95Ms !== undefined &&
    floor.p95Ms !== undefined && {
      p95Ms: ours.p95Ms,
      floorP50Ms: floor.p50Ms,
      floorP95Ms: floor.p95Ms,
      floorP99Ms: floor.p99Ms,
    }),
  floorPerSecond: floor.perSecond,
  ratio: Math.round((ours.perSecond / floor.perSecond) * 1_000) / 1_000,
});

/** One cell: a work at a level. */
const measureRow = async (
  server: ServerUnderLoad,
  bench: Bench,
  name: keyof typeof works,
  level: number,
): Promise<Row> => {
  const { run, isAboutMemory = false }: Work = works[name];
  const memoryBeforeMb = server.memoryMb();
  const cpuBefore = await server.cpuMs();
  const watch = isAboutMemory ? server.watchMemory() : null;
  const compared = await run(bench, level);
  const cpuMs = ((await server.cpuMs()) - cpuBefore) / compared.ours.done;
  const memory =
    watch === null ? { memoryMb: server.memoryMb() } : { memoryMb: await watch.endAtPeakMb(), memoryBeforeMb };
  const row = toRow({ work: name, connections: level, ...memory }, compared);
  print(row, cpuMs);
  return row;
};

const readBaseline = (): readonly Row[] => JSON.parse(readFileSync(baselineFile, 'utf8')) as readonly Row[];

/** What was not measured this time stays as it is; the rows are in the order of the works. */
const updateBaseline = (rows: readonly Row[]): void => {
  const isMeasured = (old: Row): boolean => rows.some(({ work }) => work === old.work);
  const all = [...readBaseline().filter((old) => !isMeasured(old)), ...rows];
  const inOrder = Object.keys(works).flatMap((name) => all.filter(({ work }) => work === name));
  writeFileSync(baselineFile, `${JSON.stringify(inOrder, null, 2)}\n`);
};

/** Says which ratios moved by more than the noise of such a run. */
const compareWithBaseline = (rows: readonly Row[]): void => {
  const baseline = readBaseline();
  for (const row of rows) {
    const before = baseline.find((other) => other.work === row.work && other.connections === row.connections);
    if (before === undefined) continue;
    const change = row.ratio / before.ratio - 1;
    if (Math.abs(change) < 0.15) continue;
    say(
      `${row.work} at ${row.connections}: ratio ${change > 0 ? 'rose' : 'FELL'} by ${Math.abs(change * 100).toFixed(0)} %`,
    );
  }
};

const tellWhatIsTooLow = (rows: readonly Row[]): void => {
  for (const { work, connections, ratio } of rows) {
    const { leastRatio = 0 }: Work = works[work as keyof typeof works];
    if (ratio < leastRatio) say(`${work} at ${connections}: ratio ${ratio}, and should not be BELOW ${leastRatio}`);
  }
};

/** More than any run can pay out. */
const balance = '900000000000.00';

const prepare = async ({ url: databaseUrl, serverUrl }: EmbeddedPostgres, webhookUrls: readonly string[]) => {
  const database = openDatabase({ url: databaseUrl, ...patiently }, createLog('warn'));
  await migrate(database, serverRoleOf(serverUrl, databaseUrl));
  await createFloorSchema(databaseUrl);
  const shops = [];
  for (let index = 0; index < 100; index += 1) {
    const webhookUrl = webhookUrls[index];
    shops.push(await createTestShop(database, { balance, ...(webhookUrl === undefined ? {} : { webhookUrl }) }));
  }
  return { database, shops };
};

const main = async (): Promise<void> => {
  await buildServer();
  const postgres = await startTemporaryPostgres('bench', { settings: ['max_connections=200'] });
  const receivers = await startReceivers(32);
  const rows: Row[] = [];
  const { database, shops } = await prepare(postgres, receivers.urls);
  const server = await startServerUnderLoad(
    settingsFor(postgres.serverUrl, {
      VALIDATE_RESPONSES: 'false',
      LOG_LEVEL: 'info',
      TOKEN_REQUESTS_PER_MINUTE: '10000000',
      SANDBOX_SPEED: '1',
      ACCEPTANCE_TIMEOUT_MS: '15000',
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://gateway.example',
      TRUSTED_PROXIES: '127.0.0.0/8',
      CONNECTOR_ALLOWED_NETWORKS: '127.0.0.0/8',
    }),
    options.profile,
  );
  try {
    const bench: Bench = { databaseUrl: postgres.url, database, serverUrl: server.url, shops, receivers, seconds };
    // A process that was just started is still compiling its hot paths, and every shop gets payments to work with.
    await works['create payment'].run({ ...bench, seconds: { warmUp: 4, counted: 1 } }, 32);
    for (const name of Object.keys(works) as (keyof typeof works)[]) {
      if (!name.startsWith(options.only)) continue;
      const { levels: own = levels }: Work = works[name];
      for (const level of own) rows.push(await measureRow(server, bench, name, level));
    }
  } finally {
    await server.stop();
    await database.destroy();
    await receivers.stop();
    await postgres.stop();
  }
  if (options.only === '') writeFileSync(resultsFile, `${JSON.stringify(rows, null, 2)}\n`);
  compareWithBaseline(rows);
  if (options['update-baseline']) updateBaseline(rows);
  tellWhatIsTooLow(rows);
};

await main();
