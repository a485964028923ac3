import { z } from 'zod';
import { decimal } from '#platform/money';
import { currencyCode, figure, isDay, listOf, readShape, requireDistinct } from './read-shape.ts';
import { readXml } from './read-xml.ts';
import type { RateFeed } from './rate-table.ts';

const base = 'EUR';

const document = z.strictObject({
  Envelope: z.object({
    Cube: z.object({
      Cube: z.object({
        '@time': z
          .string()
          .regex(/^\d{4}-\d{2}-\d{2}$/, 'is not a date')
          .refine(isDay, 'is not a date'),
        Cube: listOf(z.object({ '@currency': currencyCode, '@rate': figure('.') })),
      }),
    }),
  }),
});

/**
 * The euro reference rates of the European Central Bank (`eurofxref-daily.xml`): how much of each currency one euro
 * is worth. By 15:00 UTC those of the day have been published, summer and winter alike.
 */
export const europeanCentralBank: RateFeed = {
  source: 'ecb',
  read: (bytes) => {
    const { Envelope } = readShape(document, readXml(bytes), 'table of the European Central Bank');
    const { '@time': day, Cube: rows } = Envelope.Cube.Cube;
    const quotations = rows.map((row) => ({
      currency: row['@currency'],
      units: row['@rate'],
      worth: decimal('1'),
    }));
    const validFrom = new Date(`${day}T15:00:00Z`);
    return { base, day, validFrom, quotations: requireDistinct(base, quotations) };
  },
};
