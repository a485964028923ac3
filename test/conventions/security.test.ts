import { expect, it } from '@jest/globals';
import { createMetrics } from '#platform/metrics';
import { securityEvents } from '#platform/security-events';
import { isTest, projectFiles, readProjectFile } from './source-files.ts';

/** ASVS 5.0, levels 1 and 2, of the chapters that are looked at. */
const requirements = [
  '2.1.1 2.1.2 2.1.3 2.2.1 2.2.2 2.2.3 2.3.1 2.3.2 2.3.3 2.3.4 2.4.1',
  '3.2.1 3.2.2 3.3.1 3.3.2 3.3.3 3.3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6 3.5.1 3.5.2 3.5.3 3.5.4 3.5.5 3.7.1 3.7.2',
  '4.1.1 4.1.2 4.1.3 4.2.1 4.3.1 4.3.2 4.4.1 4.4.2 4.4.3 4.4.4',
  '5.1.1 5.2.1 5.2.2 5.2.3 5.3.1 5.3.2 5.4.1 5.4.2 5.4.3',
  '8.1.1 8.1.2 8.2.1 8.2.2 8.2.3 8.3.1 8.4.1',
  '9.1.1 9.1.2 9.1.3 9.2.1 9.2.2 9.2.3 9.2.4',
  '10.1.1 10.1.2 10.2.1 10.2.2 10.3.1 10.3.2 10.3.3 10.3.4',
  '10.4.1 10.4.2 10.4.3 10.4.4 10.4.5 10.4.6 10.4.7 10.4.8 10.4.9 10.4.10 10.4.11',
  '10.5.1 10.5.2 10.5.3 10.5.4 10.5.5 10.6.1 10.6.2 10.7.1 10.7.2 10.7.3',
  '11.1.1 11.1.2 11.2.1 11.2.2 11.2.3 11.3.1 11.3.2 11.3.3 11.4.1 11.4.2 11.4.3 11.4.4 11.5.1 11.6.1',
  '12.1.1 12.1.2 12.1.3 12.2.1 12.2.2 12.3.1 12.3.2 12.3.3 12.3.4',
  '13.1.1 13.2.1 13.2.2 13.2.3 13.2.4 13.2.5 13.3.1 13.3.2 13.4.1 13.4.2 13.4.3 13.4.4 13.4.5',
  '14.1.1 14.1.2 14.2.1 14.2.2 14.2.3 14.2.4 14.3.1 14.3.2 14.3.3',
  '16.1.1 16.2.1 16.2.2 16.2.3 16.2.4 16.2.5 16.3.1 16.3.2 16.3.3 16.3.4 16.4.1 16.4.2 16.4.3 16.5.1 16.5.2 16.5.3',
].flatMap((chapter) => chapter.split(' '));

const rows = [
  ...readProjectFile('docs/security.md').matchAll(/^\| (\d+\.\d+\.\d+) ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm),
].map(([, number = '', statement = '', how = '', test = '']) => ({ number, statement, how, test }));

it('docs/security.md answers every requirement of levels 1 and 2, once and in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(requirements);
});

it('docs/security.md names a test for each, or says why there is none', () => {
  const namesTest = (text: string): boolean => /`(test|server|mock|docs)\/[^`]+`/.test(text);
  const isExplained = (how: string): boolean => /^not applicable: |\*Yours\*|\*yours\*|\*\*Not met\*\*/.test(how);
  expect(rows.filter(({ test, how }) => !namesTest(test) && !isExplained(how)).map(({ number }) => number)).toEqual([]);
});

const logs = readProjectFile('docs/guides/logs.md');

it('docs/guides/logs.md lists every security event with its level, and no other', () => {
  const listed = [...logs.matchAll(/^\| `([a-z_]+)` \| (info|warn) \|/gm)].map(([, event, level]) => [event, level]);
  expect(listed).toEqual(Object.entries(securityEvents));
});

it('docs/guides/logs.md says what personal data each log has, who reads it, and for how long it is kept', () => {
  const [inventory = ''] = logs.split('## The line of a request');
  const [written = [], named = []] = inventory
    .split('## Whom it names')
    .map((part) => [...part.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | ')));
  expect(written.length).toBeGreaterThan(7);
  expect(named.map(([log]) => log)).toEqual(written.map(([log]) => log));
  const isWhole = (size: number) => (row: readonly string[]) =>
    row.length === size && row.every((cell) => cell.trim() !== '');
  expect([written.every(isWhole(3)), named.every(isWhole(4))]).toEqual([true, true]);
});

it('docs/guides/logs.md alerts on metrics and events that there are', async () => {
  const { registry } = createMetrics();
  const told = await registry.metrics();
  const named = [...logs.matchAll(/turnpike_[a-z_]+_total/g)].map(([name]) => name);
  expect(new Set(named).size).toBeGreaterThan(3);
  expect(named.filter((name) => !told.includes(`# TYPE ${name} counter`))).toEqual([]);
  const events = [...logs.matchAll(/event=~?"([a-z_|]+)"/g)].flatMap(([, events = '']) => events.split('|'));
  expect(events.length).toBeGreaterThan(8);
  expect(events.filter((event) => !(event in securityEvents))).toEqual([]);
});

const sources = projectFiles.filter((path) => /^(server|docs|mock)\/.*\.(ts|mjs|js|eta)$/.test(path) && !isTest(path));

it.each([
  [
    'accepts certificates that no authority vouches for',
    /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/,
  ],
  ['lowers the version or the ciphers of TLS', /minVersion|maxVersion|secureProtocol|--tls-min|\bciphers:/],
  ['sets a cookie', /set-cookie|\.cookie\(|document\.cookie/i],
  ['keeps anything in a browser', /localStorage|sessionStorage|indexedDB/],
  ['listens to other windows', /addEventListener\(\s*['"]message|postMessage\(|onmessage/],
])('no code of ours %s', (_what, form) => {
  expect(sources.length).toBeGreaterThan(300);
  // Messages between a process and its threads are not a browser's.
  const ours = sources.filter((path) => !path.startsWith('server/features/receipts/pdf/'));
  expect(ours.filter((path) => form.test(readProjectFile(path)))).toEqual([]);
});
