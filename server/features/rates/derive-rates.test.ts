import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimal } from '#platform/money';
import { decimalOf, divideHalfEven } from '#test/faults/priced-amounts';
import { refused } from '#test/support/refused';
import { deriveRates } from './derive-rates.ts';
import { rateFeeds, readWishes } from './index.ts';
import { europeanTable, russianTable } from './rate-tables-fixture.ts';

const table = rateFeeds.cbr.read(russianTable());

const derive = (into: readonly string[] = [], aliases: readonly string[] = []): Readonly<Record<string, string>> =>
  Object.fromEntries(
    deriveRates('cbr', table, readWishes(into, aliases)).rates.map(({ from, to, source, rate }) => [
      `${from} to ${to} by ${source}`,
      rate.toFixed(),
    ]),
  );

describe('the rates of a table', () => {
  it('are the published ones into its base: value by nominal', () => {
    expect(derive()).toEqual({
      'AZN to RUB by cbr': '47.0588',
      'USD to RUB by cbr': '80.25',
      'INR to RUB by cbr': '0.912035',
      'KZT to RUB by cbr': '0.152007',
      'VND to RUB by cbr': '0.00317341',
      'IRR to RUB by cbr': '0.0000588139',
    });
  });

  it('into another currency are quotients of two published figures, on request', () => {
    const rates = derive(['USD']);
    expect(rates['RUB to USD by cbr']).toBe('0.0124610592');
    expect(rates['KZT to USD by cbr']).toBe('0.0018941682');
    expect(Object.keys(rates).every((pair) => pair.includes(' to USD by '))).toBe(true);
  });

  it('are inverted for a publisher that says how much of a currency its own is worth', () => {
    const euros = deriveRates('ecb', rateFeeds.ecb.read(europeanTable()), readWishes([], []));
    expect(euros.rates.map(({ from, to, rate }) => [from, to, rate.toFixed()])).toEqual([
      ['USD', 'EUR', '0.8620689655'],
      ['INR', 'EUR', '0.009751531'],
    ]);
  });

  it('never lead to USDT by themselves, and say what they rest on when they do', () => {
    expect(() => derive(['USDT'])).toThrow(refused('table_without_target', { currency: 'USDT' }));
    expect(derive(['USDT'], ['USD=USDT'])).toMatchObject({
      'RUB to USDT by cbr:USD=USDT': '0.0124610592',
      'KZT to USDT by cbr:USD=USDT': '0.0018941682',
      'USD to USDT by cbr:USD=USDT': '1',
    });
    expect(derive([], ['USD=USDT'])).toMatchObject({
      'USD to RUB by cbr': '80.25',
      'USDT to RUB by cbr:USD=USDT': '80.25',
    });
  });

  it('leave out what a quote would round to nothing', () => {
    const { rates, lost } = deriveRates(
      'cbr',
      rateFeeds.cbr.read(russianTable('21.11.2025', (text) => text.replace('1000000<', '900000000<'))),
      readWishes([], []),
    );
    expect(lost).toEqual(['IRR to RUB']);
    expect(rates).toHaveLength(5);
  });

  it('are rounded once, half to even, whatever is published', () => {
    const figure = fc.bigInt({ min: 1n, max: 9_999_999_999_999n });
    fc.assert(
      fc.property(figure, figure, figure, figure, (worth, units, otherWorth, otherUnits) => {
        const quotation = (currency: string, unitsOf: bigint, worthOf: bigint) => ({
          currency,
          units: decimal(decimalOf(unitsOf, 4)),
          worth: decimal(decimalOf(worthOf, 4)),
        });
        const quotations = [quotation('AAA', units, worth), quotation('BBB', otherUnits, otherWorth)];
        const { rates } = deriveRates('x', { ...table, quotations }, readWishes(['BBB'], []));
        const exact = divideHalfEven(worth * otherUnits * 10n ** 10n, units * otherWorth);
        const derived = rates.find(({ from }) => from === 'AAA');
        // A rate that is lost at ten decimals is left out.
        expect(derived?.rate.toFixed(10) ?? decimalOf(0n, 10)).toBe(decimalOf(exact, 10));
      }),
      { numRuns: 500 },
    );
  });

  it('round a tie to the even neighbour', () => {
    const tie = (worth: string) => {
      const quotations = [{ currency: 'AAA', units: decimal('20000'), worth: decimal(worth) }];
      const [rate] = deriveRates('x', { ...table, base: 'EUR', quotations }, readWishes([], [])).rates;
      return rate?.rate.toFixed(10);
    };
    expect(tie('0.000005')).toBe('0.0000000002');
    expect(tie('0.000007')).toBe('0.0000000004');
    expect(tie('0.000003')).toBe('0.0000000002');
  });
});

describe('wishes are refused', () => {
  it.each([
    [['usd'], [], refused('currency_malformed', { currency: 'usd' })],
    [[], ['USD'], refused('alias_malformed', { alias: 'USD' })],
    [[], ['USD='], refused('alias_malformed', { alias: 'USD=' })],
    [[], ['USD=USD'], refused('alias_malformed', { alias: 'USD=USD' })],
    [[], ['USD=USDT=RUB'], refused('alias_malformed', { alias: 'USD=USDT=RUB' })],
  ])('%j %j', (into, aliases, refusal) => {
    expect(() => readWishes(into, aliases)).toThrow(refusal);
  });

  it('when the table has the one currency not, or the other already', () => {
    expect(() => derive([], ['GEL=USDT'])).toThrow(
      refused('table_without_published', { published: 'GEL', meant: 'USDT' }),
    );
    expect(() => derive([], ['USD=AZN'])).toThrow(refused('table_with_meant', { meant: 'AZN' }));
  });
});
