import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AttemptRef } from '#providers';
import { listMismatches, showSettlementFile } from './list-mismatches.ts';
import { today } from './reconciliation-fixture.ts';
import { createSettlementStories, line, type SettlementStories } from './settlement-stories-fixture.ts';

let stories: SettlementStories;
let paid: SettlementStories['paid'];
let sent: SettlementStories['sent'];
let importLines: SettlementStories['importLines'];
let openOf: SettlementStories['openOf'];
let moved: SettlementStories['moved'];

beforeAll(async () => {
  stories = await createSettlementStories();
  ({ paid, sent, importLines, openOf, moved } = stories);
});
afterAll(() => stories.db.drop());

const expectSound = async (): Promise<void> => expect(await stories.broken()).toEqual([]);

describe('a line that is what its attempt is worth', () => {
  it('takes a payment off the clearing account to funding, less the fee of the provider', async () => {
    const attempt = await paid('1000.00');
    expect(await moved(() => importLines(line(attempt, '1000.00', { fee: '12.50' })))).toEqual({
      'clearing:acquirer': '1000.00',
      funding: '-987.50',
      provider_fee: '-12.50',
    });
    expect(await openOf(attempt)).toEqual([]);
    await expectSound();
  });

  it('takes a payout off it the other way, with the fee on top', async () => {
    const legs = await sent(['400.00', '100.00']);
    const lines = legs.map((leg, index) => line(leg, ['400.00', '100.00'][index]!, { type: 'out', fee: '2.00' }));
    expect(await moved(() => importLines(...lines))).toEqual({
      'clearing:acquirer': '-500.00',
      funding: '504.00',
      provider_fee: '-4.00',
    });
    await expectSound();
  });

  it('is found by an id without hyphens, in any case, and in whatever shop', async () => {
    const attempt = await paid('77.00', 1);
    const id = attempt.attemptId.replaceAll('-', '').toUpperCase();
    expect(await moved(() => importLines({ id, amount: '77' }), 1)).toEqual({
      'clearing:acquirer': '77.00',
      funding: '-77.00',
    });
  });

  it('is posted once: the same file again changes nothing', async () => {
    const attempt = await paid('50.00');
    const lines = [line(attempt, '50.00'), { id: 'not ours', amount: '3.00' }];
    const first = await importLines(...lines);
    expect(await moved(() => importLines(...lines))).toEqual({});
    expect(await importLines(...lines)).toEqual({ fileId: first.fileId, isRepeated: true });
  });
});

describe('several lines of one attempt', () => {
  it('are matched when they are worth it together', async () => {
    const attempt = await paid('1000.00');
    const parts = ['400.00', '100.00', '400.00', '100.00'].map((amount) => line(attempt, amount));
    expect(await moved(() => importLines(...parts))).toMatchObject({ 'clearing:acquirer': '1000.00' });
    expect(await openOf(attempt)).toEqual([]);
  });

  it('wait in one file for the rest in another', async () => {
    const attempt = await paid('1000.00');
    expect(await moved(() => importLines(line(attempt, '400.00')))).toEqual({});
    expect(await openOf(attempt)).toEqual(['amount 400.00 1000.00']);
    expect(await moved(() => importLines(line(attempt, '600.00')))).toMatchObject({ 'clearing:acquirer': '1000.00' });
    expect(await openOf(attempt)).toEqual([]);
    await expectSound();
  });
});

describe('one line of several attempts', () => {
  it('is matched when it is what they are worth together, over shops too', async () => {
    const [one, two, other] = [await paid('10.00'), await paid('20.00'), await paid('30.00', 1)];
    const id = [one, two, other].map(({ attemptId }) => attemptId).join(' ');
    let first: Readonly<Record<string, string>> = {};
    const second = await moved(async () => {
      first = await moved(() => importLines({ id, amount: '60.00', fee: '1.00' }));
    }, 1);
    expect([first, second].map((accounts) => accounts['clearing:acquirer'])).toEqual(['30.00', '30.00']);
    expect([first, second].map((accounts) => accounts['provider_fee'] ?? '0').sort()).toEqual(['-1.00', '0']);
    await expectSound();
  });

  it('is a mismatch of all of them when it is not, the difference with the first', async () => {
    const [one, two] = [await paid('10.00'), await paid('20.00')];
    const id = `${one.attemptId};${two.attemptId}`;
    expect(await moved(() => importLines({ id, amount: '29.00' }))).toEqual({});
    expect((await openOf(one, two)).sort()).toEqual(['amount 20.00 20.00', 'amount 9.00 10.00']);
    await expectSound();
  });
});

describe('a mismatch', () => {
  it.each([
    ['amount', async () => line(await paid('100.00'), '99.99'), ['amount 99.99 100.00']],
    ['amount', async () => line(await paid('100.00'), '100.01'), ['amount 100.01 100.00']],
  ])('of the %s is found and moves nothing', async (_kind, make, expected) => {
    const told = await make();
    expect(await moved(() => importLines(told))).toEqual({});
    expect(await openOf({ attemptId: told.id } as AttemptRef)).toEqual(expected);
  });

  it('is a duplicate where a line repeats one of its file, or of an earlier one', async () => {
    const [here, earlier] = [await paid('100.00'), await paid('200.00')];
    await importLines(line(here, '100.00'), line(earlier, '200.00'), line(here, '100.00'));
    expect(await openOf(here, earlier)).toEqual(['duplicate 100.00 0.00']);
    expect(await moved(() => importLines(line(earlier, '200.00', { fee: '1.00' })))).toEqual({});
    expect(await openOf(earlier)).toEqual(['duplicate 200.00 0.00']);
    await expectSound();
  });

  it.each([
    ['another reference', (_one: AttemptRef) => ({ id: 'INV-2026-77', amount: '5.00' })],
    ['an id that nothing has', (_one: AttemptRef) => ({ id: '01a1fdec-f8de-71fa-89eb-62df7b43551d', amount: '5.00' })],
    ['another direction', (one: AttemptRef) => line(one, '5.00', { type: 'out' })],
    ['another currency', (one: AttemptRef) => line(one, '5.00', { currency: 'USDT' })],
  ])('is missing here where a line has %s', async (_what, make) => {
    const { fileId } = await importLines(make(await paid('5.00')));
    const found = await listMismatches(stories.db, { shopId: null, providerId: null, fileId });
    expect(found.filter(({ kind }) => kind === 'missing_here')).toMatchObject([{ shop: null, lines: [{ line: 2 }] }]);
  });

  it('is missing there where a complete file lacks an attempt, until a later one has it', async () => {
    const [named, forgotten] = [await paid('1.00'), await paid('2.00')];
    await importLines(line(named, '1.00', { day: '2020-01-01' }));
    expect(await openOf(forgotten)).toEqual([]);
    const other = await paid('4.00');
    const { fileId } = await importLines(line(other, '4.00', { day: today() }));
    expect(await openOf(forgotten)).toEqual(['missing_there 0.00 2.00']);
    expect((await showSettlementFile(stories.db, fileId)).totals).toContainEqual(
      expect.objectContaining({ outcome: 'missing_there', direction: 'payment' }),
    );
    await importLines(line(forgotten, '2.00'));
    expect(await openOf(forgotten)).toEqual([]);
    await expectSound();
  });
});
