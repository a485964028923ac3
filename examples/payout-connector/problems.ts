import type { ErrorRequestHandler, Response } from 'express';
import { error as contract } from 'express-openapi-validator';
import { problems } from '../../generated/connector/problems.ts';
import { violations, type ViolationCode } from '../../generated/connector/violations.ts';

export type ProblemCode = keyof typeof problems;

/** An error of the contract: its code fixes what the gateway makes of it. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly places: readonly Place[];

  constructor(code: ProblemCode, places: readonly Place[] = []) {
    super(code);
    this.code = code;
    this.places = places;
  }
}

type Place = { readonly path: string; readonly code: string; readonly message: string };

const isViolation = (code: string): code is ViolationCode => code in violations;

/** `minLength.openapi.validation` is `min_length` in the contract. */
const toPlace = ({
  path,
  message,
  errorCode = 'type',
}: {
  path: string;
  message: string;
  errorCode?: string;
}): Place => {
  const code = (errorCode.split('.')[0] ?? '').replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  return { path, code: isViolation(code) ? code : 'type', message };
};

const toRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  if (error instanceof contract.UnsupportedMediaType) return new Refusal('unsupported_media_type');
  if (error instanceof contract.NotFound) return new Refusal('route_not_found');
  if (error instanceof contract.BadRequest) return new Refusal('invalid_request', error.errors.map(toPlace));
  const { type } = error as { type?: unknown };
  if (type === 'entity.too.large') return new Refusal('payload_too_large');
  if (type === 'entity.parse.failed') {
    return new Refusal('invalid_request', [{ path: '/body', code: 'json', message: violations.json }]);
  }
  // When in doubt, this one: the gateway looks the attempt up.
  console.error(error);
  return new Refusal('outcome_unknown');
};

/** The one place that says what went wrong. */
export const answerProblems: ErrorRequestHandler = (error, _request, response: Response, next) => {
  if (response.headersSent) return next(error);
  const { code, places } = toRefusal(error);
  const { type, status, title, detail } = problems[code];
  if (status === 401) response.set('www-authenticate', 'Bearer');
  const requestId = response.get('x-request-id');
  response
    .status(status)
    .type('application/problem+json')
    .send(
      JSON.stringify({
        type,
        title,
        status,
        detail,
        code,
        ...(places.length > 0 && { errors: places }),
        request_id: requestId,
      }),
    );
};
