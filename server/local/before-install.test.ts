import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'turnpike-before-'));
const oldNode = join(directory, 'old-node.cjs');
const npmWasHere = join(directory, 'npm-was-here');

const writeProgram = (name: string, lines: readonly string[]): void => {
  writeFileSync(join(directory, name), ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(join(directory, name), 0o755);
};

beforeAll(() => {
  writeFileSync(
    oldNode,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } });`,
  );
  writeProgram('npm', [`touch '${npmWasHere}'`]);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

type Ending = { readonly status: number; readonly said: string };

const run = (
  file: string,
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Ending> =>
  new Promise((resolve) => {
    const path = `${directory}${delimiter}${process.env['PATH']}`;
    execFile(file, words, { cwd: root, env: { PATH: path, ...settings } }, (error, stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), said: stdout + stderr });
    });
  });

const tooOld = 'Turnpike needs Node 20.19 or newer; this is 18.20.8.\n';

describe('a Node that is too old', () => {
  it.each([
    ['the server', ['--import', 'tsx', 'server/main.ts']],
    ['the command line', ['server/turnpike.mjs', '--help']],
    ['what is done before installing', ['server/local/before-install.mjs']],
  ])('is told so in one line by %s', async (_, words) => {
    expect(await run(process.execPath, ['--require', oldNode, ...words])).toEqual({ status: 1, said: tooOld });
  });

  it.each(['run', 'test', 'check', 'mock', 'docs'])(
    'is told so by make %s, also when everything is installed',
    async (goal) => {
      writeProgram('node', [`exec '${process.execPath}' --require '${oldNode}' "$@"`]);
      const { status, said } = await run('make', ['--no-print-directory', goal]);
      rmSync(join(directory, 'node'));
      expect(status).toBe(2);
      expect(said.split('\n').filter((line) => line !== '' && !line.startsWith('make: ***'))).toEqual([
        tooOld.trimEnd(),
      ]);
      expect(existsSync(npmWasHere)).toBe(false);
    },
  );
});

it('make run names all ports that are taken before it installs anything', async () => {
  const servers = [createServer().listen(0, '127.0.0.1'), createServer().listen(0, '127.0.0.1')];
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const [one, two] = servers.map((server) => String((server.address() as AddressInfo).port));
  const settings = {
    PORT: one!,
    DOCS_PORT: two!,
    METRICS_PORT: '0',
    MOCK_PORT: '0',
    INBOX_PORT: '0',
    CONNECTOR_PORT: '0',
    TURNPIKE_DATA_DIR: directory,
  };
  const { status, said } = await run('make', ['--no-print-directory', '--what-if=package-lock.json', 'run'], settings);
  servers.forEach((server) => server.close());
  expect(status).toBe(2);
  expect(said).toContain(
    `Port ${one} (API) is in use; choose another with PORT.\nPort ${two} (docs) is in use; choose another with DOCS_PORT.\n`,
  );
  expect(existsSync(npmWasHere)).toBe(false);
});

it('two settings that name one port are told apart, and what is no port is named', async () => {
  const check = (settings: Readonly<Record<string, string>>) =>
    run(process.execPath, ['server/local/before-install.mjs'], {
      METRICS_PORT: '0',
      MOCK_PORT: '0',
      INBOX_PORT: '0',
      CONNECTOR_PORT: '0',
      DOCS_PORT: '0',
      ...settings,
    });
  const { said } = await check({ PORT: '18199', DOCS_PORT: '18199' });
  expect(said).toBe('PORT and DOCS_PORT are both 18199; change one of them.\n');
  expect((await check({ PORT: 'eighty' })).said).toBe('PORT must be a port number, not eighty.\n');
});
