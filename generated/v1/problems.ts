// Written by make generate from openapi/v1; never edited by hand.

import type { components } from './types.ts';

export type ProblemCode = components['schemas']['ProblemCode'];

interface Problem {
  readonly status: number;
  readonly title: string;
}

/** The HTTP status and the title of every problem of the document. */
export const problems = {
  invalid_request: { status: 400, title: 'Invalid request' },
  api_key_missing: { status: 401, title: 'API key missing' },
  api_key_invalid: { status: 401, title: 'API key invalid' },
  operation_not_found: { status: 404, title: 'Operation not found' },
  route_not_found: { status: 404, title: 'Route not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  identifier_reused: { status: 412, title: 'Identifier reused' },
  insufficient_balance: { status: 412, title: 'Insufficient balance' },
  receipt_under_review: { status: 412, title: 'Receipt under review' },
  not_cancellable: { status: 412, title: 'Not cancellable' },
  wrong_state: { status: 412, title: 'Wrong state' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  no_suitable_tariff: { status: 422, title: 'No suitable tariff' },
  no_provider_accepted: { status: 424, title: 'No provider accepted' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  create_in_progress: { status: 503, title: 'Create in progress' },
  evidence_unavailable: { status: 503, title: 'Evidence unavailable' },
  cancellation_in_doubt: { status: 503, title: 'Cancellation in doubt' },
  temporarily_unavailable: { status: 503, title: 'Temporarily unavailable' },
} as const satisfies Record<ProblemCode, Problem>;
