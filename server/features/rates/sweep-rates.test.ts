import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import type { FetchFaults, OneOf, OperatorRefusal } from '#platform/refusals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { refused } from '#test/support/refused';
import { startTestServer } from '#test/support/server';
import { createRatesSweep, fetchTable, listRates, type FeedSettings } from './index.ts';
import { publish, russianDay, russianTable, type Publisher } from './rate-tables-fixture.ts';

let db: TestDatabase;
let publisher: Publisher | undefined;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  await publisher?.stop();
  await db.database('fx_rates').del();
});
afterAll(() => db.drop());

const publishing = async (answer: RequestListener): Promise<string> => {
  publisher = await publish(answer);
  return publisher.url;
};

const fault = (code: OneOf<FetchFaults>['code'], details: object): OperatorRefusal =>
  refused('table_not_fetched', { fault: { code, details } as OneOf<FetchFaults> });

const answering =
  (bytes: Uint8Array): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/xml; charset=windows-1251' }).end(bytes);
  };

const sweeping = (url: string, settings: Partial<FeedSettings> = {}) => {
  const metrics = createMetrics();
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const needs = { database: db.database, log, metrics };
  const run = createRatesSweep(needs, { url, format: 'cbr', into: [], aliases: [], ...settings });
  const published = async (): Promise<number | undefined> => (await metrics.ratesPublished.get()).values[0]?.value;
  return { run, lines, published };
};

describe('the sweep of exchange rates', () => {
  it('takes up what is published, once, and tells since when it holds', async () => {
    const { run, lines, published } = sweeping(await publishing(answering(russianTable(russianDay()))));
    await run();
    await run();
    const rates = await listRates(db.database, { isHistory: true });
    expect(rates).toHaveLength(6);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ source: 'cbr', rates: 6 }]);
    expect(await published()).toBe((rates[0]?.validFrom.getTime() ?? 0) / 1_000);
    const [entry] = await db.database('house_audit_log').orderBy('entry_id', 'desc').limit(1);
    expect(entry).toMatchObject({ actor: 'feed:cbr', action: 'rate.created' });
  });

  it('leads to the currencies it was told, under a source that says what counts for what', async () => {
    const url = await publishing(answering(russianTable(russianDay())));
    await sweeping(url, { into: ['RUB', 'USDT'], aliases: ['USD=USDT'] }).run();
    const [rate] = await listRates(db.database, { from: 'RUB', to: 'USDT' });
    expect(rate).toMatchObject({ source: 'cbr:USD=USDT', rate: '0.0124610592' });
  });

  it('warns when the same day is published with other figures', async () => {
    let table = russianTable(russianDay());
    const { run, lines } = sweeping(await publishing((request, response) => answering(table)(request, response)));
    await run();
    table = russianTable(russianDay(), (text) => text.replace('47,0588', '47,0589'));
    await run();
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 40, disputed: ['AZN to RUB'] });
  });

  it.each<[string, RequestListener, OperatorRefusal]>([
    ['a page of HTML', answering(Buffer.from('<html><br></html>')), refused('table_not_xml')],
    ['a table cut off', answering(russianTable(russianDay()).subarray(0, 700)), refused('table_not_xml')],
    [
      'a rate of zero',
      answering(russianTable(russianDay(), (text) => text.replace('80,2500', '0'))),
      refused('table_of_another_shape', { reason: 'is not above zero' }),
    ],
    ['a forgotten copy', answering(russianTable(russianDay(20))), refused('table_too_old', { oldestDays: 14 })],
    [
      'a table of a far day',
      answering(russianTable(russianDay(-400))),
      refused('table_too_early', { mostDaysAhead: 7 }),
    ],
    ['ten megabytes', answering(Buffer.alloc(10_000_000, 'x')), fault('answer_too_long', { limit: 262_144 })],
    [
      'a stream without an end',
      (_request, response) => {
        response.writeHead(200);
        const more = (): void => {
          while (response.write('x'.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      },
      fault('answer_too_long', { limit: 262_144 }),
    ],
    [
      'a connection that breaks off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '9000' }).write('<?xml');
        setTimeout(() => response.destroy(), 20);
      },
      refused('table_not_fetched'),
    ],
    ['no answer', (request) => request.socket.destroy(), refused('table_not_fetched')],
    [
      'a redirect',
      (_request, response) => response.writeHead(302, { location: '/other.xml' }).end(),
      fault('status', { status: 302 }),
    ],
    [
      'an error',
      (_request, response) => response.writeHead(503).end(russianTable(russianDay())),
      fault('status', { status: 503 }),
    ],
    ['no table', (_request, response) => response.writeHead(204).end(), refused('table_not_xml')],
  ])('changes nothing when it meets %s', async (_name, answer, refusal) => {
    const { run, published } = sweeping(await publishing(answer));
    await expect(run()).rejects.toThrow(refusal);
    expect(await listRates(db.database, { isHistory: true })).toEqual([]);
    expect(await published()).toBeUndefined();
  });
});

it('names the host of a feed and no secret of its address', async () => {
  const url = await publishing((_request, response) => response.writeHead(403).end());
  const { host } = new URL(url);
  const reading = fetchTable(`${url}?token=secret`);
  await expect(reading).rejects.toMatchObject({
    message: expect.not.stringContaining('secret'),
    details: { host, fault: { code: 'status', details: { status: 403 } } },
  });
});

it.each<[string, RequestListener]>([
  ['never answers', () => undefined],
  ['never ends', (_request, response) => void response.writeHead(200).write('<?xml')],
])('gives up a feed that %s', async (_name, answer) => {
  await expect(fetchTable(await publishing(answer), 200)).rejects.toThrow(fault('timeout', { limitMs: 200 }));
});

it('runs in a server that names a feed, and again after a failure', async () => {
  let reads = 0;
  const url = await publishing((request, response) => {
    reads += 1;
    if (reads === 1) response.writeHead(503).end();
    else answering(russianTable(russianDay()))(request, response);
  });
  const settings = { RATES_FEED_URL: url, RATES_FEED_EVERY_SECONDS: '1', RATES_FEED_INTO: 'RUB,USD' };
  const server = await startTestServer(db.url, { ...settings, LOG_LEVEL: 'silent' });
  try {
    const look = async () => (await listRates(db.database)).length === 12;
    await eventually(look, 'the rates of the feed');
    const metrics = await (await fetch(`${server.metricsUrl}/metrics`)).text();
    expect(metrics).toContain('turnpike_job_failures_total{job="rates"} 1');
    expect(metrics).toContain('turnpike_rates_timestamp_seconds{source="cbr"}');
  } finally {
    await server.stop();
  }
});

it('does not begin with wishes that it cannot read', () => {
  expect(() => sweeping('http://127.0.0.1:9/', { aliases: ['USD:USDT'] })).toThrow(
    refused('alias_malformed', { alias: 'USD:USDT' }),
  );
});
