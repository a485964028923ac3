import { describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import { copiedAmount, kindOfNumber, showBank, showMoney, showNumber, showSeconds } from './formats.ts';

const rubles = (amount: string) => ({ amount: decimal(amount), currency: 'RUB' });

/** Which kind of space stands between digits is the language's business. */
const plain = (text: string): string => text.replace(/\s/g, ' ');

describe('an amount', () => {
  it('is written as the language does, to the last kopeck', () => {
    expect(plain(showMoney(rubles('1000.58'), 'ru'))).toBe('1 000,58 ₽');
    expect(showMoney(rubles('1000.58'), 'en')).toBe('₽1,000.58');
    expect(plain(showMoney(rubles('999999999.99'), 'ru'))).toBe('999 999 999,99 ₽');
    expect(showMoney(rubles('0.01'), 'en')).toBe('₽0.01');
  });

  it('keeps digits that no JavaScript number holds', () => {
    expect(showMoney(rubles('90071992547409931.07'), 'en')).toBe('₽90,071,992,547,409,931.07');
  });

  it('is copied without what an app could misread', () => {
    expect(copiedAmount(rubles('1000.58'))).toBe('1000.58');
    expect(copiedAmount(rubles('1000.50'))).toBe('1000.50');
    expect(copiedAmount(rubles('1000.00'))).toBe('1000');
  });
});

describe('a number', () => {
  it.each([
    ['2200000000000012', 'card', '2200 0000 0000 0012'],
    ['2200000000000000019', 'card', '2200 0000 0000 0000 019'],
    ['+79001000685', 'phone', '+7 900 100-06-85'],
    ['+99450123456', 'phone', '+99450123456'],
    ['40817810099910004312', 'account', '40817810099910004312'],
    ['123456789:SBIN0005943', 'account', '123456789:SBIN0005943'],
  ])('%s is a %s and shown as %s', (number, kind, shown) => {
    expect([kindOfNumber(number), showNumber(number)]).toEqual([kind, shown]);
  });
});

it('a bank has the name that people know, or what is known of it', () => {
  expect(showBank('tcs', null, 'ru')).toBe('Т-Банк');
  expect(showBank('sber', 'Сбербанк', 'en')).toBe('Sberbank');
  expect(showBank('raif', 'Райффайзенбанк', 'en')).toBe('Райффайзенбанк');
  expect(showBank('raif', null, 'ru')).toBe('raif');
  expect(showBank(null, null, 'ru')).toBeNull();
});

it.each([
  [0, '0:00'],
  [65, '1:05'],
  [1_800, '30:00'],
  [3_600, '1:00:00'],
  [90_061, '25:01:01'],
])('%d seconds are %s', (seconds, shown) => {
  expect(showSeconds(seconds)).toBe(shown);
});
