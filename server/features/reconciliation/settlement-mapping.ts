import { parse } from 'yaml';
import { z } from 'zod';
import { messageOf } from '#platform/errors';
import { OperatorRefusal } from '#platform/refusals';

const column = z.string().min(1).max(200);
const zone = z
  .string()
  .regex(/^[+-](0\d|1[0-4]):[0-5]\d$/, 'is not a zone such as +03:00')
  .default('+00:00');

const csv = z.strictObject({
  format: z.literal('csv'),
  encoding: z.enum(['utf-8', 'windows-1251', 'windows-1252']).default('utf-8'),
  delimiter: z.string().length(1).default(','),
  decimal: z.enum(['.', ',']).default('.'),
  columns: z.strictObject({
    attempt: column,
    amount: column,
    fee: column.optional(),
    currency: column.optional(),
    direction: column.optional(),
    day: column.optional(),
  }),
  /** What a column of directions may say. */
  directions: z.record(z.string(), z.enum(['payment', 'payout', 'skip'])).optional(),
  /** Of all lines, where no column says so. */
  direction: z.enum(['payment', 'payout']).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3,5}$/)
    .optional(),
  amounts: z.enum(['gross', 'net']).default('gross'),
  days: z.enum(['YYYY-MM-DD', 'DD.MM.YYYY']).default('YYYY-MM-DD'),
  zone,
  /** Whether the file has all that was settled on its days. */
  complete: z.boolean().default(true),
});

const camt = z.strictObject({
  format: z.literal('camt.053'),
  amounts: z.enum(['gross', 'net']).default('gross'),
  zone,
  complete: z.boolean().default(false),
});

const mapping = z.discriminatedUnion('format', [csv, camt]).superRefine((given, context) => {
  if (given.format !== 'csv') return;
  const { columns, directions, direction, currency } = given;
  const refuse = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
  if ((columns.direction === undefined) === (direction === undefined)) {
    refuse('direction', 'is needed where columns has no direction, and only there');
  }
  if ((columns.direction === undefined) !== (directions === undefined)) {
    refuse('directions', 'is needed where columns has a direction, and only there');
  }
  if ((columns.currency === undefined) === (currency === undefined)) {
    refuse('currency', 'is needed where columns has no currency, and only there');
  }
  if (given.amounts === 'net' && columns.fee === undefined) refuse('amounts', 'can be net where there is a fee');
});

export type SettlementMapping = z.infer<typeof mapping>;
export type CsvMapping = Extract<SettlementMapping, { format: 'csv' }>;
export type CamtMapping = Extract<SettlementMapping, { format: 'camt.053' }>;

export const mostMappingBytes = 65_536;

/** @throws OperatorRefusal settlement_mapping_wrong */
export const readMapping = (bytes: Uint8Array, file: string): SettlementMapping => {
  const refuse = (problems: readonly string[]): never => {
    throw new OperatorRefusal('settlement_mapping_wrong', { file, problems });
  };
  if (bytes.length > mostMappingBytes) return refuse([`is longer than ${mostMappingBytes} bytes`]);
  let document: unknown;
  try {
    document = parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), { maxAliasCount: 0 });
  } catch (error) {
    return refuse([messageOf(error)]);
  }
  const parsed = mapping.safeParse(document);
  if (parsed.success) return parsed.data;
  return refuse(parsed.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`));
};
