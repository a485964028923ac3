import { expect, it } from '@jest/globals';
import { normaliseNumber, type NumberFormat } from './number-formats.ts';

it.each<[NumberFormat, string, string | null]>([
  ['card_16', '2200000000000004', '2200000000000004'],
  ['card_16', '2200000000000005', null],
  ['card_16', '220000000000000004', null],
  ['card_16', '0000000000000000', null],
  ['cbu', '2850590940090418135201', '2850590940090418135201'],
  ['cbu', '0170099220000067797370', '0170099220000067797370'],
  ['cbu', '2850590840090418135201', null],
  ['cbu', '2850590940090418135202', null],
  ['cbu', '285059094009041813520', null],
  ['cbu', '0000000000000000000000', null],
  ['phone_ru', '+79001234567', '+79001234567'],
  ['phone_kz', '+7700123456', null],
  ['account_ifsc', '123456789012:SBIN0001234', '123456789012:SBIN0001234'],
  ['account_ifsc', '123456789012:SBIN1001234', null],
  ['account_ifsc', '123456789012', null],
])('takes as %s of %s what is %s', (format, number, taken) => {
  expect(normaliseNumber(format, number)).toBe(taken);
});

it('takes no CBU with one digit changed', () => {
  const cbu = '2850590940090418135201';
  for (let place = 0; place < cbu.length; place += 1) {
    const changed = cbu.slice(0, place) + ((Number(cbu[place]) + 1) % 10) + cbu.slice(place + 1);
    expect([place, normaliseNumber('cbu', changed)]).toEqual([place, null]);
  }
});
