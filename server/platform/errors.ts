import { types } from 'node:util';

/**
 * Everything that can be wrong with a request, once for all entrances. Each API renders these by a total table, so
 * a code that an API does not know how to say does not compile.
 */
export const errorCodes = [
  'invalid_request',
  'api_key_missing',
  'api_key_invalid',
  'operation_not_found',
  'route_not_found',
  'method_not_allowed',
  'request_timeout',
  'identifier_reused',
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

export type FieldError = { readonly path: string; readonly message: string; readonly code: string };

type Details = {
  /** For operators and the log: what merchants are told is the sentence of the code. */
  readonly message?: string;
  readonly fields?: readonly FieldError[];
  /** The operation that holds a re-sent identifier, or was asked for. */
  readonly operationId?: string;
  readonly merchantOperationId?: string;
  readonly operationStatus?: string;
  readonly allow?: readonly string[];
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

export const invalidField = (path: string, message: string, code: string): RequestError =>
  new RequestError('invalid_request', { fields: [{ path, message, code }] });

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
