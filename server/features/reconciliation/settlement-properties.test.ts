import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AttemptRef } from '#providers';
import type { Told } from './reconciliation-fixture.ts';
import { createSettlementStories, line, type SettlementStories } from './settlement-stories-fixture.ts';

let stories: SettlementStories;
beforeAll(async () => {
  stories = await createSettlementStories();
});
afterAll(() => stories.db.drop());

const money = (kopecks: number): string => (kopecks / 100).toFixed(2);

type Wanted = { readonly isPayout: boolean; readonly shop: number; readonly parts: readonly number[] };
const anyWanted: fc.Arbitrary<Wanted> = fc.record({
  isPayout: fc.boolean(),
  shop: fc.nat({ max: 1 }),
  // Few amounts, so that equal ones are frequent.
  parts: fc.array(fc.constantFrom(100, 200, 300, 1_000), { minLength: 1, maxLength: 4 }),
});
const anyAttempts = fc.array(anyWanted, { minLength: 1, maxLength: 6 });
const feeOf = (seed: number, index: number): string => money((seed * (index + 3)) % 50);

type Settled = Wanted & { readonly attempt: AttemptRef; readonly lines: readonly Told[] };

const settle = async (wanted: readonly Wanted[], seed: number): Promise<readonly Settled[]> => {
  const settled: Settled[] = [];
  for (const one of wanted) {
    const worth = money(one.parts.reduce((sum, part) => sum + part, 0));
    const attempt = one.isPayout ? (await stories.sent([worth], one.shop))[0]! : await stories.paid(worth, one.shop);
    const lines = one.parts.map((part, index) =>
      line(attempt, money(part), { type: one.isPayout ? 'out' : 'in', fee: feeOf(seed, index) }),
    );
    settled.push({ ...one, attempt, lines });
  }
  return settled;
};

const shuffled = <Item>(items: readonly Item[], seed: number): Item[] =>
  items
    .map((item, index) => ({ item, key: Math.imul(index + 1, seed * 2_654_435_761 + 97) >>> 0 }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);

const clearingOf = async (): Promise<readonly string[]> => {
  const { rows } = await stories.db.database.raw<{ rows: { sum: string }[] }>(
    `select sum(amount)::numeric(20, 2) as sum from ledger_postings where account = 'clearing:acquirer' group by shop_id`,
  );
  return rows.map(({ sum }) => sum);
};

const openOf = (settled: readonly Settled[]) => stories.openOf(...settled.map(({ attempt }) => attempt));

/** Each run leaves its clearing accounts at zero, so the next one begins with nothing due. */
const runs = { numRuns: 25 } as const;

describe('a settlement file', () => {
  it('that has each attempt whole, in any parts, order and number of files, brings clearing accounts to zero', async () => {
    await fc.assert(
      fc.asyncProperty(anyAttempts, fc.nat(), fc.integer({ min: 1, max: 3 }), async (wanted, seed, files) => {
        const settled = await settle(wanted, seed);
        const lines = shuffled(
          settled.flatMap((one) => one.lines),
          seed,
        );
        const size = Math.ceil(lines.length / files);
        for (let begin = 0; begin < lines.length; begin += size) {
          // A line that names nothing makes each file another one.
          const own = { id: `file ${seed} ${begin} ${Math.random()}`, amount: '0.01' };
          await stories.importLines(...lines.slice(begin, begin + size), own);
        }
        expect(await openOf(settled)).toEqual([]);
        expect((await clearingOf()).filter((sum) => sum !== '0.00')).toEqual([]);
        expect(await stories.broken()).toEqual([]);
      }),
      runs,
    );
  });

  it('that names many attempts in a line brings them to zero as well', async () => {
    await fc.assert(
      fc.asyncProperty(anyAttempts, fc.nat(), async (wanted, seed) => {
        const settled = await settle(
          wanted.map((one) => ({ ...one, isPayout: false })),
          seed,
        );
        const sum = settled.flatMap(({ parts }) => parts).reduce((total, part) => total + part, 0);
        const id = settled.map(({ attempt }) => attempt.attemptId).join(',');
        // Quoted by another separator than that of columns.
        await stories.importLines({ id: id.replaceAll(',', ' '), amount: money(sum), fee: '1.00' });
        expect(await openOf(settled)).toEqual([]);
        expect((await clearingOf()).filter((total) => total !== '0.00')).toEqual([]);
        expect(await stories.broken()).toEqual([]);
      }),
      runs,
    );
  });

  const anyCorruption = fc.constantFrom('missing_here', 'missing_there', 'amount', 'duplicate');

  it('with one thing wrong has one mismatch, of that kind, and settles all the rest', async () => {
    await fc.assert(
      fc.asyncProperty(anyAttempts, fc.nat(), anyCorruption, fc.nat(), async (wanted, seed, corruption, which) => {
        // Of one part each: which of several lines is wrong, nothing can tell.
        const settled = await settle(
          wanted.map((one) => ({ ...one, parts: [one.parts.reduce((sum, part) => sum + part, 0)] })),
          seed,
        );
        const victim = settled[which % settled.length]!;
        const [told] = victim.lines;
        const rest = settled.filter((one) => one !== victim).flatMap(({ lines }) => lines);
        const worth = victim.parts[0]!;
        // A line of the same direction keeps the file's scope, in which an attempt can be missed.
        const kin = { id: `kin ${seed} ${Math.random()}`, amount: '0.01', type: told!.type! };
        const corrupted: Readonly<Record<string, readonly Told[]>> = {
          missing_here: [told!, { ...told!, id: `INV-${seed}` }],
          missing_there: [],
          amount: [{ ...told!, amount: money(worth + 1 + (seed % 500)) }],
          duplicate: [told!, told!],
        };
        const { fileId } = await stories.importLines(...shuffled([...rest, ...corrupted[corruption]!, kin], seed));
        const due = corruption === 'missing_there' || corruption === 'amount' ? worth : 0;
        const told2 = corruption === 'missing_there' ? 0 : corruption === 'amount' ? worth + 1 + (seed % 500) : worth;
        const expected = corruption === 'missing_here' ? [] : [`${corruption} ${money(told2)} ${money(due)}`];
        expect(await openOf(settled)).toEqual(expected);
        const strays = await stories.db.database('settlement_strays').where({ file_id: fileId });
        expect(strays).toHaveLength(corruption === 'missing_here' ? 2 : 1);
        expect(await stories.broken()).toEqual([]);
        // What was wrong is put right by another file: what is due, where anything is.
        if (due > 0) {
          const name = victim.attempt.attemptId;
          await stories.db.database.raw(
            `update settlement_matches set resolution = 'dismissed' where attempt_id = ? and resolution is null and outcome <> 'matched'`,
            [name],
          );
          await stories.importLines(told!, { id: `again ${seed} ${Math.random()}`, amount: '0.01' });
        }
        expect((await clearingOf()).filter((sum) => sum !== '0.00')).toEqual([]);
      }),
      runs,
    );
  });
});
