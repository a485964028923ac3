// Written by make generate from openapi/connector/problem-table.yaml; never edited by hand.

/** Everything that is the same in all occurrences, by code. */
export const problems = {
  invalid_request: {
    type: 'urn:turnpike:connector-problem:invalid_request',
    status: 400,
    title: 'Invalid request',
    detail: 'The request is not valid; errors lists what is wrong with it.',
    effect: 'none',
  },
  unauthorized: {
    type: 'urn:turnpike:connector-problem:unauthorized',
    status: 401,
    title: 'Unauthorized',
    detail: 'The call proves by neither a valid secret nor a known certificate that it is the gateway\'s.',
    effect: 'none',
  },
  signature_invalid: {
    type: 'urn:turnpike:connector-problem:signature_invalid',
    status: 401,
    title: 'Signature invalid',
    detail: 'No signature fits the body under a secret of this connector, or its time is too far away.',
    effect: 'none',
  },
  attempt_not_found: {
    type: 'urn:turnpike:connector-problem:attempt_not_found',
    status: 404,
    title: 'Attempt not found',
    detail: 'There is no such attempt here.',
    effect: 'none',
  },
  route_not_found: {
    type: 'urn:turnpike:connector-problem:route_not_found',
    status: 404,
    title: 'Route not found',
    detail: 'There is nothing at this address.',
    effect: 'unknown',
  },
  document_not_found: {
    type: 'urn:turnpike:connector-problem:document_not_found',
    status: 404,
    title: 'Document not found',
    detail: 'The evidence of this attempt names no such document, or it is not kept any more.',
    effect: 'none',
  },
  method_not_allowed: {
    type: 'urn:turnpike:connector-problem:method_not_allowed',
    status: 405,
    title: 'Method not allowed',
    detail: 'This path does not support this method.',
    effect: 'none',
  },
  attempt_reused: {
    type: 'urn:turnpike:connector-problem:attempt_reused',
    status: 409,
    title: 'Attempt reused',
    detail: 'There is another order under this attempt id; it stays as it is.',
    effect: 'unknown',
  },
  receipt_not_expected: {
    type: 'urn:turnpike:connector-problem:receipt_not_expected',
    status: 409,
    title: 'Receipt not expected',
    detail: 'This payment takes no receipt, or not any more.',
    effect: 'none',
  },
  payload_too_large: {
    type: 'urn:turnpike:connector-problem:payload_too_large',
    status: 413,
    title: 'Payload too large',
    detail: 'The request body is larger than this operation accepts.',
    effect: 'none',
  },
  unsupported_media_type: {
    type: 'urn:turnpike:connector-problem:unsupported_media_type',
    status: 415,
    title: 'Unsupported media type',
    detail: 'This operation does not read bodies of this content type.',
    effect: 'none',
  },
  too_many_requests: {
    type: 'urn:turnpike:connector-problem:too_many_requests',
    status: 429,
    title: 'Too many requests',
    detail: 'These are too many requests at once; nothing of this one was carried out.',
    effect: 'none',
  },
  not_carried_out: {
    type: 'urn:turnpike:connector-problem:not_carried_out',
    status: 503,
    title: 'Not carried out',
    detail: 'The call cannot be served now; nothing of it was carried out, and nothing will be.',
    effect: 'none',
  },
  outcome_unknown: {
    type: 'urn:turnpike:connector-problem:outcome_unknown',
    status: 503,
    title: 'Outcome unknown',
    detail: 'Whether the call was carried out is not known yet; look the attempt up later.',
    effect: 'unknown',
  },
} as const;

export type ProblemCode = keyof typeof problems;
