import { problems } from '#generated/connector/problems';
import type { components } from '#generated/connector/types';
import { fillIn, violations } from '#generated/connector/violations';
import { RequestError, type ErrorCode } from '#platform/errors';
import type { RenderError } from '../http/render-error.ts';
import { UnfitRequest, type PlaceError } from '../http/unfit-request.ts';

type Problem = components['schemas']['Problem'];
export type ProblemCode = keyof typeof problems;

/** What the contract of connectors alone has a code for. */
export class ConnectorRefusal extends RequestError {
  readonly problem: ProblemCode;

  constructor(problem: ProblemCode) {
    super('temporarily_unavailable', { message: problem });
    this.problem = problem;
  }
}

/**
 * What the HTTP layer refuses, in the contract's words. All else is a failure of ours, after which it is not known what was
 * carried out.
 */
const saidAs: Readonly<Partial<Record<ErrorCode, ProblemCode>>> = {
  invalid_request: 'invalid_request',
  api_key_missing: 'unauthorized',
  api_key_invalid: 'unauthorized',
  route_not_found: 'route_not_found',
  method_not_allowed: 'method_not_allowed',
  payload_too_large: 'payload_too_large',
  unsupported_media_type: 'unsupported_media_type',
  too_many_requests: 'too_many_requests',
  // No operation begins before all of its request is in.
  request_timeout: 'not_carried_out',
  headers_too_large: 'not_carried_out',
};

const codeOf = (refusal: RequestError): ProblemCode =>
  refusal instanceof ConnectorRefusal ? refusal.problem : (saidAs[refusal.code] ?? 'outcome_unknown');

const toViolation = ({ path, code, values }: PlaceError) => ({
  path,
  code,
  message: fillIn(violations[code], values),
});

/** Says every refusal as a problem of the contract, which the gateway knows by its type. */
export const renderRefusal: RenderError = (refusal, requestId) => {
  const code = codeOf(refusal);
  const { type, status, title, detail } = problems[code];
  const problem: Problem = {
    type,
    title,
    status,
    detail,
    code,
    ...(refusal instanceof UnfitRequest && { errors: refusal.places.map(toViolation) }),
    request_id: requestId,
  };
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      ...(code === 'unauthorized' && { 'www-authenticate': 'Bearer' }),
    },
    text: JSON.stringify(problem),
  };
};
