import { problems } from '#generated/v1/problems';
import type { components } from '#generated/v1/types';
import { fillIn, violations } from '#generated/v1/violations';
import type { FaultCode, FaultValues, RequestError } from '#platform/errors';
import type { RenderError } from '../http/render-error.ts';
import { UnfitRequest, type PlaceError } from '../http/unfit-request.ts';
import { fieldPlaces } from './field-places.ts';
import { problemCodeOf } from './problem-codes.ts';
import { retryAfterOf } from './retry-after.ts';

type Problem = components['schemas']['Problem'];
type Violation = components['schemas']['Violation'];

type NamesIn<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Unknown = { [Code in FaultCode]: Exclude<NamesIn<(typeof violations)[Code]>, keyof FaultValues[Code]> }[FaultCode];

/** A fault without a sentence does not compile, nor does a sentence that names what its fault does not have. */
const sentences: [Unknown] extends [never] ? Readonly<Record<FaultCode, string>> : Unknown = violations;

/** Undefined where the refusal is not about a part of the request. */
const placesOf = (refusal: RequestError): readonly PlaceError[] | undefined =>
  refusal instanceof UnfitRequest
    ? refusal.places
    : refusal.details.fields?.map(({ field, ...fault }) => ({ path: fieldPlaces[field], ...fault }));

const toViolation = ({ path, code, values }: PlaceError): Violation => ({
  path,
  message: fillIn(sentences[code], values),
  code,
});

const toProblem = (refusal: RequestError, requestId: string): Problem => {
  const { details } = refusal;
  const code = problemCodeOf(refusal.code);
  const places = placesOf(refusal);
  const { type, title, status, message } = problems[code];
  return {
    type,
    title,
    status,
    detail: message,
    message,
    code,
    ...(places && { errors: places.map(toViolation) }),
    ...(details.operationId !== undefined && { operation_id: details.operationId }),
    ...(details.merchantOperationId !== undefined && { merchant_operation_id: details.merchantOperationId }),
    ...(details.operationStatus !== undefined && { operation_status: details.operationStatus }),
    request_id: requestId,
  };
};

/** Where the page about a problem is; null where the configuration does not say where the docs are. */
const linkTo = (docsUrl: string | undefined, { code }: Problem): string | null =>
  docsUrl === undefined ? null : `<${docsUrl}/problems/${code}>; rel="help"`;

/** Says every refusal as a problem (RFC 9457). */
export const renderProblem =
  (docsUrl: string | undefined): RenderError =>
  (refusal, requestId) => {
    const problem = toProblem(refusal, requestId);
    const link = linkTo(docsUrl, problem);
    const retryAfter = retryAfterOf(problem.code);
    return {
      status: problem.status,
      headers: {
        'content-type': 'application/problem+json; charset=utf-8',
        ...(link !== null && { link }),
        ...(problem.status === 401 && { 'www-authenticate': 'ApiKey realm="turnpike"' }),
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      },
      text: JSON.stringify(problem),
    };
  };
