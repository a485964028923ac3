// Written by make generate from openapi/shared/problem-table.yaml; never edited by hand.

/** Everything that is the same in all occurrences, by code. */
export const problems = {
  invalid_request: {
    type: 'urn:turnpike:problem:invalid_request',
    status: 400,
    title: 'Invalid request',
    message: 'The request is not valid; errors lists what is wrong with it.',
  },
  api_key_missing: {
    type: 'urn:turnpike:problem:api_key_missing',
    status: 401,
    title: 'API key missing',
    message: 'x-api-key header is required',
  },
  api_key_invalid: {
    type: 'urn:turnpike:problem:api_key_invalid',
    status: 401,
    title: 'API key invalid',
    message: 'invalid api key',
  },
  operation_not_found: {
    type: 'urn:turnpike:problem:operation_not_found',
    status: 404,
    title: 'Operation not found',
    message: 'This shop has no operation with this identifier.',
  },
  route_not_found: {
    type: 'urn:turnpike:problem:route_not_found',
    status: 404,
    title: 'Route not found',
    message: 'There is nothing at this address, or not any more.',
  },
  method_not_allowed: {
    type: 'urn:turnpike:problem:method_not_allowed',
    status: 405,
    title: 'Method not allowed',
    message: 'This path does not support this method.',
  },
  request_timeout: {
    type: 'urn:turnpike:problem:request_timeout',
    status: 408,
    title: 'Request timeout',
    message: 'The request was sent too slowly; nothing of it was carried out.',
  },
  identifier_reused: {
    type: 'urn:turnpike:problem:identifier_reused',
    status: 412,
    title: 'Identifier reused',
    message: 'This merchant_operation_id was already used with a different body.',
  },
  insufficient_balance: {
    type: 'urn:turnpike:problem:insufficient_balance',
    status: 412,
    title: 'Insufficient balance',
    message: 'The available balance does not cover the payout and its commission.',
  },
  receipt_under_review: {
    type: 'urn:turnpike:problem:receipt_under_review',
    status: 412,
    title: 'Receipt under review',
    message: 'A receipt of this payment is under review; it cannot be cancelled now.',
  },
  not_cancellable: {
    type: 'urn:turnpike:problem:not_cancellable',
    status: 412,
    title: 'Not cancellable',
    message: 'This identifier belongs to a payout; payouts cannot be cancelled.',
  },
  wrong_state: {
    type: 'urn:turnpike:problem:wrong_state',
    status: 412,
    title: 'Wrong state',
    message: 'This operation does not accept this receipt in its present state.',
  },
  payload_too_large: {
    type: 'urn:turnpike:problem:payload_too_large',
    status: 413,
    title: 'Payload too large',
    message: 'The request body is larger than this operation accepts.',
  },
  unsupported_media_type: {
    type: 'urn:turnpike:problem:unsupported_media_type',
    status: 415,
    title: 'Unsupported media type',
    message: 'This operation does not read bodies of this content type, character set or encoding.',
  },
  no_suitable_tariff: {
    type: 'urn:turnpike:problem:no_suitable_tariff',
    status: 422,
    title: 'No suitable tariff',
    message: 'The shop has no tariff, or no exchange rate, for this method and amount.',
  },
  no_provider_accepted: {
    type: 'urn:turnpike:problem:no_provider_accepted',
    status: 424,
    title: 'No provider accepted',
    message: 'No provider accepted the operation; none was created.',
  },
  too_many_requests: {
    type: 'urn:turnpike:problem:too_many_requests',
    status: 429,
    title: 'Too many requests',
    message: 'These are too many requests at once; wait before you send the next one.',
  },
  headers_too_large: {
    type: 'urn:turnpike:problem:headers_too_large',
    status: 431,
    title: 'Headers too large',
    message: 'The address and the headers of the request are too large; nothing of it was carried out.',
  },
  create_in_progress: {
    type: 'urn:turnpike:problem:create_in_progress',
    status: 503,
    title: 'Create in progress',
    message: 'Another create with this identifier is not decided yet; repeat the same request.',
  },
  evidence_unavailable: {
    type: 'urn:turnpike:problem:evidence_unavailable',
    status: 503,
    title: 'Evidence unavailable',
    message: 'Receipt evidence is temporarily unavailable; repeat the request.',
  },
  cancellation_in_doubt: {
    type: 'urn:turnpike:problem:cancellation_in_doubt',
    status: 503,
    title: 'Cancellation in doubt',
    message: 'The cancellation may or may not have been recorded; repeat the same request.',
  },
  temporarily_unavailable: {
    type: 'urn:turnpike:problem:temporarily_unavailable',
    status: 503,
    title: 'Temporarily unavailable',
    message: 'The request could not be finished, and may or may not have had an effect; repeat the same request.',
  },
} as const;

export type ProblemCode = keyof typeof problems;
