import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setRate } from '#features/rates';
import { createKeyRing, newKeyText } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { refused } from '#test/support/refused';
import { tester } from '#test/support/operators';
import { applySetup, previewSetup, readSetupFile, type SetupNeeds } from './index.ts';

const actor = tester;
let db: TestDatabase;
let needs: SetupNeeds;
beforeAll(async () => {
  db = await createTestDatabase();
  needs = { database: db.database, keyRing: createKeyRing(newKeyText()), allowedNetworks: [] };
});
afterAll(() => db.drop());

const setup = (name: string, rateSource: string, rates = '[]') =>
  readSetupFile(
    `
merchants: [Acme]
rates: ${rates}
shops:
  - { name: ${name}, merchant: Acme, mode: test, settlementCurrency: USDT${rateSource} }
`,
    'shops.yaml',
  );

const apply = (...wanted: Parameters<typeof setup>) => applySetup(needs, setup(...wanted), { isPruning: false, actor });

const chosen = async (name: string): Promise<string | null> =>
  (await db.database('shops').where({ name }).first('rate_source')).rate_source;

const treasury = '[{ from: RUB, to: USDT, rate: 0.0125, source: treasury }]';

it('chooses, changes and gives up the source of the rates of a shop, on record', async () => {
  await apply('one', ', rateSource: treasury', treasury);
  expect(await chosen('one')).toBe('treasury');
  expect((await apply('one', ', rateSource: treasury', treasury)).plan.changes).toEqual([]);
  await apply('one', ', rateSource: cbr');
  expect(await chosen('one')).toBe('cbr');
  const { plan } = await apply('one', '');
  expect(plan.changes).toMatchObject([
    { action: 'change', before: { rateSource: 'cbr' }, after: { rateSource: null } },
  ]);
  expect(await chosen('one')).toBeNull();
  const entries = await db.database('audit_log').where({ action: 'shop.changed', subject: 'one' }).orderBy('entry_id');
  expect(entries).toMatchObject([
    { actor: actor.name, before: { rateSource: null }, after: { rateSource: 'treasury' } },
    { before: { rateSource: 'treasury' }, after: { rateSource: 'cbr' } },
    { before: { rateSource: 'cbr' }, after: { rateSource: null } },
  ]);
  expect(entries.every(({ shop_id: shopId }: { shop_id: string | null }) => shopId !== null)).toBe(true);
});

it('refuses a source that has no rate and is no feed', async () => {
  const preview = previewSetup(needs, setup('two', ', rateSource: tresury', treasury), { isPruning: false });
  await expect(preview).rejects.toThrow(
    refused('setup_file_wrong', {
      problems: [{ line: 5, place: 'shops[0]', code: 'no_rate_by', details: { source: 'tresury' } }],
    }),
  );
});

it('goes on accepting a source whose rates have run out', async () => {
  await apply('three', ', rateSource: desk', '[{ from: RUB, to: USDT, rate: 0.0125, source: desk }]');
  await db.database('fx_rates').where({ source: 'desk' }).del();
  expect((await apply('three', ', rateSource: desk')).plan.changes).toEqual([]);
});

it('writes a rate as the command does, between the present one and a scheduled one', async () => {
  const validFrom = new Date(Date.now() + 3_600_000);
  const scheduled = { from: 'INR', to: 'USDT', source: 'desk', rate: '0.0115', validFrom, validUntil: null };
  await setRate(needs, scheduled, actor);
  await apply('four', '', '[{ from: INR, to: USDT, rate: 0.0114, source: desk }]');
  const rates = await db.database('fx_rates').where({ base: 'INR' }).orderBy('valid_from');
  expect(rates).toMatchObject([
    { rate: '0.0114000000', valid_until: validFrom },
    { rate: '0.0115000000', valid_from: validFrom, valid_until: null },
  ]);
  expect((await apply('four', '', '[{ from: INR, to: USDT, rate: 0.0114, source: desk }]')).plan.changes).toEqual([]);
  expect(await db.database('house_audit_log').where({ subject: 'INR to USDT by desk' })).toHaveLength(2);
});
