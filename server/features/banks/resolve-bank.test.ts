import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { bankLists, createBanksStore, resolveBank, type BankTreatment, type BanksStore } from './index.ts';

let db: TestDatabase;
let banks: BanksStore;
beforeAll(async () => {
  db = await createTestDatabase();
  banks = createBanksStore(db.database);
});
afterAll(() => db.drop());

const by = (bankRule: BankTreatment['bankRule'], bankList: BankTreatment['bankList']) => (given: string | null) =>
  resolveBank({ banks }, { bankRule, bankList, code: 'method' }, given);
const required = { field: 'destination.bank', code: 'required' };
const unknown = { field: 'destination.bank', code: 'unknown_bank' };
const nothing = { bankname: null, banknameDetails: null, bankTier: 'interbank' };

describe('a bank that is ignored', () => {
  it('becomes nothing, whatever was written', async () => {
    for (const given of [null, 'sber', 'no bank']) expect(await by('ignored', null)(given)).toEqual(nothing);
  });
});

describe('a bank that must be listed', () => {
  const resolve = by('listed', 'rub_codes');

  it('is known by its code, and shown by its name', async () => {
    expect(await resolve('sber')).toEqual({ bankname: 'sber', banknameDetails: 'Сбербанк', bankTier: 'intrabank' });
    expect(await resolve('tcs')).toEqual({ bankname: 'tcs', banknameDetails: 'Т-Банк', bankTier: 'interbank' });
  });

  it.each(['SBER', 'Сбербанк', ' sber', '', 'vtb'])('is not known as "%s"', async (given) => {
    expect(await resolve(given)).toMatchObject({ ...unknown, values: { method: 'method', banks: 'sber, tcs' } });
  });

  it('must be given', async () => {
    expect(await resolve(null)).toMatchObject(required);
  });
});

describe('a bank of a classifier', () => {
  const resolve = by('classified', 'sbp');
  const tBank = { bankname: 'Т-Банк', banknameDetails: 'Т-Банк', bankTier: 'interbank' };

  it.each(['Т-Банк', '100000000004', 'bank100000000004', 'BANK100000000004', 'tinkoff', 'Тинькофф', 'TCS'])(
    'has its one name when it is given as "%s"',
    async (given) => {
      expect(await resolve(given)).toEqual(tBank);
    },
  );

  it('is priced as within the bank by its name there, however it was given', async () => {
    for (const given of ['Сбербанк', '100000000111', 'bank100000000111', 'sber', 'SBERBANK']) {
      expect(await resolve(given)).toMatchObject({ bankname: 'Сбербанк', bankTier: 'intrabank' });
    }
  });

  it('goes by its name before it goes by an alias, and by all of the value, blanks included', async () => {
    expect(await resolve('МТС-Банк')).toMatchObject({ bankname: 'МТС-Банк' });
    expect(await resolve(' Т-Банк')).toMatchObject(unknown);
    expect(await resolve('tinkoff ')).toMatchObject(unknown);
  });

  it.each(['т-банк', 'T-Банк', '100000000999', 'bank', 'bankтинькофф', ''])('is not known as "%s"', async (given) => {
    expect(await resolve(given)).toMatchObject({ ...unknown, values: { method: 'method', banks: 'sbp' } });
  });

  it('must be given', async () => {
    expect(await resolve(null)).toMatchObject(required);
  });
});

describe('a bank that is taken verbatim', () => {
  const resolve = by('verbatim', 'rub_codes');

  it('is passed on as it was written, and may be left out', async () => {
    for (const given of ['Kaspi  bank', 'сбербанк', 'Sber', ' sber', '100000000111', 'bank100000000111', 'Т-Банк']) {
      expect(await resolve(given)).toEqual({ bankname: given, banknameDetails: null, bankTier: 'interbank' });
    }
    expect(await resolve(null)).toEqual(nothing);
  });

  it.each(['sber', 'Сбербанк'])('is priced as within the bank when it is written "%s"', async (given) => {
    expect(await resolve(given)).toMatchObject({ bankname: given, bankTier: 'intrabank' });
  });
});

describe('the lists of banks', () => {
  it('are those that methods can name', async () => {
    expect(await db.database('banks').distinct('list').orderBy('list').pluck('list')).toEqual([...bankLists]);
  });

  it('hold the members of the payment system, each with an identifier of twelve digits', async () => {
    const { banks: members } = await banks.banksOf('sbp');
    expect(members.length).toBe(186);
    expect(members.filter(({ code }) => !/^\d{12}$/.test(code))).toEqual([]);
  });
});
