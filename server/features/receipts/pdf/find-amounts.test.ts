import { describe, expect, it } from '@jest/globals';
import { findAmounts } from './find-amounts.ts';

const nbsp = '\u00a0';
const thin = '\u2009';
const narrow = '\u202f';

describe('amounts of money in a text', () => {
  it.each([
    ['1 000,54 ₽', '1000.54'],
    [`1${nbsp}000,54${nbsp}₽`, '1000.54'],
    [`1${thin}000,54`, '1000.54'],
    [`12${narrow}345${narrow}678,90 руб.`, '12345678.90'],
    ['1 000.54', '1000.54'],
    ['1,000.54 RUB', '1000.54'],
    ['1.000,54 EUR', '1000.54'],
    ['1000,54 руб.', '1000.54'],
    ['1 000 ₽', '1000.00'],
    ['1000 рублей', '1000.00'],
    ['Сумма: 1000.5 р.', '1000.50'],
    ['RUB 1,000.54', '1000.54'],
    ['₽ 250', '250.00'],
    ['-1 000,54 ₽', '1000.54'],
    ['0,00 ₽', '0.00'],
    ['Итого1 000,54', '1000.54'],
    ['100 USDT', '100.00'],
    ['12.50.', '12.50'],
  ])('%s is %s', (text, amount) => {
    expect(findAmounts(text)).toEqual([amount]);
  });

  it.each([
    '21.11.2025',
    '21.11.25',
    '12:30:45',
    '1000',
    '1 000',
    '2200 1234 5678 9012',
    '+7 999 123-45-67',
    'ставка 7,50 %',
    'версия 1.25.3',
    '1000 рубежей',
    'RUBICON 100',
    '1.000',
    'Чек № 100',
    '',
  ])('%s is none', (text) => {
    expect(findAmounts(text)).toEqual([]);
  });

  it('are told in order, each once', () => {
    expect(findAmounts('Сумма 1 000,54 ₽\nКомиссия 10,00 ₽\nИтого 1 010,54 ₽\nСписано 1010.54 RUB')).toEqual([
      '1000.54',
      '10.00',
      '1010.54',
    ]);
  });

  it('never go on in the next line', () => {
    expect(findAmounts('1\n000,54')).toEqual(['0.54']);
  });

  it('are looked for in a time that grows with the text only', () => {
    for (const piece of ['1 111 ', '1,', '11', '1.', '₽1 ', "1'111"]) {
      expect(findAmounts(piece.repeat(200_000 / piece.length)).length).toBeLessThan(200_000);
    }
  });
});
