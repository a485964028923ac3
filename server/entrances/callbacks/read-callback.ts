import type { FaultCode } from '#platform/errors';
import { parseStrictJson } from '#platform/strict-json';
import { ContractBreachError, findContractFaults, type Wire } from '#providers/http';
import { UnfitRequest, unfitPlace, type PlaceError } from '../http/unfit-request.ts';

/** What each type of callback brings. */
export type Callback =
  | { readonly type: 'payment.changed'; readonly shopId: string; readonly data: Wire['Payment'] }
  | { readonly type: 'payout.changed'; readonly shopId: string; readonly data: Wire['Payout'] }
  | { readonly type: 'receipt.reviewed'; readonly shopId: string; readonly data: Wire['Review'] };

// Evidence of a hundred transfers has some hundred fields.
const mostFields = 2_000;

/** The form of `data`, by the type. A type that is new tells nothing that could be put on record. */
const formOf: Readonly<Record<string, keyof Wire>> = {
  'payment.changed': 'Payment',
  'payout.changed': 'Payout',
  'receipt.reviewed': 'Review',
};

/** Keywords of JSON Schema as the contract's codes of violations. */
const codes: Readonly<Record<string, FaultCode>> = {
  required: 'required',
  type: 'type',
  pattern: 'pattern',
  enum: 'enum',
  const: 'enum',
  minLength: 'min_length',
  maxLength: 'max_length',
  minimum: 'minimum',
  maximum: 'maximum',
  maxItems: 'maximum',
};

const faultsIn = (schema: string, value: unknown, place: string): PlaceError[] =>
  findContractFaults(schema, value).map((fault) => ({
    path: `${place}${fault.place}`,
    code: codes[fault.keyword] ?? 'format',
    values: {},
  }));

/**
 * Reads a callback as its contract has it.
 * @throws UnfitRequest where it breaks the contract: sending it again would not help
 */
export const readCallback = (text: string): Callback => {
  const parsed = parseStrictJson(text, [], mostFields);
  if (!parsed.isValid) throw new UnfitRequest([{ path: '/body', ...parsed.fault }]);
  const places = faultsIn('CallbackEnvelope', parsed.value, '/body');
  if (places.length > 0) throw new UnfitRequest(places);
  const { type, shop_id: shopId, data } = parsed.value as Wire['CallbackEnvelope'];
  const form = formOf[type];
  if (form === undefined) throw unfitPlace('/body/type', 'enum', { values: Object.keys(formOf).join(', ') });
  const inData = faultsIn(form, data, '/body/data');
  if (inData.length > 0) throw new UnfitRequest(inData);
  return { type, shopId, data } as unknown as Callback;
};

/** What cannot be meant breaks the contract as well. */
export const refuseBreach = (error: unknown): never => {
  if (!(error instanceof ContractBreachError)) throw error;
  throw unfitPlace('/body/data', 'format', { expected: 'what can be meant' });
};
