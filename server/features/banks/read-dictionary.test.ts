import { expect, it } from '@jest/globals';
import { isOperatorRefusal } from '#platform/refusals';
import { mostDictionaryBytes, readDictionary } from './read-dictionary.ts';

const read = (text: string) => readDictionary(Buffer.from(text), 'banks.json');
const sber = { bankName: 'Сбербанк', schema: 'bank100000000111' };
const vtb = { bankName: 'Банк ВТБ', schema: 'bank100000000005' };

const problemsOf = (act: () => unknown): readonly string[] => {
  try {
    act();
  } catch (error) {
    if (!isOperatorRefusal(error) || error.code !== 'bank_file_wrong') throw error;
    const { problems } = error.details as { problems: readonly { place: string; code: string; details: object }[] };
    return problems.map(({ place, code, details }) => `${place} ${code} ${Object.values(details).join(' ')}`);
  }
  throw new Error('It was taken.');
};
const reject = (document: unknown): readonly string[] => problemsOf(() => read(JSON.stringify(document)));

it('is what the payment system publishes, whatever else that says', () => {
  const published = {
    version: '1.0',
    dictionary: [
      { ...sber, logoURL: 'https://bank.example/logo.png', package_name: 'app', isWebClientActive: 'false' },
      { ...vtb, bankName: 'Банк Й'.normalize('NFD') },
    ],
  };
  expect(read(JSON.stringify(published)).members).toEqual([
    { code: '100000000111', name: 'Сбербанк', place: 'dictionary[0]' },
    { code: '100000000005', name: 'Банк Й', place: 'dictionary[1]' },
  ]);
});

it('may be the bare list, with a byte order mark', () => {
  const { members } = readDictionary(Buffer.from(`\ufeff${JSON.stringify([sber])}`), 'banks.json');
  expect(members).toEqual([{ code: '100000000111', name: 'Сбербанк', place: '[0]' }]);
});

it('names every place that does not fit', () => {
  const wrong = [
    { ...sber, schema: '100000000111' },
    { bankName: 'Банк ВТБ' },
    { ...vtb, bankName: '' },
    { ...vtb, bankName: ' Банк ВТБ' },
    { ...vtb, bankName: 'Банк\u202eВТБ' },
    { ...vtb, bankName: 'x'.repeat(141) },
    { ...vtb, bankName: 'bank100000000111' },
    { ...vtb, schema: 5 },
    'Сбербанк',
  ];
  const places = reject({ dictionary: wrong }).map((problem) => problem.split(' ')[0]);
  expect(places).toEqual([
    'dictionary[0].schema',
    'dictionary[1].schema',
    'dictionary[2].bankName',
    'dictionary[3].bankName',
    'dictionary[4].bankName',
    'dictionary[5].bankName',
    'dictionary[6].bankName',
    'dictionary[7].schema',
    'dictionary[8]',
  ]);
});

it('names what it says twice, with both places', () => {
  const twice = [sber, vtb, { ...sber, bankName: 'Сбер' }, { ...vtb, schema: 'bank100000000006' }];
  expect(reject(twice)).toEqual(['[2] code_twice 100000000111 [0]', '[3] name_twice Банк ВТБ [1]']);
});

it.each<[string, unknown]>([
  ['no list', {}],
  ['a list under another name', { banks: [sber] }],
  ['an empty list', { dictionary: [] }],
  ['a bare empty list', []],
  ['a text', 'x'],
  ['nothing', null],
  ['more banks than there are', Array.from({ length: 2_001 }, () => sber)],
  ['a hundred thousand things that are no banks', { dictionary: Array.from({ length: 100_000 }, () => 1) }],
])('is not %s', (_what, document) => {
  expect(reject(document)).toEqual([expect.stringContaining('malformed')]);
});

it('is UTF-8 and JSON', () => {
  expect(problemsOf(() => read('{"dictionary": ['))).toEqual([expect.stringContaining('malformed')]);
  const inWindows1251 = Buffer.from([0x22, 0xc1, 0xe0, 0xed, 0xea, 0x22]);
  expect(problemsOf(() => readDictionary(inWindows1251, 'x'))).toEqual([expect.stringContaining('malformed')]);
});

it('may be nested as deep as it likes, and is wrong all the same', () => {
  const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
  expect(problemsOf(() => read(deep))).toEqual([expect.stringMatching(/^\[0\] malformed/)]);
});

it('is not read where it is too long', () => {
  expect(() => readDictionary(Buffer.alloc(mostDictionaryBytes + 1, ' '), 'x')).toThrow('bank_file_too_long');
});
