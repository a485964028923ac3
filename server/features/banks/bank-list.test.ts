import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createBankList, type Bank } from './bank-list.ts';

const bank = (code: string, name: string, ...aliases: string[]): Bank => ({
  code,
  name,
  aliases,
  bank_tier: 'interbank',
});
const banks = [
  bank('100000000001', 'Райффайзенбанк', 'Райффайзен', 'raiffeisen'),
  bank('100000000002', 'sber', 'Ёж'),
  bank('100000000003', 'Сбербанк', 'Sber Bank'),
];
const list = createBankList(banks);
const nameOf = (given: string): string | undefined => list.classify(given)?.name;

describe('a name', () => {
  it('goes before an identifier, and that before an alias', () => {
    const unclear = createBankList([
      bank('1', '2', 'c'),
      bank('2', 'b', '1', 'B'),
      bank('3', 'B'),
      bank('4', 'd', 'b'),
    ]);
    expect(['2', 'bank2', '1', 'B', 'b'].map((given) => unclear.classify(given)?.code)).toEqual([
      '1',
      '2',
      '1',
      '3',
      '2',
    ]);
  });

  it('is compared letter by letter, an alias without regard to case', () => {
    expect(['Сбербанк', 'СБЕРБАНК', 'сбербанк'].map(nameOf)).toEqual(['Сбербанк', undefined, undefined]);
    expect(['sber bank', 'SBER BANK', 'РАЙФФАЙЗЕН'].map(nameOf)).toEqual(['Сбербанк', 'Сбербанк', 'Райффайзенбанк']);
  });

  it('is the same with its accents composed or apart', () => {
    for (const given of ['Райффайзенбанк', 'Райффайзен', 'РАЙФФАЙЗЕН', 'ёж', 'Ёж']) {
      expect(nameOf(given.normalize('NFD'))).toBe(nameOf(given.normalize('NFC')));
      expect(nameOf(given)).toBeDefined();
    }
  });

  it.each(['Еж', 'Сбербанк ', '\tsber', 'Sber\u00a0Bank', 'ｓｂｅｒ', 'Рaйффайзенбанк', 'Сбербанк\u200b'])(
    'that only looks like another is none: %j',
    (given) => {
      expect(nameOf(given)).toBeUndefined();
    },
  );
});

it.each(['100000000001', 'bank100000000001', 'BANK100000000001', 'Bank100000000001'])(
  'an identifier is known as %s',
  (given) => {
    expect(nameOf(given)).toBe('Райффайзенбанк');
  },
);

it.each(['bankbank100000000001', 'bank 100000000001', ' 100000000001', '１00000000001', '100000000001.0'])(
  'no identifier is %s',
  (given) => {
    expect(nameOf(given)).toBeUndefined();
  },
);

describe('whatever is written', () => {
  const known = banks.flatMap(({ code, name, aliases }) => [code, `bank${code}`, name, ...aliases]);
  const pieces = ['bank', 'BANK', ' ', '\u0301', '\u0000', '\ud800', 'İ', 'ß', 'К', '́', '.', '0', ...known];
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join('')),
  );

  it('is one of the banks or none, and the same one in every case where it is an alias', () => {
    fc.assert(
      fc.property(texts, (given) => {
        const found = list.classify(given);
        expect(found === undefined || banks.includes(found)).toBe(true);
        const words = found === undefined ? [] : [found.name, ...found.aliases, found.code, `bank${found.code}`];
        const fold = (text: string): string => text.toLowerCase().normalize('NFC');
        if (found !== undefined) expect(words.map(fold)).toContain(fold(given));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is not looked at where it is longer than any name: a million accents would take hours', () => {
    for (const long of ['\u0301\u0316'.repeat(500_000), 'bank'.repeat(500_000), '1'.repeat(1_000_000)]) {
      expect(nameOf(`a${long}`)).toBeUndefined();
      expect(nameOf(`Сбербанк${long}`)).toBeUndefined();
    }
  });
});

describe('the version of a list', () => {
  it('is that of what merchants are shown', () => {
    expect(createBankList([...banks]).version).toBe(list.version);
    expect(createBankList(banks.map((one) => ({ ...one, bank_tier: 'intrabank' }))).version).toBe(list.version);
    const changes = [
      banks.slice(1),
      [...banks, bank('100000000004', 'Банк ВТБ')],
      banks.map((one, index) => (index === 0 ? { ...one, name: 'Райф' } : one)),
      banks.map((one, index) => (index === 0 ? { ...one, aliases: [] } : one)),
    ];
    const versions = changes.map((changed) => createBankList(changed).version);
    expect(new Set([...versions, list.version]).size).toBe(changes.length + 1);
  });

  it('needs no quotes in an entity tag', () => {
    expect(list.version).toMatch(/^[\w-]{22}$/);
  });
});

it('is shown by name, then by identifier, and is the same version in whichever order it came', () => {
  const some = [bank('3', 'Ёж'), bank('2', 'банк'), bank('1', 'Ява'), bank('5', 'Alfa'), bank('4', 'Ява')];
  const [one, other] = [createBankList(some), createBankList([...some].reverse())];
  expect(one.shown.map(({ bankCode }) => bankCode)).toEqual(['5', '3', '1', '4', '2']);
  expect(other.version).toBe(one.version);
});
