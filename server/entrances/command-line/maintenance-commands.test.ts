import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { tester } from '#test/support/operators';
import { testKeys } from '#test/support/settings';
import { createTestShop } from '#test/support/shop';
import { createSpeaker, type Spoken } from './spoken-fixture.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await createTestShop(db.database);
});
afterAll(() => db.drop());

const speak = (...words: readonly string[]): Promise<Spoken> =>
  createSpeaker(db.url)(['maintenance', ...words], testKeys);
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
const plan = (...words: readonly string[]): Promise<Spoken> =>
  speak('plan', 'sandbox-1', '--reason', 'release of the bank', '--yes', ...words);
const planned = async (...words: readonly string[]): Promise<string> =>
  (JSON.parse((await plan(...words, '--json')).out) as { windowId: string }).windowId;
const windowsOf = (windowId: string) => db.database('maintenance_windows').where({ window_id: windowId });

describe('turnpike maintenance', () => {
  it('plans a time for all of a provider from now on, or for a method and a direction later', async () => {
    const whole = await plan('--until', inMinutes(60));
    expect(whole).toMatchObject({ code: 0, out: expect.stringContaining('no new orders for everything of sandbox-1') });
    const [from, until] = [inMinutes(10), inMinutes(20)];
    const part = await planned('--from', from, '--until', until, '--method', 'toCard', '--direction', 'payout');
    const { out } = await speak('list');
    expect(out).toMatch(new RegExp(`${part} +sandbox-1 +toCard payouts +${from} +${until} +release of the bank`));
    const [entry] = await db.database('house_audit_log').where({ action: 'maintenance.planned' }).orderBy('created_at');
    expect(entry).toMatchObject({
      actor: tester.name,
      subject: 'sandbox-1',
      after: { reason: 'release of the bank', direction: null, method: null },
    });
  });

  it('ends one that is under way now, and forgets one that never began', async () => {
    const underWay = await planned('--until', inMinutes(60));
    const later = await planned('--from', inMinutes(10), '--until', inMinutes(60));
    for (const windowId of [underWay, later]) {
      expect(await speak('end', windowId, '--yes')).toMatchObject({ code: 0, out: expect.stringContaining('again') });
    }
    expect(await windowsOf(later)).toEqual([]);
    expect(await windowsOf(underWay).whereRaw('ends_at <= now()')).toHaveLength(1);
    expect((await speak('list')).out).not.toContain(underWay);
    expect((await speak('list', '--all')).out).toContain(underWay);
    expect(await speak('end', underWay, '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`No maintenance ${underWay} is planned or under way`),
    });
  });

  it.each([
    [['--until', '2025-01-01T00:00:00Z'], 1, 'ends after it begins, and in the future'],
    [['--from', '2999-01-02T00:00:00Z', '--until', '2999-01-01T00:00:00Z'], 1, 'ends after it begins'],
    [['--until', 'tomorrow'], 2, 'Give a time such as'],
    [['--until', '2999-01-01T00:00:00Z', '--direction', 'refund'], 2, 'payment, payout'],
  ])('refuses %j', async (words, code, reason) => {
    expect(await plan(...words)).toMatchObject({ code, err: expect.stringContaining(reason) });
  });

  it('refuses a provider that there is not, and a window without a reason', async () => {
    const until = ['--until', inMinutes(5), '--yes'];
    const strange = await speak('plan', 'nowhere', '--reason', 'x', ...until);
    expect(strange).toMatchObject({ code: 1, err: expect.stringContaining('There is no provider nowhere') });
    expect(await speak('plan', 'sandbox-1', '--reason', ' ', ...until)).toMatchObject({ code: 1 });
    expect(await speak('plan', 'sandbox-1', ...until)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--reason'),
    });
  });
});
