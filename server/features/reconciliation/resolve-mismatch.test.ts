import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { planSuspenseSettlement, requireSuspense, settleSuspense } from '#features/suspense';
import type { AttemptRef } from '#providers';
import { refused } from '#test/support/refused';
import { tester } from '#test/support/operators';
import { quotes } from '../suspense/suspense-fixture.ts';
import { listMismatches, requireMismatch } from './list-mismatches.ts';
import { resolveMismatch, type ResolutionWay } from './resolve-mismatch.ts';
import { createSettlementStories, line, type SettlementStories } from './settlement-stories-fixture.ts';

let stories: SettlementStories;
let paid: SettlementStories['paid'];
let importLines: SettlementStories['importLines'];
let openOf: SettlementStories['openOf'];
let moved: SettlementStories['moved'];

beforeAll(async () => {
  stories = await createSettlementStories();
  ({ paid, importLines, openOf, moved } = stories);
});
afterAll(() => stories.db.drop());

const resolve = async (name: string, way: ResolutionWay, attemptId: string | null = null): Promise<void> => {
  const open = await requireMismatch(stories.db, name);
  await resolveMismatch(stories.db, open, { way, attemptId, reason: 'ticket 12', actor: tester });
};

const resolving = (attempt: AttemptRef, way: ResolutionWay) => moved(() => resolve(attempt.attemptId, way));

const entriesAbout = async ({ attemptId }: AttemptRef) => {
  const { rows } = await stories.db.database.raw<{ rows: { action: string; actor: string; after: object }[] }>(
    `select action, actor, after from audit_log where after ->> 'attempt_id' = ? and action like 'reconciliation.%'`,
    [attemptId],
  );
  return rows;
};

const strayOf = async (fileId: string): Promise<string> => {
  const [stray] = (await listMismatches(stories.db, { shopId: null, providerId: null, fileId })).filter(
    ({ kind }) => kind === 'missing_here',
  );
  return `${stray!.lines[0]!.fileId}:${stray!.lines[0]!.line}`;
};

describe('accepting a mismatch', () => {
  it('clears what is due, and the house bears what was settled less', async () => {
    const attempt = await paid('1000.00');
    await importLines(line(attempt, '990.00', { fee: '10.00' }));
    expect(await resolving(attempt, 'accept')).toEqual({
      'clearing:acquirer': '1000.00',
      funding: '-980.00',
      provider_fee: '-10.00',
      write_off: '-10.00',
    });
    expect(await openOf(attempt)).toEqual([]);
    expect(await entriesAbout(attempt)).toMatchObject([
      { action: 'reconciliation.accepted', actor: 'cli:tester', after: { kind: 'amount', reason: 'ticket 12' } },
    ]);
  });

  it('lets the house keep what was settled twice', async () => {
    const attempt = await paid('100.00');
    await importLines(line(attempt, '100.00'), line(attempt, '100.00'));
    expect(await resolving(attempt, 'accept')).toEqual({ funding: '-100.00', write_off: '100.00' });
  });

  it('turns the signs for a payout', async () => {
    const [leg] = await stories.sent(['500.00']);
    await importLines(line(leg!, '510.00', { type: 'out', fee: '1.00' }));
    expect(await resolving(leg!, 'accept')).toEqual({
      'clearing:acquirer': '-500.00',
      funding: '511.00',
      provider_fee: '-1.00',
      write_off: '-10.00',
    });
  });

  it('settles several lines together, and what a provider never settles', async () => {
    const [parts, never] = [await paid('100.00'), await paid('70.00')];
    await importLines(line(parts, '40.00'), line(parts, '50.00'));
    expect(await openOf(parts, never)).toEqual(['missing_there 0.00 70.00', 'amount 90.00 100.00']);
    expect(await resolving(parts, 'accept')).toEqual({
      'clearing:acquirer': '100.00',
      funding: '-90.00',
      write_off: '-10.00',
    });
    expect(await resolving(never, 'accept')).toEqual({ 'clearing:acquirer': '70.00', write_off: '-70.00' });
  });
});

describe('a mismatch in suspense', () => {
  it('settles what the provider says, and what is beyond waits for an operator', async () => {
    const attempt = await paid('100.00');
    await importLines(line(attempt, '100.00'), line(attempt, '100.00', { fee: '1.00' }));
    expect(await resolving(attempt, 'suspense')).toEqual({
      funding: '-99.00',
      provider_fee: '-1.00',
      suspense: '100.00',
    });
    const item = await requireSuspense(stories.db, attempt.attemptId);
    expect(item.open.toFixed(2)).toBe('100.00');
    // Sent back over the provider, it is due the other way until a file says so.
    const order = { reason: 'sent back', reference: null, actor: tester };
    await settleSuspense(stories.db, planSuspenseSettlement(item, 'return', null), order);
    expect(await moved(() => importLines(line(attempt, '-100.00')))).toEqual({
      'clearing:acquirer': '-100.00',
      funding: '100.00',
    });
    expect(await stories.broken()).toEqual([]);
  });

  it('is refused for what was settled less', async () => {
    const attempt = await paid('100.00');
    await importLines(line(attempt, '99.00'));
    await expect(resolve(attempt.attemptId, 'suspense')).rejects.toEqual(refused('mismatch_not_beyond'));
  });

  it('is refused while the operation is under way', async () => {
    const { attempts } = await stories.tellings[0]!.startPayment('100.00', quotes.RUB);
    await importLines(line(attempts[0]!, '100.00'));
    await expect(resolve(attempts[0]!.attemptId, 'suspense')).rejects.toEqual(refused('settled_too_early'));
    expect(await openOf(attempts[0]!)).toEqual(['amount 100.00 0.00']);
  });
});

describe('dismissing a mismatch', () => {
  it('moves nothing, and asks no more', async () => {
    const attempt = await paid('100.00');
    await importLines(line(attempt, '100.00'), line(attempt, '100.00'));
    expect(await resolving(attempt, 'dismiss')).toEqual({});
    expect(await openOf(attempt)).toEqual([]);
    expect(await entriesAbout(attempt)).toMatchObject([{ action: 'reconciliation.dismissed' }]);
  });

  it('is possible for a line that names no attempt, in the log of the house', async () => {
    const { fileId } = await importLines({ id: 'INV-1', amount: '5.00' });
    const name = await strayOf(fileId);
    await resolve(name, 'dismiss');
    await expect(resolve(name, 'dismiss')).rejects.toEqual(refused('mismatch_not_found'));
    const entries = await stories.db.database('house_audit_log').where({ subject: name });
    expect(entries).toMatchObject([{ action: 'reconciliation.dismissed', after: { reference: 'INV-1' } }]);
  });
});

describe('assigning a line that names no attempt', () => {
  it('counts it for the attempt: what is due of it is settled', async () => {
    const attempt = await paid('12.00');
    const { fileId } = await importLines({ id: 'INV-2', amount: '12.00', fee: '2.00' });
    const name = await strayOf(fileId);
    expect(await moved(() => resolve(name, 'assign', attempt.attemptId))).toEqual({
      'clearing:acquirer': '12.00',
      funding: '-10.00',
      provider_fee: '-2.00',
    });
    expect(await openOf(attempt)).toEqual([]);
    expect(await stories.broken()).toEqual([]);
  });

  it('leaves a mismatch of the attempt where something else is due', async () => {
    const attempt = await paid('12.00');
    const { fileId } = await importLines({ id: 'INV-3', amount: '13.00' });
    await resolve(await strayOf(fileId), 'assign', attempt.attemptId);
    expect(await openOf(attempt)).toEqual(['amount 13.00 12.00']);
    expect(await resolving(attempt, 'suspense')).toMatchObject({ 'clearing:acquirer': '12.00', suspense: '1.00' });
  });

  it.each([
    ['an attempt that there is not', async () => '01a1fdec-f8de-71fa-89eb-62df7b43551d', 'attempt_not_found' as const],
    ['a payout', async () => (await stories.sent(['5.00']))[0]!.attemptId, 'attempt_of_another_kind' as const],
  ])('is refused to %s', async (_what, make, code) => {
    const { fileId } = await importLines({ id: `INV-${code}`, amount: '5.00' });
    const name = await strayOf(fileId);
    await expect(resolve(name, 'assign', await make())).rejects.toEqual(refused(code));
    await expect(resolve(name, 'accept')).rejects.toEqual(refused('mismatch_way_wrong'));
  });
});

describe('a decision', () => {
  it('is not carried out when a file changed the mismatch meanwhile', async () => {
    const attempt = await paid('100.00');
    await importLines(line(attempt, '40.00'));
    const seen = await requireMismatch(stories.db, attempt.attemptId);
    await importLines(line(attempt, '60.00'));
    const order = { way: 'accept', attemptId: null, reason: 'late', actor: tester } as const;
    await expect(resolveMismatch(stories.db, seen, order)).rejects.toEqual(refused('mismatch_changed_meanwhile'));
    expect(await stories.broken()).toEqual([]);
  });

  it('is carried out once, however often it is pressed at the same time', async () => {
    const attempt = await paid('100.00');
    await importLines(line(attempt, '90.00'));
    const seen = await requireMismatch(stories.db, attempt.attemptId);
    const order = { way: 'accept', attemptId: null, reason: 'once', actor: tester } as const;
    const movedThen = await moved(() =>
      Promise.allSettled([1, 2, 3].map(() => resolveMismatch(stories.db, seen, order))),
    );
    expect(movedThen).toEqual({ 'clearing:acquirer': '100.00', funding: '-90.00', write_off: '-10.00' });
    expect(await entriesAbout(attempt)).toHaveLength(1);
  });
});
