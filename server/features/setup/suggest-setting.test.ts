import { expect, it } from '@jest/globals';
import { readSetupFile } from './index.ts';

const refusalOf = (text: string): string => {
  try {
    readSetupFile(text, 'file.yaml');
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
};

const shop = 'shops: [{ name: S, merchant: M, mode: live, settlementCurrency: RUB';

it.each([
  ['shop: []', 'shop: is not a setting; did you mean shops?'],
  ['providers: [{ id: a, kind: sandbox, activ: true }]', 'providers[0].activ: is not a setting; did you mean active?'],
  [`${shop}, rate_source: x }]`, 'shops[0].rate_source: is not a setting; did you mean rateSource?'],
  [
    `${shop}, tariffs: [{ direction: payment, method: m, precent: 3 }] }]`,
    'shops[0].tariffs[0].precent: is not a setting; did you mean percent?',
  ],
  ['colour: blue', 'colour: is not a setting'],
])('the mistake in %s is answered with %s', (text, refusal) => {
  expect(refusalOf(text)).toBe(`file.yaml:1: ${refusal}`);
});
