import { describe, expect, it } from '@jest/globals';
import { findsDestination } from './find-destination.ts';

const card = '2200123412341234';
const phone = '+79991234567';

describe('the destination in a text', () => {
  it.each([
    '2200123412341234',
    '2200 1234 1234 1234',
    '2200-1234-1234-1234',
    '2200\u00a01234\u00a01234\u00a01234',
    '2200 12341234\n1234',
    '**** 1234',
    '·· 1234',
    '•• 1234',
    '*1234',
    'карта *1234 (МИР)',
    '2200 12** **** 1234',
    '2200 12XX XXXX 1234',
    '220012******1234',
    '…1234',
    'Счёт 1 **** 1234',
  ])('is a card in %s', (text) => {
    expect(findsDestination(`Получатель ${text}`, card)).toBe(true);
  });

  it.each([
    '1234',
    'сумма 1234',
    '**** 4321',
    '**** 12345',
    '22001234123412345',
    '92200123412341234',
    '5536 91** **** 1234',
    'x1234',
    '',
  ])('is no card in %s', (text) => {
    expect(findsDestination(`Получатель ${text}`, card)).toBe(false);
  });

  it.each([
    '+7 (999) 123-45-67',
    '8 999 123 45 67',
    '79991234567',
    '9991234567',
    '+7 *** ***-45-67',
    '7-999-123-45-67',
  ])('is a phone in %s', (text) => {
    expect(findsDestination(`Телефон ${text}`, phone)).toBe(true);
    expect(findsDestination(`Телефон ${text}`, '89991234567')).toBe(true);
  });

  it.each(['+7 (999) 123-45-68', '1 999 123 45 678', '4567'])('is no phone in %s', (text) => {
    expect(findsDestination(`Телефон ${text}`, phone)).toBe(false);
  });

  it('is never found without a number, or with hardly any', () => {
    expect(findsDestination('**** 1234', null)).toBe(false);
    expect(findsDestination('**** 123', '123')).toBe(false);
  });

  it('is looked for in a time that grows with the text only', () => {
    for (const piece of ['*', '* ', '1 ', '12**', '2200 ', 'x', '1*']) {
      expect(findsDestination(piece.repeat(200_000 / piece.length), card)).toBe(false);
    }
  });
});
