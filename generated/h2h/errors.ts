// Written by make generate from openapi/h2h/error-table.yaml; never edited by hand.

/** Everything that is the same in all occurrences, by code. */
export const envelope = {
  invalid_request: {
    status: 400,
    codeError: 'invalidRequestParameters',
    codeErrorExt: 'none',
    message: 'The request is not valid.',
  },
  api_key_missing: {
    status: 401,
    codeError: 'unauthorized',
    codeErrorExt: 'tokenMissing',
    message: 'A bearer token is required.',
  },
  api_key_invalid: {
    status: 401,
    codeError: 'unauthorized',
    codeErrorExt: 'tokenInvalid',
    message: 'The bearer token is not valid, or not valid any more.',
  },
  insufficient_balance: {
    status: 402,
    codeError: 'notEnoughMoneyOnBalance',
    codeErrorExt: 'none',
    message: 'The available balance does not cover the amount and its commission.',
  },
  forbidden: {
    status: 403,
    codeError: 'forbidden',
    codeErrorExt: 'scope',
    message: 'The token does not have the scope that this operation needs.',
  },
  operation_not_found: {
    status: 404,
    codeError: 'operationNotFound',
    codeErrorExt: 'none',
    message: 'This shop has no operation with this identifier.',
  },
  route_not_found: {
    status: 404,
    codeError: 'routeNotFound',
    codeErrorExt: 'none',
    message: 'There is nothing at this address.',
  },
  method_not_allowed: {
    status: 405,
    codeError: 'methodNotAllowed',
    codeErrorExt: 'none',
    message: 'This path does not support this method.',
  },
  request_timeout: {
    status: 408,
    codeError: 'requestTimeout',
    codeErrorExt: 'none',
    message: 'The request was sent too slowly; nothing of it was carried out.',
  },
  identifier_reused: {
    status: 409,
    codeError: 'duplicateIdentifier',
    codeErrorExt: 'none',
    message: 'An operation with this identifier is in progress or has succeeded.',
  },
  idempotency_key_reused: {
    status: 409,
    codeError: 'duplicateIdentifier',
    codeErrorExt: 'idempotencyKey',
    message: 'This Idempotency-Key was already used with a different body.',
  },
  payload_too_large: {
    status: 413,
    codeError: 'payloadTooLarge',
    codeErrorExt: 'none',
    message: 'The request body is larger than this operation accepts.',
  },
  unsupported_media_type: {
    status: 415,
    codeError: 'unsupportedMediaType',
    codeErrorExt: 'none',
    message: 'This operation does not read bodies of this content type, character set or encoding.',
  },
  no_suitable_tariff: {
    status: 422,
    codeError: 'noSuitableTariffForRequest',
    codeErrorExt: 'none',
    message: 'The shop has no tariff, or no exchange rate, for this method and amount.',
  },
  no_provider_accepted: {
    status: 424,
    codeError: 'noPaymentDetailsAvailable',
    codeErrorExt: 'none',
    message: 'No provider accepted the operation; none was created.',
  },
  too_many_requests: {
    status: 429,
    codeError: 'tooManyRequests',
    codeErrorExt: 'none',
    message: 'These are too many requests at once; wait before you send the next one.',
  },
  headers_too_large: {
    status: 431,
    codeError: 'headersTooLarge',
    codeErrorExt: 'none',
    message: 'The address and the headers of the request are too large; nothing of it was carried out.',
  },
  create_in_progress: {
    status: 503,
    codeError: 'temporarilyUnavailable',
    codeErrorExt: 'createInProgress',
    message: 'Another create with this identifier is not decided yet; repeat the same request.',
  },
  temporarily_unavailable: {
    status: 503,
    codeError: 'temporarilyUnavailable',
    codeErrorExt: 'none',
    message: 'The request could not be finished, and may or may not have had an effect; repeat the same request.',
  },
} as const;

export type EnvelopeCode = keyof typeof envelope;

/** Everything that is the same in all occurrences, by code. */
export const sentences = {
  unknown_bank: 'Not found bankName',
} as const;

export type SentenceCode = keyof typeof sentences;

/** Everything that is the same in all occurrences, by code. */
export const token = {
  invalid_request: { status: 400, error: 'invalid_request', error_description: 'The request is not valid.' },
  grant_type_unsupported: {
    status: 400,
    error: 'unsupported_grant_type',
    error_description: 'The grant_type must be client_credentials.',
  },
  scope_invalid: {
    status: 400,
    error: 'invalid_scope',
    error_description: 'The scope is unknown, or more than this client may have.',
  },
  client_invalid: {
    status: 401,
    error: 'invalid_client',
    error_description: 'The client is unknown or revoked, or its secret is wrong.',
  },
  route_not_found: { status: 404, error: 'invalid_request', error_description: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, error: 'invalid_request', error_description: 'This path does not support this method.' },
  request_timeout: { status: 408, error: 'invalid_request', error_description: 'The request was sent too slowly.' },
  payload_too_large: {
    status: 413,
    error: 'invalid_request',
    error_description: 'The request body is larger than this operation accepts.',
  },
  unsupported_media_type: {
    status: 415,
    error: 'invalid_request',
    error_description: 'The body must be application/x-www-form-urlencoded in UTF-8.',
  },
  too_many_requests: {
    status: 429,
    error: 'temporarily_unavailable',
    error_description: 'These are too many requests at once; wait before you send the next one.',
  },
  headers_too_large: {
    status: 431,
    error: 'invalid_request',
    error_description: 'The address and the headers of the request are too large.',
  },
  temporarily_unavailable: {
    status: 503,
    error: 'temporarily_unavailable',
    error_description: 'The request could not be finished; repeat it.',
  },
} as const;

export type TokenCode = keyof typeof token;
