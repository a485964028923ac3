import { describe, expect, it } from '@jest/globals';
import type { OperatorRefusal } from '#platform/refusals';
import { readSetupFile } from './read-setup-file.ts';

const read = (text: string) => readSetupFile(text, 'shops.yaml').file;

const problemsOf = (text: string): unknown => {
  try {
    return read(text);
  } catch (error) {
    return (error as OperatorRefusal<'setup_file_wrong'>).details.problems;
  }
};

const shop = `shops:
  - name: A
    merchant: Acme
    mode: test
    settlementCurrency: RUB
`;

describe('a setup file', () => {
  it('may be empty', () => {
    expect(read('')).toEqual({ merchants: [], methods: [], providers: [], rates: [], shops: [] });
  });

  it('keeps numbers as they were written', () => {
    expect(read('rates: [{ from: RUB, to: USDT, rate: 0.012500, source: bank }]').rates[0]?.rate).toBe('0.012500');
  });

  it('takes one direction and method, or lists of them', () => {
    const [one, many] =
      read(`${shop}    routes:
      - { direction: payment, method: sbp, provider: p, priority: 1 }
      - { direction: [payment, payout], method: [sbp, toCard], provider: p, priority: 2 }`).shops[0]?.routes ?? [];
    expect(one).toMatchObject({ direction: ['payment'], method: ['sbp'] });
    expect(many).toMatchObject({ direction: ['payment', 'payout'], method: ['sbp', 'toCard'] });
  });
});

describe('a mistake in a setup file', () => {
  it.each([
    [
      'a missing setting',
      `${shop}    routes:\n      - { direction: payment, method: sbp, priority: 1 }`,
      { line: 7, place: 'shops[0].routes[0].provider' },
    ],
    ['an unknown setting', `${shop}    colour: red`, { line: 6, place: 'shops[0].colour', code: 'unknown_setting' }],
    ['a wrong value', shop.replace('test', 'demo'), { line: 4, place: 'shops[0].mode' }],
    [
      'a rate of zero',
      'rates:\n  - { from: RUB, to: USDT, rate: 0.000, source: x }',
      { line: 2, place: 'rates[0].rate', details: { message: 'must be above zero with at most ten decimals' } },
    ],
    [
      'an amount in exponent form',
      `${shop}    tariffs:\n      - { direction: payment, method: sbp, fixed: 1e3 }`,
      {
        line: 7,
        place: 'shops[0].tariffs[0].fixed',
        details: { message: 'must be an amount with at most six decimals' },
      },
    ],
    [
      'a bank rule without its list',
      'methods:\n  - { api: h2h, code: own, direction: payout, currency: RUB, rail: phone, numberFormat: phone_ru, bankRule: listed }',
      {
        line: 2,
        place: 'methods[0].bankList',
        details: { message: 'must be given with every bankRule but ignored, and only then' },
      },
    ],
    ['a setting given twice', `${shop}    name: B`, { details: { message: 'Map keys must be unique' } }],
    ['broken YAML', 'shops: [', { line: 1, place: '' }],
  ])('is reported with its line: %s', (_name, text, problem) => {
    expect(problemsOf(text)).toMatchObject([problem]);
  });

  it('does not hide the next one', () => {
    expect(problemsOf('merchants: ["", ""]')).toMatchObject([{ place: 'merchants[0]' }, { place: 'merchants[1]' }]);
  });
});
