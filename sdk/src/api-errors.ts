import { TurnpikeError } from './errors.ts';
import type { OperationStatus } from './operation.ts';

/**
 * What went wrong, for programs. Values may be added: treat one you do not know by the class of the error.
 */
export type ErrorCode =
  | 'invalid_request'
  | 'api_key_missing'
  | 'api_key_invalid'
  | 'operation_not_found'
  | 'route_not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'identifier_reused'
  | 'insufficient_balance'
  | 'receipt_under_review'
  | 'not_cancellable'
  | 'wrong_state'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'no_suitable_tariff'
  | 'no_provider_accepted'
  | 'too_many_requests'
  | 'headers_too_large'
  | 'create_in_progress'
  | 'evidence_unavailable'
  | 'cancellation_in_doubt'
  | 'temporarily_unavailable'
  | (string & {});

/** A broken rule. Values may be added: treat one you do not know as "this place is not valid". */
export type ViolationCode =
  | 'required'
  | 'forbidden'
  | 'type'
  | 'pattern'
  | 'format'
  | 'enum'
  | 'any_of'
  | 'one_of'
  | 'min_length'
  | 'max_length'
  | 'minimum'
  | 'maximum'
  | 'max_properties'
  | 'property_names'
  | 'json'
  | 'duplicate_key'
  | 'forbidden_key'
  | 'forbidden_character'
  | 'too_many_fields'
  | 'too_deep'
  | 'too_many_parts'
  | 'malformed_body'
  | 'malformed_request'
  | 'unknown_method'
  | 'wrong_currency'
  | 'wrong_number'
  | 'unknown_bank'
  | 'out_of_limits'
  | 'too_small'
  | 'wrong_cursor'
  | 'wrong_url'
  | (string & {});

/** One rule of the contract that a request broke. */
export interface Violation {
  /** JSON pointer into the request, such as `/body/amount`. */
  path: string;
  /** What is expected of this place, in words; never repeats the value that was sent. */
  message: string;
  /** The broken rule for programs. */
  code: ViolationCode;
}

export interface ApiErrorDetails {
  status: number;
  code: ErrorCode | undefined;
  errors: readonly Violation[];
  requestId: string | undefined;
  operationId: string | undefined;
  merchantOperationId: string | undefined;
  operationStatus: OperationStatus | undefined;
  retryAfterMs: number | undefined;
}

/**
 * The server answered, and not with success. `message` is its sentence about it: for people, not for
 * programs.
 */
export class ApiError extends TurnpikeError {
  override readonly name: string = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /**
   * What went wrong. Undefined when the answer did not come from Turnpike: from a proxy, or a wrong
   * `baseUrl`.
   */
  readonly code: ErrorCode | undefined;
  /** What is wrong with the request, field by field. Empty except with status 400. */
  readonly errors: readonly Violation[];
  /** The `x-request-id` of the answer. Log it, and quote it when you ask for support. */
  readonly requestId: string | undefined;
  /**
   * With `identifier_reused`: the operation that has this `merchant_operation_id`, where it can be read. With
   * `evidence_unavailable`: the one that was asked for.
   */
  readonly operationId: string | undefined;
  /** With `evidence_unavailable`: your identifier of it. Read by it, its state is answered without receipts. */
  readonly merchantOperationId: string | undefined;
  /** With `evidence_unavailable`: where the operation stands, which is final. */
  readonly operationStatus: OperationStatus | undefined;
  /** Milliseconds that the server asked to wait before the next attempt (its `Retry-After`), if it did. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ApiErrorDetails) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.errors = details.errors;
    this.requestId = details.requestId;
    this.operationId = details.operationId;
    this.merchantOperationId = details.merchantOperationId;
    this.operationStatus = details.operationStatus;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/**
 * 400 `invalid_request`: the request breaks the contract or a rule of the method; `errors` says where.
 * Nothing happened.
 */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}

/** 401 `api_key_missing`, `api_key_invalid`: the key is unknown, malformed or revoked. Nothing happened. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/**
 * 404 `operation_not_found`: the shop has no such operation, also while its create is still running and after
 * one that was rejected. `route_not_found`: `baseUrl` is wrong.
 */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/**
 * 405 `method_not_allowed`: something between you and Turnpike changed the request, or `baseUrl` is wrong.
 */
export class MethodNotAllowedError extends ApiError {
  override readonly name = 'MethodNotAllowedError';
}

/** 408 `request_timeout`: the request arrived too slowly and was not carried out. It can be sent again. */
export class RequestTimeoutError extends ApiError {
  override readonly name = 'RequestTimeoutError';
}

/**
 * 412: the state of things forbids it; nothing changed. See `code`: `identifier_reused` (see `operationId`),
 * `insufficient_balance` (a payout; its identifier is free again), `receipt_under_review`, `not_cancellable`,
 * `wrong_state`.
 */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/**
 * 413 `payload_too_large`: the body is over 64 KiB, or the receipt over 10 MiB (which is told before anything
 * is sent). 431 `headers_too_large`: something between you and Turnpike adds headers. Nothing happened.
 */
export class PayloadTooLargeError extends ApiError {
  override readonly name = 'PayloadTooLargeError';
}

/** 415 `unsupported_media_type`: something between you and Turnpike changed the request. Nothing happened. */
export class UnsupportedMediaTypeError extends ApiError {
  override readonly name = 'UnsupportedMediaTypeError';
}

/**
 * 422 `no_suitable_tariff`: the shop has no tariff for this method and amount. No operation exists. Ask your
 * manager.
 */
export class NoTariffError extends ApiError {
  override readonly name = 'NoTariffError';
}

/**
 * 424 `no_provider_accepted`: no operation exists. Offer another method, or try again later. After a
 * payout: the shop has no route that can carry it.
 */
export class ProviderDeclinedError extends ApiError {
  override readonly name = 'ProviderDeclinedError';
}

/**
 * 429 `too_many_requests`: the shop's quota (100 requests per second by default) is used up. Nothing
 * happened.
 */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/**
 * 503 (`create_in_progress`, `evidence_unavailable`, `cancellation_in_doubt`, `temporarily_unavailable`), and
 * 502 and 504 of a proxy in between.
 *
 * **Whether the request took effect is not known.** Repeat it with the same `merchant_operation_id`, or the
 * same receipt.
 */
export class UnavailableError extends ApiError {
  override readonly name = 'UnavailableError';
}
