import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { refused } from '#test/support/refused';
import { tester } from '#test/support/operators';
import { listRates, rateFeeds, readWishes, setRate, takeUpTable, type Rate } from './index.ts';
import { russianDay, russianTable } from './rate-tables-fixture.ts';

const actor = tester;
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const hourMs = 3_600_000;
const inHours = (hours: number): Date => new Date(Date.now() + hours * hourMs);

type Validity = Partial<Pick<Rate, 'validFrom' | 'validUntil'>>;

/** Each test has a source of its own, so that tests do not meet. */
const set = (source: string, rate: string, { validFrom, validUntil = null }: Validity = {}): Promise<Rate> =>
  setRate(db, { from: 'RUB', to: 'USDT', source, rate, validFrom: validFrom ?? null, validUntil }, actor);

const history = async (source: string) =>
  (await listRates(db.database, { source, isHistory: true })).map(({ rate, state }) => `${rate} ${state}`);

const auditOf = (source: string): Promise<{ action: string; before: Rate | null; after: Rate }[]> =>
  db.database('house_audit_log').where('subject', 'like', `% by ${source}`).orderBy('entry_id');

describe('setting a rate', () => {
  it('ends the one before where it begins, keeps it, and records both', async () => {
    await set('one', '0.0125');
    const second = await set('one', '0.0130');
    expect(await history('one')).toEqual(['0.013 in force', '0.0125 past']);
    const [, first] = await listRates(db.database, { source: 'one', isHistory: true });
    expect(first?.validUntil).toEqual(second.validFrom);
    expect(await auditOf('one')).toMatchObject([
      { actor: actor.name, action: 'rate.created', before: null, after: { rate: '0.0125', validUntil: null } },
      { actor: actor.name, action: 'rate.changed', before: { rate: '0.0125' }, after: { rate: '0.013' } },
    ]);
  });

  it('never changes one in place', async () => {
    const begins = inHours(1);
    await set('two', '0.0125', { validFrom: begins });
    await expect(set('two', '0.0126', { validFrom: begins })).rejects.toThrow(
      refused('rate_exists', { subject: 'RUB to USDT by two', validFrom: begins.toISOString() }),
    );
    expect(await history('two')).toEqual(['0.0125 scheduled']);
    expect(await auditOf('two')).toHaveLength(1);
  });

  it('leaves the present one in force until a scheduled one begins', async () => {
    await set('three', '0.0125');
    const scheduled = await set('three', '0.0130', { validFrom: inHours(2) });
    expect(await history('three')).toEqual(['0.013 scheduled', '0.0125 in force']);
    const between = await set('three', '0.0127');
    expect(between.validUntil).toEqual(scheduled.validFrom);
    expect(await history('three')).toEqual(['0.013 scheduled', '0.0127 in force', '0.0125 past']);
  });

  it('cuts short one that would have ended later, and ends by itself', async () => {
    await set('four', '0.0125', { validUntil: inHours(9) });
    const ends = inHours(5);
    await set('four', '0.0126', { validUntil: ends });
    const [present, former] = await listRates(db.database, { source: 'four', isHistory: true });
    expect([present?.validUntil, former?.validUntil]).toEqual([ends, present?.validFrom]);
  });

  it('is refused for the past, an end before the beginning, a pair of one currency and too many decimals', async () => {
    await expect(set('five', '0.0125', { validFrom: inHours(-1) })).rejects.toThrow(refused('rate_in_the_past'));
    await expect(set('five', '0.0125', { validUntil: inHours(-1) })).rejects.toThrow(
      refused('rate_ends_before_it_begins'),
    );
    const backwards = { validFrom: inHours(2), validUntil: inHours(1) };
    await expect(set('five', '0.0125', backwards)).rejects.toThrow(refused('rate_ends_before_it_begins'));
    await expect(set('five', '0.0125001')).rejects.toThrow(
      refused('rate_wrong', { fault: { code: 'rate_too_fine', details: { from: 'RUB', to: 'USDT', decimals: 6 } } }),
    );
    const same = { from: 'RUB', to: 'RUB', source: 'five', rate: '1', validFrom: null, validUntil: null };
    await expect(setRate(db, same, actor)).rejects.toThrow(
      refused('rate_wrong', { fault: { code: 'same_currency', details: {} } }),
    );
    expect(await history('five')).toEqual([]);
  });

  it('many times at once leaves one in force', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => set('six', `0.0${n + 10}`)));
    const rates = await listRates(db.database, { source: 'six', isHistory: true });
    expect(rates.map(({ state }) => state)).toEqual(['in force', ...Array.from({ length: 11 }, () => 'past')]);
    expect(rates.slice(1).map(({ validUntil }) => validUntil)).toEqual(
      rates.slice(0, -1).map(({ validFrom }) => validFrom),
    );
  });
});

describe('taking up a table', () => {
  const take = (source: string, bytes: Uint8Array, aliases: readonly string[] = []) =>
    takeUpTable(
      db,
      { source, table: rateFeeds.cbr.read(bytes), wishes: readWishes(['RUB', 'USD'], aliases) },
      { name: 'feed:cbr', role: 'rule' },
    );

  it('writes every rate with its day, and nothing the second time', async () => {
    expect(await take('seven', russianTable(russianDay()))).toMatchObject({ known: 0, disputed: [], lost: [] });
    const rates = await listRates(db.database, { source: 'seven' });
    expect(rates).toHaveLength(12);
    expect(rates).toContainEqual(expect.objectContaining({ from: 'KZT', to: 'RUB', rate: '0.152007' }));
    expect(await take('seven', russianTable(russianDay()))).toMatchObject({ fresh: [], known: 12 });
    expect(await listRates(db.database, { source: 'seven', isHistory: true })).toHaveLength(12);
    expect(await auditOf('seven')).toHaveLength(12);
  });

  it('of a later day succeeds the earlier one, and the earlier one changes nothing any more', async () => {
    const dearer = (text: string): string => text.replace('80,2500', '81,0000');
    await take('eight', russianTable(russianDay(1)));
    await take('eight', russianTable(russianDay(0), dearer));
    expect(await take('eight', russianTable(russianDay(1)))).toMatchObject({ fresh: [], known: 12 });
    const dollars = await listRates(db.database, { from: 'USD', source: 'eight', isHistory: true });
    expect(dollars.map(({ rate, state }) => `${rate} ${state}`)).toEqual(['81 in force', '80.25 past']);
  });

  it('of tomorrow waits for tomorrow', async () => {
    await take('nine', russianTable(russianDay(0)));
    await take('nine', russianTable(russianDay(-1)));
    const dollars = await listRates(db.database, { from: 'USD', source: 'nine', isHistory: true });
    expect(dollars.map(({ state }) => state)).toEqual(['scheduled', 'in force']);
  });

  it('that differs from the one on record for the same day changes nothing and says so', async () => {
    await take('ten', russianTable(russianDay()));
    const corrected = russianTable(russianDay(), (text) => text.replace('47,0588', '47,0589'));
    expect(await take('ten', corrected)).toMatchObject({ fresh: [], disputed: ['AZN to RUB', 'AZN to USD'] });
    expect(await listRates(db.database, { from: 'AZN', to: 'RUB', source: 'ten' })).toMatchObject([
      { rate: '47.0588' },
    ]);
  });

  it("leaves a rate that an operator set in the feed's name until the next day", async () => {
    await take('eleven', russianTable(russianDay(1)));
    const wanted = { from: 'USD', to: 'RUB', source: 'eleven', rate: '90', validFrom: null, validUntil: null };
    await setRate(db, wanted, actor);
    await take('eleven', russianTable(russianDay(0)));
    expect(await listRates(db.database, { from: 'USD', to: 'RUB', source: 'eleven' })).toMatchObject([{ rate: '90' }]);
    await take('eleven', russianTable(russianDay(-1)));
    const [next] = await listRates(db.database, { from: 'USD', to: 'RUB', source: 'eleven', isHistory: true });
    expect(next).toMatchObject({ rate: '80.25', state: 'scheduled' });
  });

  it('may happen several times at once', async () => {
    const plans = await Promise.all(Array.from({ length: 4 }, () => take('twelve', russianTable(russianDay()))));
    expect(plans.map(({ fresh }) => fresh.length).sort()).toEqual([0, 0, 0, 12]);
  });

  it('of a far day is refused', async () => {
    await expect(take('thirteen', russianTable(russianDay(-9)))).rejects.toThrow(
      refused('table_too_early', { mostDaysAhead: 7 }),
    );
  });

  it('writes all of it or nothing', async () => {
    const huge = russianTable(russianDay(), (text) =>
      text.replace('<Value>80,2500', '<Value>999999999').replace('<Nominal>1000000<', '<Nominal>1<'),
    );
    const table = rateFeeds.cbr.read(huge);
    const quotations = table.quotations.map((line) => ({
      ...line,
      worth: line.worth.times('1e15'),
      units: line.units.div('1e9'),
    }));
    const taken = { source: 'fourteen', table: { ...table, quotations }, wishes: readWishes(['RUB'], []) };
    await expect(takeUpTable(db, taken, { name: 'feed:cbr', role: 'rule' })).rejects.toThrow('numeric field overflow');
    expect(await history('fourteen')).toEqual([]);
  });
});
