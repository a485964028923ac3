import { z } from 'zod';
import { OperatorRefusal } from '#platform/refusals';
import { decimal, zero, type Decimal } from '#platform/money';
import type { Quotation } from './rate-table.ts';

const mostQuotations = 500;

export const currencyCode = z.string().regex(/^[A-Z]{3}$/);

/** A figure above zero, written with `separator`; an exponent or a sign is none. */
export const figure = (separator: ',' | '.'): z.ZodType<Decimal> =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,9}([${separator}]\\d{1,10})?$`), 'is not a figure')
    .transform((text) => decimal(text.replace(',', '.')))
    .refine((value) => value.gt(zero), 'is not above zero');

/** A tag that occurs once is no list to the parser. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value): unknown[] => (Array.isArray(value) ? value : [value]) as unknown[],
    z.array(item).min(1).max(mostQuotations),
  );

/** The days of the calendar only: JavaScript would take 30 February for 2 March. */
export const isDay = (day: string): boolean => {
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
};

/** Reads `document` by its shape, naming the first place that does not fit. */
export const readShape = <Shape>(shape: z.ZodType<Shape>, document: unknown, expected: string): Shape => {
  const parsed = shape.safeParse(document);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') || 'document';
  throw new OperatorRefusal('table_of_another_shape', { expected, place, reason: String(issue?.message) });
};

export const requireDistinct = (base: string, quotations: readonly Quotation[]): readonly Quotation[] => {
  const seen = new Set([base]);
  for (const { currency } of quotations) {
    if (seen.has(currency)) throw new OperatorRefusal('table_names_twice', { currency });
    seen.add(currency);
  }
  return quotations;
};
