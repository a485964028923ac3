import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testKeys } from '#test/support/settings';
import {
  createSettlementStories,
  line,
  type SettlementStories,
} from '../../features/reconciliation/settlement-stories-fixture.ts';
import { csvOf, type Told } from '../../features/reconciliation/reconciliation-fixture.ts';
import { createSpeaker, type Spoken } from './spoken-fixture.ts';

const directory = mkdtempSync(join(tmpdir(), 'turnpike-reconcile-'));
const at = (name: string): string => join(directory, name);
let stories: SettlementStories;
let speak: ReturnType<typeof createSpeaker>;

const mapping = `
format: csv
columns: { attempt: id, amount: amount, fee: fee, currency: currency, direction: type, day: day }
directions: { in: payment, out: payout }
`;

beforeAll(async () => {
  stories = await createSettlementStories();
  speak = createSpeaker(stories.db.url);
  writeFileSync(at('mapping.yaml'), mapping);
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await stories.db.drop();
});

const reconcile = (...words: string[]): Promise<Spoken> => speak(['reconcile', ...words], testKeys);

const importing = (lines: readonly Told[] | string, ...words: string[]): Promise<Spoken> => {
  writeFileSync(at('settled.csv'), typeof lines === 'string' ? lines : csvOf(lines));
  return reconcile('import', at('settled.csv'), '--provider', 'acquirer', '--mapping', at('mapping.yaml'), ...words);
};

describe('turnpike reconcile import', () => {
  it('says what is in a file, and with --dry-run does no more', async () => {
    const attempt = await stories.paid('1000.00');
    const dry = await importing([line(attempt, '1000.00', { fee: '10.00' })], '--dry-run');
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toMatch(/^1 lines: 1 of payments with 1000\.00 RUB \(fee: 10\.00 RUB\), from .* complete/);
    expect((await reconcile('show')).err).toBe('No settlement file was imported.');
    const json = JSON.parse((await importing([line(attempt, '1000.00')], '--dry-run', '--json')).out);
    expect(json).toMatchObject({ lines: 1, totals: [{ direction: 'payment', amount: '1000.00', fee: '0.00' }] });
  });

  it('asks first, shows how far it is, and what became of the lines', async () => {
    const [attempt, twice] = [await stories.paid('100.00'), await stories.paid('50.00')];
    const lines = [
      line(attempt, '100.00', { fee: '1.00' }),
      line(twice, '50.00'),
      line(twice, '50.00'),
      { id: 'INV-7', amount: '7.00' },
    ];
    expect((await importing(lines)).err).toContain('add --yes');
    const { code, out, err } = await importing(lines, '--yes');
    expect(code).toBe(0);
    expect(err).toContain('4 of 4 lines written (100 %)\n4 of 4 lines matched (100 %)');
    expect(out).toMatch(/^File \S+ of acquirer, settled\.csv: 4 lines, matched\.\nOUTCOME +DIRECTION +LINES +AMOUNT/);
    expect(out).toMatch(/^matched +payment +2 +150\.00 RUB +1\.00 +150\.00$/m);
    expect(out).toMatch(/^duplicate +payment +1 +50\.00 RUB +0\.00 +0\.00$/m);
    expect(out).toMatch(/^missing here +payment +1 +7\.00 RUB +0\.00 +0\.00$/m);
    expect((await importing(lines, '--yes')).err).toContain('This file was imported before; nothing changed.');
    const [file] = JSON.parse((await reconcile('show', '--json')).out);
    expect(file).toMatchObject({ providerId: 'acquirer', name: 'settled.csv', lines: 4, state: 'matched' });
    expect(JSON.parse((await reconcile('show', file.fileId, '--json')).out)).toMatchObject({
      fileId: file.fileId,
      outcomes: expect.arrayContaining([expect.objectContaining({ outcome: 'matched', lines: 2, cleared: '150.00' })]),
    });
    expect((await reconcile('show', '--provider', 'other')).err).toBe('No settlement file was imported.');
  });

  it('refuses a file with lines that cannot be read as a whole, and names them', async () => {
    const attempt = await stories.paid('5.00');
    const { code, err } = await importing(
      [line(attempt, '5.00'), line(attempt, '1e3'), line(attempt, '1.001')],
      '--yes',
    );
    expect(code).toBe(1);
    expect(err).toBe(
      'turnpike: settled.csv:3: "1e3" is not an amount such as 1000.00\n' +
        'settled.csv:4: 1.001: RUB amounts have at most 2 decimals',
    );
    expect(await stories.openOf(attempt)).toEqual([]);
    expect(await reconcile('show', '--json')).toMatchObject({ out: expect.not.stringContaining('"lines": 3') });
  });

  it.each([
    ['a provider that there is not', ['--provider', 'nobody'], 'There is no provider nobody. Providers: acquirer'],
    ['a mapping that cannot be read', ['--mapping', at('none.yaml')], 'none.yaml cannot be read'],
    ['a mapping that is none', ['--mapping', at('settled.csv')], 'settled.csv: '],
  ])('refuses %s', async (_what, words, message) => {
    const { code, err } = await importing([], '--yes', ...words);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
  });

  it('refuses a file that cannot be read', async () => {
    const words = ['--provider', 'acquirer', '--mapping', at('mapping.yaml'), '--yes'];
    expect((await reconcile('import', at('none.csv'), ...words)).err).toContain('none.csv cannot be read');
    expect((await reconcile('import', directory, ...words)).err).toContain('it is no file');
  });
});

describe('turnpike reconcile list, due and resolve', () => {
  it('show what differs, and settle it as was decided', async () => {
    const attempt = await stories.paid('300.00');
    const dueRow = new RegExp(
      `^${stories.shops[0]!.name} +\\S+ +${attempt.attemptId} +acquirer +payment +300\\.00 RUB`,
      'm',
    );
    expect((await reconcile('due', '--shop', stories.shops[0]!.name)).out).toMatch(dueRow);
    expect((await reconcile('due', '--csv')).out).toContain(`${attempt.attemptId},300.00,0.00,RUB,payment,`);
    await importing([line(attempt, '310.00')], '--yes');
    const { out } = await reconcile('list', '--provider', 'acquirer');
    expect(out.split('\n')[0]).toMatch(
      /^MISMATCH +SHOP +PROVIDER +DIRECTION +KIND +SETTLED +DUE +DIFFERENCE +IN THE FILE$/,
    );
    expect(out).toMatch(
      new RegExp(
        `^${attempt.attemptId} +${stories.shops[0]!.name} +acquirer +payment +amount +310\\.00 RUB +300\\.00 +10\\.00 +line 2$`,
        'm',
      ),
    );
    const words = ['resolve', attempt.attemptId, '--by', 'suspense', '--reason', 'paid more'];
    expect((await reconcile(...words)).err).toContain('Settle it as acquirer says, with 10.00 RUB in suspense?');
    expect((await reconcile(...words, '--yes')).out).toBe(`Resolved ${attempt.attemptId} (amount, line 2): suspense.`);
    expect((await reconcile(...words, '--yes')).err).toBe(
      `turnpike: Nothing about ${attempt.attemptId} waits for a decision.`,
    );
    expect((await speak(['suspense', 'list'], testKeys)).out).toContain('10.00 RUB');
    expect((await reconcile('due')).out).not.toContain(attempt.attemptId);
  });

  it('name a line that names no attempt by its file', async () => {
    const attempt = await stories.paid('8.00');
    await importing([{ id: 'INV-\u202e8', amount: '8.00' }], '--yes');
    const items = JSON.parse((await reconcile('list', '--json')).out) as { mismatch: string; reference: string }[];
    const stray = items.find(({ reference }) => reference === 'INV-\u202e8')!;
    expect((await reconcile('list')).out).toContain('INV-\\u202e8');
    const words = ['resolve', stray.mismatch, '--reason', 'it is that one', '--yes'];
    expect((await reconcile(...words, '--by', 'accept')).err).toContain('assign it to an attempt first, or dismiss it');
    const assigned = await reconcile(...words, '--by', 'assign', '--attempt', attempt.attemptId, '--json');
    expect(JSON.parse(assigned.out)).toMatchObject({ mismatch: stray.mismatch, kind: 'missing_here', way: 'assign' });
    expect((await reconcile('due')).out).not.toContain(attempt.attemptId);
  });

  it.each([
    [['resolve', 'what', '--by', 'accept', '--reason', 'x'], 'Give an attempt, or a file and a line'],
    [['resolve', '01a1fdec-f8de-71fa-89eb-62df7b43551d', '--by', 'prayer', '--reason', 'x'], 'Allowed choices'],
    [['resolve', '01a1fdec-f8de-71fa-89eb-62df7b43551d', '--by', 'accept'], '--reason'],
    [['list', '--file', 'what'], 'Give an id'],
  ])('refuse %j', async (words, message) => {
    expect(await reconcile(...words)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });
});
