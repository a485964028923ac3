import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { up as mendBankAliases } from '#database/tables/0020_mend_bank_aliases';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createBanksStore, listBanks, type ListedBanks } from './index.ts';

let db: TestDatabase;
let listed: ListedBanks;
beforeAll(async () => {
  db = await createTestDatabase();
  listed = await listBanks({ banks: createBanksStore(db.database) });
});
afterAll(() => db.drop());

const fold = (text: string): string => text.toLowerCase().normalize('NFC');

it('no alias is that of two banks, or the name or the identifier of another one', () => {
  const owners = new Map<string, Set<string>>();
  const claim = (word: string, code: string): void =>
    void owners.set(fold(word), (owners.get(fold(word)) ?? new Set()).add(code));
  for (const { bankCode, bankName, aliases } of listed.banks) {
    for (const word of [bankName, bankCode, `bank${bankCode}`, ...aliases]) claim(word, bankCode);
  }
  expect([...owners].filter(([, codes]) => codes.size > 1)).toEqual([]);
});

const words = (text: string): string => ` ${fold(text).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;

/** Of ВТБ, and not Прио-Внешторгбанк; of АБ РОССИЯ, and not Кредит Европа Банк (Россия). */
const partsOfOthersNames = ['Внешторгбанк', 'Банк Россия'];

it('an alias that stands in the name of a bank is that bank’s', () => {
  const astray = listed.banks.flatMap(({ bankName, aliases }) =>
    aliases.filter((alias) => {
      const named = listed.banks.filter((bank) => words(bank.bankName).includes(words(alias)));
      return named.length > 0 && !named.some((bank) => bank.bankName === bankName);
    }),
  );
  expect(astray.sort()).toEqual([...partsOfOthersNames].sort());
});

it.each([
  ['unistream', 'КБ ЮНИСТРИМ'],
  ['Юнистрим', 'КБ ЮНИСТРИМ'],
  ['finservice', 'Банк Финсервис'],
])('%s is %s', (alias, bankName) => {
  expect(listed.banks.filter(({ aliases }) => aliases.includes(alias)).map((bank) => bank.bankName)).toEqual([
    bankName,
  ]);
});

it('a database that was given names of other members has them mended', async () => {
  const aliases = db
    .database('bank_aliases')
    .whereIn('folded_alias', ['юнистрим', 'финсервис'])
    .orderBy('folded_alias');
  await db.database('bank_aliases').where({ folded_alias: 'юнистрим' }).update({ code: '100000000067' });
  await db.database('bank_aliases').where({ folded_alias: 'финсервис' }).update({ code: '100000000042' });
  const versionOf = () => db.database('bank_lists').where({ list: 'sbp' }).first('version');
  const before = await versionOf();
  await mendBankAliases(db.database);
  expect(await aliases.clone().pluck('code')).toEqual(['100000000216', '100000000042']);
  expect(await versionOf()).not.toEqual(before);
  const mended = await versionOf();
  await mendBankAliases(db.database);
  expect(await versionOf()).toEqual(mended);
});

it('no alias undoes that names are compared letter by letter', () => {
  const own = listed.banks.flatMap(({ bankName, aliases }) =>
    aliases.filter((alias) => fold(alias) === fold(bankName)),
  );
  expect(own).toEqual([]);
});

it('at least 40 banks have aliases, the largest among them, each with the source of each', async () => {
  const withAliases = listed.banks.filter(({ aliases }) => aliases.length > 0).map(({ bankName }) => bankName);
  expect(withAliases.length).toBeGreaterThanOrEqual(40);
  const largest = [
    'Сбербанк',
    'Банк ВТБ',
    'Газпромбанк',
    'АЛЬФА-БАНК',
    'Россельхозбанк',
    'Т-Банк',
    'Совкомбанк',
    'Банк ПСБ',
  ];
  expect(withAliases).toEqual(expect.arrayContaining(largest));
  const rows = await db.database('bank_aliases').select<{ alias: string; source: string }[]>('alias', 'source');
  expect(rows.length).toBe(listed.banks.flatMap(({ aliases }) => aliases).length);
  expect(rows.filter(({ alias, source }) => alias.trim() !== alias || !/^[\w ё,.-]{5,}$/i.test(source))).toEqual([]);
});

const kinds = [
  /^(former )?domain [a-z-]+\.(ru|com|su)$/,
  /^((transliteration|abbreviation) of the )?(former )?registered name(, until \d{4})?$/,
  /^full name$/,
  /^identifier in the dictionary of payments by QR code$/,
  /^part of the name in the payment system$/,
  /^(former |Latin )?brand name(, half in Latin letters)?$/,
  /^short form of the ((Latin )?brand name|transliteration)$/,
  /^name in English$/,
  /^(Latin )?abbreviation(, half in Latin letters| of the former name Tinkoff Credit Systems)?$/,
  /^transliteration$/,
  /^spelling (without (a hyphen|ё)|in (one|two) words?)$/,
];

it('every source is of a kind that the guide tells the origin of', async () => {
  const sources = await db.database('bank_aliases').distinct<{ source: string }[]>('source');
  expect(sources.filter(({ source }) => !kinds.some((kind) => kind.test(source)))).toEqual([]);
});

it.each(['СКБ', 'pskb', 'Росбанк', 'Открытие', 'Банк Открытие', 'Хоум Банк', 'Хоум Кредит', 'СМП Банк', 'МБ', 'НС'])(
  '%s is no alias: more banks than one go by it, or the bank is gone',
  (name) => {
    const owners = listed.banks.filter(({ aliases }) => aliases.some((alias) => fold(alias) === fold(name)));
    expect(owners).toEqual([]);
  },
);

it('are shown with their banks, which are sorted by their names, identifiers without the prefix', () => {
  expect(listed.banks).toContainEqual({
    bankName: 'Газпромбанк',
    bankCode: '100000000001',
    aliases: ['gazprombank', 'gpb', 'Банк ГПБ', 'ГПБ'],
  });
  const names = listed.banks.map(({ bankName }) => bankName);
  expect(names).toEqual([...names].sort());
});
