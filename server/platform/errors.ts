import { types } from 'node:util';
import type { SecurityEvent } from './security-events.ts';

/**
 * Everything that can be wrong with a request, once for all entrances. Each API renders these by a total table, so
 * a code that an API does not know how to say does not compile.
 */
export const errorCodes = [
  'invalid_request',
  'api_key_missing',
  'api_key_invalid',
  'forbidden',
  'client_invalid',
  'grant_type_unsupported',
  'scope_invalid',
  'operation_not_found',
  'route_not_found',
  'method_not_allowed',
  'request_timeout',
  'identifier_reused',
  'idempotency_key_reused',
  'insufficient_balance',
  'receipt_under_review',
  'not_cancellable',
  'wrong_state',
  'payload_too_large',
  'unsupported_media_type',
  'no_suitable_tariff',
  'no_provider_accepted',
  'too_many_requests',
  'headers_too_large',
  'create_in_progress',
  'evidence_unavailable',
  'cancellation_in_doubt',
  'temporarily_unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

type Values<Name extends string = never> = Readonly<Record<Name, string>>;

/** Everything that can be wrong with a part of a request, and what the sentence about it names. */
export type FaultValues = {
  required: Values;
  forbidden: Values;
  type: Values<'expected'>;
  pattern: Values<'expected'>;
  format: Values<'expected'>;
  enum: Values<'values'>;
  any_of: Values<'expected'>;
  one_of: Values<'fields'>;
  min_length: Values<'limit'>;
  max_length: Values<'limit'>;
  minimum: Values<'limit'>;
  maximum: Values<'limit'>;
  max_properties: Values<'limit'>;
  property_names: Values<'expected'>;
  json: Values;
  duplicate_key: Values;
  forbidden_key: Values;
  forbidden_character: Values;
  too_many_fields: Values<'limit'>;
  too_deep: Values<'limit'>;
  too_many_parts: Values<'limit'>;
  malformed_body: Values;
  malformed_request: Values;
  unknown_method: Values<'direction'>;
  wrong_currency: Values<'currency' | 'method'>;
  wrong_number: Values<'expected'>;
  unknown_bank: Values<'method' | 'banks'>;
  out_of_limits: Values<'minimum' | 'maximum' | 'method'>;
  too_small: Values<'currency'>;
  wrong_cursor: Values;
  wrong_url: Values;
};

export type FaultCode = keyof FaultValues;

/** What is wrong with something. Its sentence belongs to the API that answers. */
export type Fault = { readonly code: FaultCode; readonly values: Readonly<Record<string, string>> };

/** What features find fault with, in the domain's words. Each API says where in its requests they stand. */
export type Field =
  | 'amount'
  | 'cancel_reason'
  | 'currency'
  | 'destination.bank'
  | 'destination.number'
  | 'method'
  | 'return_url'
  | 'webhook_url';

export type FieldError = Fault & { readonly field: Field };

type Details = {
  /** For operators and the log: what merchants are told is the sentence of the code. */
  readonly message?: string;
  readonly fields?: readonly FieldError[];
  /** The operation that holds a re-sent identifier, or was asked for. */
  readonly operationId?: string;
  readonly merchantOperationId?: string;
  readonly operationStatus?: string;
  readonly allow?: readonly string[];
  /** For the log and the metrics alone, as what follows: no caller is told. */
  readonly securityEvent?: SecurityEvent;
  /** What was asked for by its id, and is none of the shop's. */
  readonly soughtOperationId?: string;
};

/** A refusal that the caller may see. Anything else that is thrown is a fault of ours and is never shown. */
export class RequestError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? code);
    this.name = 'RequestError';
    this.code = code;
    this.details = details;
  }
}

export const fieldError = <Code extends FaultCode>(
  field: Field,
  code: Code,
  values: FaultValues[Code],
): FieldError => ({
  field,
  code,
  values,
});

export const invalidFields = (fields: readonly FieldError[]): RequestError =>
  new RequestError('invalid_request', { fields });

export const invalidField = <Code extends FaultCode>(
  field: Field,
  code: Code,
  values: FaultValues[Code],
): RequestError => invalidFields([fieldError(field, code, values)]);

/** A mistake of the operator (configuration, command line, port in use): shown as one line, without a stack. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}

export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return types.isNativeError(error) ? error.message : String(error);
};
