import { z } from 'zod';
import { currencyCode, figure, isDay, listOf, readShape, requireDistinct } from './read-shape.ts';
import { readXml } from './read-xml.ts';
import type { RateFeed } from './rate-table.ts';

const base = 'RUB';

const isoDay = z
  .string()
  .regex(/^\d{2}\.\d{2}\.\d{4}$/, 'is not a date such as 21.11.2025')
  .transform((text) => text.split('.').reverse().join('-'))
  .refine(isDay, 'is not a date');

// Not read: VunitRate. It is the same quotient in the spelling of a float, `5,88E-05` for the smallest.
const document = z.strictObject({
  ValCurs: z.object({
    '@Date': isoDay,
    Valute: listOf(z.object({ CharCode: currencyCode, Nominal: figure(','), Value: figure(',') })),
  }),
});

/**
 * The daily rates of the Bank of Russia (`XML_daily.asp`), in windows-1251. They are set on a working day for the
 * days that follow, so a table may begin tomorrow; it holds from midnight in Moscow until the next one.
 */
export const bankOfRussia: RateFeed = {
  source: 'cbr',
  read: (bytes) => {
    const { ValCurs: table } = readShape(document, readXml(bytes), 'table of the Bank of Russia');
    const quotations = table.Valute.map(({ CharCode, Nominal, Value }) => ({
      currency: CharCode,
      units: Nominal,
      worth: Value,
    }));
    const day = table['@Date'];
    return {
      base,
      day,
      validFrom: new Date(`${day}T00:00:00+03:00`),
      quotations: requireDistinct(base, quotations),
    };
  },
};
