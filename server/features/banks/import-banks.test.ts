import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { tester } from '#test/support/operators';
import {
  changesNothing,
  createBanksStore,
  importBanks,
  listBanks,
  planBanks,
  readDictionary,
  resolveBank,
  type BanksStore,
} from './index.ts';

type Member = { readonly bankName: string; readonly schema: string };

const dbs: TestDatabase[] = [];
let db: TestDatabase;
let present: readonly Member[];
beforeEach(async () => {
  db = await createTestDatabase();
  dbs.push(db);
  const { banks } = await listBanks({ banks: createBanksStore(db.database) });
  present = banks.map(({ bankName, bankCode }) => ({ bankName, schema: `bank${bankCode}` }));
});
afterAll(() => Promise.all(dbs.map((one) => one.drop())));

const dictionaryOf = (members: readonly Member[]) =>
  readDictionary(Buffer.from(JSON.stringify({ dictionary: members })), 'banks.json');
const take = async (members: readonly Member[]) => {
  const dictionary = dictionaryOf(members);
  const expected = await planBanks(db, dictionary);
  return importBanks(db, dictionary, { actor: tester, expected });
};
const resolve = (given: string, banks: BanksStore = createBanksStore(db.database)) =>
  resolveBank({ banks }, { bankRule: 'classified', bankList: 'sbp', code: 'sbp' }, given);
const without = (...codes: string[]) => present.filter(({ schema }) => !codes.includes(schema.slice(4)));
const rename = (code: string, bankName: string) =>
  present.map((member) => (member.schema === `bank${code}` ? { ...member, bankName } : member));
const tBank = '100000000004';
const sber = '100000000111';
const unknown = { code: 'unknown_bank' };
const everything = async () => ({
  banks: await db.database('banks').orderBy(['list', 'code']),
  aliases: await db.database('bank_aliases').orderBy(['list', 'folded_alias']),
  lists: await db.database('bank_lists').orderBy('list'),
  audit: await db.database('house_audit_log').orderBy('entry_id'),
});

describe('taking up a dictionary', () => {
  it('lets banks join, leave and be renamed, and is audited', async () => {
    const members = [...rename(tBank, 'Т-Банк Плюс'), { bankName: 'Новый Банк', schema: 'bank100000000999' }].filter(
      ({ schema }) => schema !== 'bank100000000005',
    );
    const plan = await take(members);
    expect(plan).toEqual({
      joining: [{ code: '100000000999', name: 'Новый Банк' }],
      returning: [],
      renamed: [{ code: tBank, before: 'Т-Банк', after: 'Т-Банк Плюс' }],
      leaving: [{ code: '100000000005', name: 'Банк ВТБ' }],
      aliasesLost: [],
      members: 186,
    });
    expect(await resolve('Новый Банк')).toMatchObject({ bankname: 'Новый Банк', bankTier: 'interbank' });
    expect(await resolve('tinkoff')).toMatchObject({ bankname: 'Т-Банк Плюс' });
    for (const given of ['Банк ВТБ', '100000000005', 'vtb']) expect(await resolve(given)).toMatchObject(unknown);
    const { audit } = await everything();
    expect(audit).toMatchObject([{ actor: tester.name, action: 'banks.imported', subject: 'sbp', after: plan }]);
  });

  it('keeps the name that a bank had as an alias, unless another bank has it by then', async () => {
    await take(rename(tBank, 'Т-Банк Плюс'));
    expect(await resolve('т-банк')).toMatchObject({ bankname: 'Т-Банк Плюс' });
    const swapped = present.map((member) => {
      if (member.bankName === 'Экспобанк') return { ...member, bankName: 'Экономбанк' };
      return member.bankName === 'Экономбанк' ? { ...member, bankName: 'Экспобанк' } : member;
    });
    await take(swapped);
    expect(await resolve('100000000044')).toMatchObject({ bankname: 'Экономбанк' });
    expect(await resolve('Экономбанк')).toEqual(await resolve('100000000044'));
    expect(await resolve('экономбанк')).toMatchObject(unknown);
  });

  it('keeps the tier of a bank that leaves, is renamed and returns', async () => {
    await take(without(sber));
    expect(await resolve('sber')).toMatchObject(unknown);
    expect(await take(rename(sber, 'Сбер'))).toMatchObject({ returning: [{ code: sber, name: 'Сбер' }] });
    expect(await resolve('sber')).toMatchObject({ bankname: 'Сбер', bankTier: 'intrabank' });
  });

  it('changes nothing where nothing is new, the version and the audit log included', async () => {
    const before = await everything();
    expect(changesNothing(await take(present))).toBe(true);
    expect(await everything()).toEqual(before);
  });

  it('gives up an alias that is the name of another bank then, in whatever case', async () => {
    const plan = await take([...without('100000000005'), { bankName: 'ТИНЬКОФФ', schema: 'bank100000000998' }]);
    expect(plan).toMatchObject({ aliasesLost: [{ alias: 'Тинькофф', code: tBank, nameOf: '100000000998' }] });
    expect(await resolve('ТИНЬКОФФ')).toMatchObject({ bankname: 'ТИНЬКОФФ' });
    expect(await resolve('Тинькофф')).toMatchObject(unknown);
    expect(await resolve('tinkoff')).toMatchObject({ bankname: 'Т-Банк' });
  });

  it('keeps the aliases of a bank that left, until it returns and one is the name of another bank', async () => {
    const other = { bankName: 'Тинькофф', schema: 'bank100000000998' };
    expect(await take([...without(tBank), other])).toMatchObject({ aliasesLost: [] });
    expect(await resolve('тинькофф')).toMatchObject(unknown);
    expect(await take([...present, other])).toMatchObject({ aliasesLost: [{ alias: 'Тинькофф' }] });
    expect(await resolve('tinkoff')).toMatchObject({ bankname: 'Т-Банк' });
    expect(await resolve('Тинькофф')).toMatchObject({ bankname: 'Тинькофф' });
  });

  it('does no other thing than was agreed to', async () => {
    const dictionary = dictionaryOf(without(tBank));
    const expected = await planBanks(db, dictionary);
    await take(without(sber));
    const before = await everything();
    await expect(importBanks(db, dictionary, { actor: tester, expected })).rejects.toMatchObject({
      code: 'bank_plan_outdated',
    });
    expect(await everything()).toEqual(before);
  });

  it('happens once where two do it at the same time', async () => {
    const dictionary = dictionaryOf(without(tBank));
    const expected = await planBanks(db, dictionary);
    const both = await Promise.allSettled([1, 2].map(() => importBanks(db, dictionary, { actor: tester, expected })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await everything()).audit.length).toBe(1);
  });

  it('is all or nothing', async () => {
    await db.database.raw(`alter table house_audit_log add constraint none check (action <> 'banks.imported')`);
    const before = await everything();
    await expect(take(without(tBank))).rejects.toThrow('none');
    expect(await everything()).toEqual(before);
  });
});

describe('every process', () => {
  it('learns of it without a restart, and reads the banks only then', async () => {
    const other = createBanksStore(db.database);
    const before = await listBanks({ banks: other });
    await take(without(tBank));
    const after = await eventually(async () => {
      const listed = await listBanks({ banks: other });
      return listed.version !== before.version && listed;
    }, 'the new version');
    expect(after.banks.length).toBe(185);
    expect(await resolve('tinkoff', other)).toMatchObject(unknown);
  });

  it('answers the very same list until then', async () => {
    const banks = createBanksStore(db.database);
    const [one, another] = [await listBanks({ banks }), await listBanks({ banks })];
    expect(another.banks).toBe(one.banks);
  });
});
