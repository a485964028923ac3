import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { tester } from '#test/support/operators';
import { runCommandLine } from './index.ts';

const directory = mkdtempSync(join(tmpdir(), 'turnpike-rates-'));
let db: TestDatabase;
let server: Server;

type Spoken = { readonly code: number; readonly out: string; readonly err: string };

const run = async (line: string, answer?: string): Promise<Spoken> => {
  const out: string[] = [];
  const err: string[] = [];
  const ask =
    answer === undefined
      ? null
      : (question: string) => {
          err.push(question);
          return Promise.resolve(answer);
        };
  const code = await runCommandLine(line.split(' '), {
    environment: { DATABASE_URL: db.serverUrl },
    directory,
    terminal: { print: (text) => out.push(text), tell: (text) => err.push(text), hasColour: false, ask },
    actor: tester,
    migrate: () => Promise.resolve([]),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
};

const json = async <Answer = Readonly<Record<string, unknown>>[]>(line: string): Promise<Answer> =>
  JSON.parse((await run(`${line} --json`)).out) as Answer;

/** Of the day before yesterday, whatever the time zone. */
const day = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 10);
const table = `<?xml version="1.0" encoding="windows-1251"?>
<ValCurs Date="${day.split('-').reverse().join('.')}" name="Foreign Currency Market">
  <Valute ID="R1"><CharCode>USD</CharCode><Nominal>1</Nominal><Value>80,2500</Value></Valute>
  <Valute ID="R2"><CharCode>KZT</CharCode><Nominal>100</Nominal><Value>15,2007</Value></Valute>
</ValCurs>`;
const file = join(directory, 'daily.xml');
let url: string;

beforeAll(async () => {
  db = await createTestDatabase();
  writeFileSync(file, table);
  writeFileSync(join(directory, 'page.html'), '<html><body>Not found</body></html>');
  server = createServer((_request, response) => response.end(table));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  rmSync(directory, { recursive: true });
  await db.drop();
});

describe('turnpike rates set', () => {
  it('asks, with the rate in force, and does nothing without a yes', async () => {
    expect(await run('rates set RUB USDT 0.0125 --source treasury')).toMatchObject({
      code: 1,
      err: expect.stringContaining('add --yes'),
    });
    await run('rates set RUB USDT 0.0125 --source treasury --yes');
    const { code, err } = await run('rates set RUB USDT 0.0130 --source treasury', 'n');
    expect(code).toBe(1);
    expect(err).toContain('Set 1 RUB = 0.0130 USDT by treasury, from now on? In force now: 0.0125. [y/N]');
    expect(await db.database('fx_rates')).toHaveLength(1);
  });

  it('sets, says since when, and leaves an entry with before and after', async () => {
    const { out } = await run('rates set RUB USDT 0.0130 --source treasury --yes');
    expect(out).toMatch(/^1 RUB = 0\.013 USDT by treasury, from \d{4}-\d\d-\d\dT[\d:.]+Z\.$/);
    const [entry] = await db.database('house_audit_log').where({ action: 'rate.changed' });
    expect(entry).toMatchObject({
      actor: 'cli:tester',
      subject: 'RUB to USDT by treasury',
      before: { rate: '0.0125', validUntil: null },
      after: { rate: '0.013' },
    });
  });

  it('takes a validity', async () => {
    const validity = '--valid-from 2099-01-01 --valid-until 2099-02-01T00:00:00+03:00';
    expect(await json(`rates set RUB USDT 0.0140 --source treasury ${validity} --yes`)).toMatchObject({
      rate: '0.014',
      validFrom: '2099-01-01T00:00:00.000Z',
      validUntil: '2099-01-31T21:00:00.000Z',
    });
  });

  it.each([
    ['rates set RUB USDT 0 --source treasury --yes', 2, 'above zero'],
    ['rates set RUB USDT 1e-2 --source treasury --yes', 2, 'above zero'],
    ['rates set RUB USDT -1 --source treasury --yes', 2, 'above zero'],
    ['rates set rub USDT 0.0125 --source treasury --yes', 2, 'currency code'],
    ['rates set RUB USDT 0.0125 --yes', 2, '--source'],
    ['rates set RUB USDT 0.0125 --source treasury --valid-from yesterday --yes', 2, 'Give a time'],
    ['rates set RUB USDT 0.0125001 --source treasury --yes', 1, 'quoted with 6 decimals'],
    ['rates set RUB RUB 1 --source treasury --yes', 1, 'from one currency to another'],
    ['rates set RUB USDT 0.0125 --source treasury --valid-from 2020-01-01 --yes', 1, 'cannot begin in the past'],
    ['rates set RUB USDT 0.0125 --source treasury --valid-until 2020-01-01 --yes', 1, 'cannot end before'],
  ])('refuses %s', async (line, code, message) => {
    expect(await run(line)).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
  });
});

describe('turnpike rates import', () => {
  it('takes up a file after a yes, and finds nothing the second time', async () => {
    const first = await run(`rates import cbr ${file}`, 'y');
    expect(first.err).toContain(`Take up 2 rates of cbr for ${day}, from `);
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('Took up 2 rates of cbr') });
    const second = await run(`rates import cbr ${file}`);
    expect(second).toMatchObject({ code: 0, out: 'Nothing to change.', err: 'On record already, or newer: 2.' });
    expect(
      await db.database('house_audit_log').where({ actor: 'cli:tester', subject: 'KZT to RUB by cbr' }),
    ).toHaveLength(1);
  });

  it('takes up an address, into other currencies and with one counting for another when told so', async () => {
    const answer = await json<{ rates: unknown }>(`rates import cbr ${url} --into USDT --as USD=USDT --yes`);
    expect(answer.rates).toEqual([
      { from: 'RUB', to: 'USDT', source: 'cbr:USD=USDT', rate: '0.0124610592' },
      { from: 'USD', to: 'USDT', source: 'cbr:USD=USDT', rate: '1' },
      { from: 'KZT', to: 'USDT', source: 'cbr:USD=USDT', rate: '0.0018941682' },
    ]);
  });

  it.each([
    [`rates import cbr ${file} --into USDT --yes`, 1, 'The table has no USDT'],
    [`rates import ecb ${file} --yes`, 1, 'This is no table of the European Central Bank'],
    [`rates import cbr ${join(directory, 'page.html')} --yes`, 1, 'This is no table of the Bank of Russia'],
    [`rates import cbr ${join(directory, 'gone.xml')} --yes`, 1, 'cannot be read'],
    ['rates import cbr http://127.0.0.1:1/ --yes', 1, 'The rates at 127.0.0.1:1 cannot be read: ECONNREFUSED.'],
    [`rates import fed ${file} --yes`, 2, 'Allowed choices are cbr, ecb'],
  ])('refuses %s', async (line, code, message) => {
    expect(await run(line)).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
  });
});

describe('turnpike rates list', () => {
  it('shows what is in force, or all with its state', async () => {
    const inForce = await json('rates list');
    expect(inForce.map(({ state }) => state)).toEqual(inForce.map(() => 'in force'));
    const treasury = await json('rates list --source treasury --all');
    expect(treasury.map(({ rate, state }) => `${String(rate)} ${String(state)}`)).toEqual([
      '0.014 scheduled',
      '0.013 in force',
      '0.0125 past',
    ]);
  });

  it('narrows to a pair and a source', async () => {
    const { out } = await run('rates list --from KZT --to RUB --source cbr');
    expect(out.split('\n')).toHaveLength(2);
    expect(out).toMatch(/FROM +TO +SOURCE +RATE +VALID FROM +VALID UNTIL +STATE\nKZT +RUB +cbr +0\.152007 +/);
  });
});
