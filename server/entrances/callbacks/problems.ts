import { problems, type ProblemCode } from '#generated/connector/problems';
import { fillIn, violations } from '#generated/connector/violations';
import type { Wire } from '#providers/http';
import type { ErrorCode, FaultCode, RequestError } from '#platform/errors';
import type { RenderError } from '../http/render-error.ts';
import { UnfitRequest } from '../http/unfit-request.ts';

/** What a failure of ours may have put on record is not known: a connector tells it again. */
const inDoubt = 'outcome_unknown';

/** Codes of the core, as the contract with connectors says them. A code that is not here does not compile. */
const saidAs: Readonly<Record<ErrorCode, ProblemCode>> = {
  invalid_request: 'invalid_request',
  api_key_missing: 'signature_invalid',
  api_key_invalid: 'signature_invalid',
  forbidden: 'signature_invalid',
  client_invalid: 'signature_invalid',
  grant_type_unsupported: 'invalid_request',
  scope_invalid: 'invalid_request',
  operation_not_found: 'attempt_not_found',
  route_not_found: 'route_not_found',
  method_not_allowed: 'method_not_allowed',
  payload_too_large: 'payload_too_large',
  unsupported_media_type: 'unsupported_media_type',
  too_many_requests: 'too_many_requests',
  headers_too_large: 'invalid_request',
  request_timeout: inDoubt,
  identifier_reused: inDoubt,
  idempotency_key_reused: inDoubt,
  insufficient_balance: inDoubt,
  receipt_under_review: inDoubt,
  not_cancellable: inDoubt,
  wrong_state: inDoubt,
  no_suitable_tariff: inDoubt,
  no_provider_accepted: inDoubt,
  create_in_progress: inDoubt,
  evidence_unavailable: inDoubt,
  cancellation_in_doubt: inDoubt,
  temporarily_unavailable: inDoubt,
};

const sentences: Readonly<Record<FaultCode, string>> = violations;

const violationsOf = (refusal: RequestError): Wire['Violation'][] | undefined =>
  refusal instanceof UnfitRequest
    ? refusal.places.map(({ path, code, values }) => ({ path, code, message: fillIn(sentences[code], values) }))
    : undefined;

/** Says every refusal of a callback as a problem (RFC 9457), in the form of the errors of connectors. */
export const renderConnectorProblem: RenderError = (refusal, requestId) => {
  const code = saidAs[refusal.code];
  const { type, title, status, detail } = problems[code];
  const errors = violationsOf(refusal);
  const problem: Wire['Problem'] = {
    type,
    title,
    status,
    detail,
    code,
    ...(errors && { errors }),
    request_id: requestId,
  };
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      ...(status === 503 && { 'retry-after': '5' }),
    },
    text: JSON.stringify(problem),
  };
};
