import { describe, expect, it } from '@jest/globals';
import { refused } from '#test/support/refused';
import { rateFeeds } from './index.ts';
import { europeanTable, inWindows1251, russianTable } from './rate-tables-fixture.ts';

const { cbr, ecb } = rateFeeds;
const plain = ({ quotations }: ReturnType<typeof cbr.read>) =>
  quotations.map(({ currency, units, worth }) => [currency, units.toFixed(), worth.toFixed()]);

describe('a table of the Bank of Russia', () => {
  it('is read as published, from windows-1251, with its decimal commas and nominals', () => {
    const table = cbr.read(russianTable());
    expect(plain(table)).toEqual([
      ['AZN', '1', '47.0588'],
      ['USD', '1', '80.25'],
      ['INR', '100', '91.2035'],
      ['KZT', '100', '15.2007'],
      ['VND', '10000', '31.7341'],
      ['IRR', '1000000', '58.8139'],
    ]);
    expect(table).toMatchObject({ base: 'RUB', day: '2025-11-21' });
  });

  it('holds from midnight in Moscow', () => {
    expect(cbr.read(russianTable()).validFrom.toISOString()).toBe('2025-11-20T21:00:00.000Z');
  });

  it('may have one currency only, or be in another encoding that it names', () => {
    const one = russianTable('21.11.2025', (text) => text.replace(/(<\/Valute>).*(<\/ValCurs>)/, '$1$2'));
    expect(plain(cbr.read(one))).toEqual([['AZN', '1', '47.0588']]);
    const text = new TextDecoder('windows-1251').decode(russianTable()).replace('windows-1251', 'utf-8');
    expect(plain(cbr.read(new TextEncoder().encode(text)))).toHaveLength(6);
  });
});

describe('a table of the European Central Bank', () => {
  it('is read as published: units of each currency for one euro', () => {
    const table = ecb.read(europeanTable());
    expect(plain(table)).toEqual([
      ['USD', '1.16', '1'],
      ['INR', '102.548', '1'],
    ]);
    expect(table).toMatchObject({ base: 'EUR', day: '2025-11-21' });
    expect(table.validFrom.toISOString()).toBe('2025-11-21T15:00:00.000Z');
  });
});

const html = '<!DOCTYPE html><html><head><title>502</title></head><body>Bad gateway</body></html>';
const entities = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};&e${n};">`).join('');
const edited = (from: string | RegExp, to: string) => russianTable('21.11.2025', (text) => text.replace(from, to));

describe('no table is', () => {
  it.each<[string, Uint8Array]>([
    ['nothing', inWindows1251('')],
    ['a page of HTML', inWindows1251(html)],
    ['a page of well-formed HTML', inWindows1251('<html><body><p>Bad gateway</p></body></html>')],
    ['bytes of anything', Uint8Array.from({ length: 5_000 }, (_, n) => (n * 7919) % 256)],
    ['a table cut off', russianTable().subarray(0, 700)],
    ['a table cut off behind a currency', edited(/<Valute ID="R0KZT">.*/, '')],
    ['two tables', edited(/(<ValCurs.*)/, '$1$1')],
    ['a table of another publisher', europeanTable()],
    ['a table without currencies', edited(/<Valute.*<\/Valute>/, '')],
    ['a table without a date', edited(/ Date="[^"]*"/, '')],
    ['a table of a day that does not exist', russianTable('31.11.2025')],
    ['a table whose day is written otherwise', russianTable('2025-11-21')],
    ['a negative rate', edited('80,2500', '-80,2500')],
    ['a rate of zero', edited('80,2500', '0,0000')],
    ['a rate with an exponent', edited('80,2500', '8E1')],
    ['a rate in words', edited('80,2500', 'NaN')],
    ['an empty rate', edited('80,2500', '')],
    ['a rate with two commas', edited('80,2500', '8,0,25')],
    ['a nominal of zero', edited('<Nominal>100<', '<Nominal>0<')],
    ['a missing rate', edited('<Value>80,2500</Value>', '')],
    ['two rates in one place', edited('<Value>80,2500</Value>', '<Value>1</Value><Value>2</Value>')],
    ['a currency named twice', edited('>AZN<', '>USD<')],
    ['the base itself', edited('>AZN<', '>RUB<')],
    ['a code of anything', edited('>AZN<', '>azn<')],
    ['an entity bomb', edited('<ValCurs', `<!DOCTYPE x [<!ENTITY e0 "lol">${entities}]><ValCurs`)],
    ['an entity in place of a rate', edited('80,2500', '&amp;')],
    ['a file of the machine', edited('<ValCurs', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hosts">]><ValCurs')],
    ['ten megabytes', edited('<Valute', `${' '.repeat(10_000_000)}<Valute`)],
    ['a tag without an end', edited('<Valute', `<Valute${' '.repeat(200_000)}`)],
    ['more levels than a parser has', inWindows1251(`${'<a>'.repeat(30_000)}${'</a>'.repeat(30_000)}`)],
    ['a table of unknown encoding', edited('windows-1251', 'klingon')],
    ['a table in another encoding than it says', edited('windows-1251', 'utf-8')],
  ])('%s', (_name, bytes) => {
    expect(() => cbr.read(bytes)).toThrow(expect.objectContaining({ name: 'OperatorRefusal' }));
  });
});

it('says what is wrong and where', () => {
  const read = (bytes: Uint8Array) => () => cbr.read(bytes);
  expect(read(edited('80,2500', '0,0000'))).toThrow(
    refused('table_of_another_shape', {
      expected: 'table of the Bank of Russia',
      place: 'ValCurs.Valute.1.Value',
      reason: 'is not above zero',
    }),
  );
  expect(read(edited('>AZN<', '>USD<'))).toThrow(refused('table_names_twice', { currency: 'USD' }));
  expect(read(russianTable().subarray(0, 700))).toThrow(refused('table_not_xml'));
});
