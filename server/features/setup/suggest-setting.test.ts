import { expect, it } from '@jest/globals';
import { refused } from '#test/support/refused';
import { readSetupFile } from './index.ts';

const reading = (text: string) => () => readSetupFile(text, 'file.yaml');

const unknown = (place: string, suggestion: string | null) =>
  refused('setup_file_wrong', { problems: [{ line: 1, place, code: 'unknown_setting', details: { suggestion } }] });

const shop = 'shops: [{ name: S, merchant: M, mode: live, settlementCurrency: RUB';

it.each([
  ['shop: []', 'shop', 'shops'],
  ['providers: [{ id: a, kind: sandbox, activ: true }]', 'providers[0].activ', 'active'],
  [`${shop}, rate_source: x }]`, 'shops[0].rate_source', 'rateSource'],
  [`${shop}, tariffs: [{ direction: payment, method: m, precent: 3 }] }]`, 'shops[0].tariffs[0].precent', 'percent'],
  ['colour: blue', 'colour', null],
])('the mistake in %s at %s is answered with the setting %s', (text, place, suggestion) => {
  expect(reading(text)).toThrow(unknown(place, suggestion));
});
