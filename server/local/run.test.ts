import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#test/support/eventually';

const root = fileURLToPath(new URL('../../', import.meta.url));
const parent = mkdtempSync(join(tmpdir(), 'turnpike-launcher-'));
const adminUrl = process.env['TURNPIKE_TEST_ADMIN_URL'] ?? '';
const name = `launcher_${process.pid}`;
const admin = new pg.Client({ connectionString: adminUrl });

const urlOf = (parts: { username?: string; password?: string; pathname?: string; port?: string }): string =>
  Object.assign(new URL(adminUrl), { pathname: `/${name}`, ...parts }).href;

beforeAll(async () => {
  await admin.connect();
  await admin.query(`create role ${name}_owner login password 'owner'`);
  await admin.query(`create role ${name}_guest login password 'guest'`);
  await admin.query(`create role ${name}_half login password 'half'`);
  await admin.query(`create database ${name} owner ${name}_owner`);
  await admin.query(`create database ${name}_half`);
  await admin.query(`create database ${name}_demo owner ${name}_owner`);
  // Tables of its own it may make, functions not.
  const inHalf = new pg.Client({ connectionString: urlOf({ pathname: `/${name}_half` }) });
  await inHalf.connect();
  await inHalf.query(`grant create on schema public to ${name}_half`);
  await inHalf.query('revoke usage on language plpgsql from public');
  await inHalf.end();
});
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`);
  await admin.query(`drop database ${name}_half with (force)`);
  await admin.query(`drop database ${name}_demo with (force)`);
  await admin.query(`drop role ${name}_owner, ${name}_guest, ${name}_half`);
  await admin.end();
  rmSync(parent, { recursive: true, force: true });
});

const anyPorts = {
  PORT: '0',
  METRICS_PORT: '0',
  DOCS_PORT: '0',
  MOCK_PORT: '0',
  INBOX_PORT: '0',
  CONNECTOR_PORT: '0',
};

const launch = (settings: Readonly<Record<string, string>>, ...words: string[]): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', 'server/local/run.ts', ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'], TURNPIKE_DATA_DIR: mkdtempSync(join(parent, 'data-')), ...anyPorts, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** What a start that cannot succeed says. */
const refusal = async (settings: Readonly<Record<string, string>>): Promise<string[]> => {
  const launcher = launch(settings);
  const [said, [status]] = await Promise.all([text(launcher.stderr!), once(launcher, 'exit'), text(launcher.stdout!)]);
  expect(status).toBe(1);
  expect(said.endsWith('\n')).toBe(true);
  return said.trimEnd().split('\n');
};

const takenPort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: String((server.address() as AddressInfo).port), stop: () => server.close() };
};

describe('a start with a Postgres of one’s own says in one line', () => {
  it.each([
    [
      'that the database is missing',
      { pathname: '/no_such_database' },
      /^DATABASE_URL: there is no database no_such_database at .+createdb/,
    ],
    [
      'that nothing answers',
      { port: '1' },
      /^DATABASE_URL: nothing answers at 127\.0\.0\.1:1 \(ECONNREFUSED\)\. Start that Postgres/,
    ],
    [
      'that the password is wrong',
      { password: 'wrong' },
      /^DATABASE_URL: the Postgres at .+ does not let the role postgres in: password authentication failed/,
    ],
    [
      'that the role may not migrate',
      { username: `${name}_guest`, password: 'guest' },
      /^Only the owner of the tables can migrate them/,
    ],
    [
      'that the role lacks rights',
      { username: `${name}_half`, password: 'half', pathname: `/${name}_half` },
      /^DATABASE_URL: the role launcher_\d+_half lacks a right in the database launcher_\d+_half: permission denied .+ owner to "launcher_\d+_half"\.$/,
    ],
  ])('%s', async (_, parts, line) => {
    expect(await refusal({ DATABASE_URL: urlOf(parts) })).toEqual([expect.stringMatching(line)]);
  });

  it('that its address is none', async () => {
    expect(await refusal({ DATABASE_URL: 'nonsense' })).toEqual([
      expect.stringMatching(/^Configuration: DATABASE_URL: /),
    ]);
  });
});

describe('a start says in one line', () => {
  it('that its data directory is a file', async () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    expect(await refusal({ TURNPIKE_DATA_DIR: file })).toEqual([
      expect.stringMatching(/^TURNPIKE_DATA_DIR: .+\/file cannot be written: (EEXIST|ENOTDIR).+\.$/),
    ]);
  });

  it('that its data directory is read-only', async () => {
    const closed = join(parent, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o555);
    // Root may write everywhere but where no user can.
    const directory = userInfo().uid === 0 ? '/sys/turnpike' : join(closed, 'data');
    expect(await refusal({ TURNPIKE_DATA_DIR: directory })).toEqual([
      expect.stringMatching(/^TURNPIKE_DATA_DIR: .+ cannot be written: (EACCES|EROFS|EPERM).+\.$/),
    ]);
  });

  (existsSync('/proc/self') ? it : it.skip)('that its data directory is where no user can make any', async () => {
    expect(await refusal({ TURNPIKE_DATA_DIR: '/proc/turnpike/data' })).toEqual([
      expect.stringMatching(/^TURNPIKE_DATA_DIR: \/proc\/turnpike\/data cannot be written: ENOENT.+\.$/),
    ]);
  });

  it('which launcher runs already, and so is to be stopped', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'server/local/run.ts']);
    await once(other, 'spawn');
    const directory = mkdtempSync(join(parent, 'data-'));
    writeFileSync(join(directory, 'launcher.pid'), `${other.pid}\n`);
    try {
      const lines = await refusal({ TURNPIKE_DATA_DIR: directory });
      expect(lines).toEqual([
        `make run is already running with ${directory}, as process ${other.pid}: stop it with Ctrl-C in its ` +
          `terminal or \`kill ${other.pid}\`, or give this one a TURNPIKE_DATA_DIR and ports of its own.`,
      ]);
    } finally {
      other.kill();
    }
  });

  it('for each port that is taken that it is', async () => {
    const taken = await Promise.all([takenPort(), takenPort(), takenPort()]);
    const [one, two, three] = taken.map(({ port }) => port);
    const lines = await refusal({ PORT: one!, MOCK_PORT: two!, METRICS_PORT: three! });
    taken.forEach(({ stop }) => stop());
    expect(lines).toEqual([
      `Port ${one} (API) is in use; choose another with PORT.`,
      `Port ${three} (metrics) is in use; choose another with METRICS_PORT.`,
      `Port ${two} (mock) is in use; choose another with MOCK_PORT.`,
    ]);
  });
});

it('a start with a database of one’s own says what it does, what comes next, and where everything really is', async () => {
  const directory = mkdtempSync(join(parent, 'data-'));
  // A stale mark of a process that is something else today.
  writeFileSync(join(directory, 'launcher.pid'), '1\n');
  // The log of a version that left it to be read by everybody.
  const logFile = join(directory, 'server.log');
  writeFileSync(logFile, 'an earlier line\n');
  chmodSync(logFile, 0o644);
  const launcher = launch({
    DATABASE_URL: urlOf({ username: `${name}_owner`, password: 'owner' }),
    TURNPIKE_DATA_DIR: directory,
  });
  let said = '';
  launcher.stdout?.on('data', (chunk) => (said += String(chunk)));
  launcher.stderr?.on('data', (chunk) => (said += String(chunk)));
  try {
    await eventually(() => said.includes('Ctrl-C stops everything') || launcher.exitCode !== null, 'the start');
    expect(said).toMatch(/^Bringing the schema up to date…\nBuilding the docs/);
    expect(said).toContain('make run ARGS=--demo');
    expect(statSync(logFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(logFile, 'utf8')).toMatch(/^an earlier line\n/);
    const urlAfter = (label: string): string => new RegExp(`${label} +(\\S+)`).exec(said)?.[1] ?? '';
    const page = await (await fetch(`${urlAfter('Docs')}/guides/first-payment`)).text();
    expect(page).toContain(`BASE_URL=${urlAfter('API')}`);
    expect(page).toContain(urlAfter('Mock'));
    const contract = (await (await fetch(`${urlAfter('Docs')}/openapi.json`)).json()) as { servers: { url: string }[] };
    expect(JSON.stringify(contract.servers)).toContain(urlAfter('API'));
  } finally {
    launcher.kill('SIGINT');
    if (launcher.exitCode === null) await once(launcher, 'exit');
  }
  expect({ status: launcher.exitCode, isMarked: existsSync(join(directory, 'launcher.pid')) }).toEqual({
    status: 0,
    isMarked: false,
  });
});

it('the demo has a provider that is a connector, which takes what the one in the process declines', async () => {
  const directory = mkdtempSync(join(parent, 'data-'));
  const settings = {
    DATABASE_URL: urlOf({ username: `${name}_owner`, password: 'owner', pathname: `/${name}_demo` }),
    TURNPIKE_DATA_DIR: directory,
    SANDBOX_SPEED: '10',
  };
  const launcher = launch(settings, '--demo');
  let said = '';
  launcher.stdout?.on('data', (chunk) => (said += String(chunk)));
  launcher.stderr?.on('data', (chunk) => (said += String(chunk)));
  try {
    await eventually(() => said.includes('Ctrl-C stops everything') || launcher.exitCode !== null, 'the start');
    expect(said).toMatch(/Connector +http/);
    const { baseUrl, shops } = JSON.parse(readFileSync(join(directory, 'demo.json'), 'utf8')) as {
      baseUrl: string;
      shops: { apiKey: string }[];
    };
    const headers = { 'X-API-Key': shops[0]!.apiKey, 'Content-Type': 'application/json' };
    const order = { merchant_operation_id: 'order-1', client_id: 'user-1', method: 'WT_RUB_C2C', currency: 'RUB' };
    const body = JSON.stringify({ ...order, amount: '1000.52' });
    const created = await fetch(`${baseUrl}/v1/payment`, { method: 'POST', headers, body });
    expect(await created.json()).toMatchObject({ status: 'pending' });
    await eventually(() => said.includes('webhook  operation.completed'), 'its callback, and our webhook after it');
    const { secret, url } = JSON.parse(readFileSync(join(directory, 'connector.json'), 'utf8')) as {
      secret: string;
      url: string;
    };
    const asked = { authorization: `Bearer ${secret}`, 'x-timeout-ms': '10000' };
    const balances = await (await fetch(`${url}/connector/v1/balances`, { headers: asked })).json();
    expect(JSON.stringify(balances)).toContain('1000001000.52');
  } finally {
    launcher.kill('SIGINT');
    if (launcher.exitCode === null) await once(launcher, 'exit');
  }
  expect(launcher.exitCode).toBe(0);
});
