import { error as contract } from 'express-openapi-validator';
import { isDatabaseUnavailable } from '#platform/database';
import { messageOf, RequestError, type FieldError } from '#platform/errors';
import type { Log } from '#platform/logs';

/** The validator's keyword as a code: `minLength.openapi.validation` is `min_length`, a `false schema` forbids. */
const codeOf = (errorCode: string | undefined): string => {
  const keyword = (errorCode ?? 'invalid').split('.')[0] ?? 'invalid';
  if (keyword === 'false schema') return 'forbidden';
  return keyword.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
};

/** A choice between alternatives fails as itself; how each alternative failed would only confuse. */
const violationsOf = (error: InstanceType<typeof contract.BadRequest>): FieldError[] => {
  const violations = error.errors.map(({ path, message, errorCode }) => ({ path, message, code: codeOf(errorCode) }));
  const choices = violations.filter(({ code }) => code === 'one_of' || code === 'any_of');
  return choices.length > 0
    ? violations.filter(({ code, path }) => code.endsWith('_of') || !choices.some((choice) => path.startsWith(choice.path)))
    : violations;
};

/** Every way in which a request can be refused before a feature sees it, in the features' own words. */
export const toRequestError = (error: unknown, log: Log): RequestError => {
  if (error instanceof RequestError) return error;
  if (error instanceof contract.BadRequest) {
    return new RequestError('invalid_request', { fields: violationsOf(error) });
  }
  if (error instanceof contract.UnsupportedMediaType) return new RequestError('unsupported_media_type');
  if (error instanceof contract.NotFound) return new RequestError('route_not_found');
  if (error instanceof URIError) return new RequestError('route_not_found');
  // The outcome of an unexpected failure is not known to the merchant, which is exactly what 503 says.
  if (isDatabaseUnavailable(error)) log.warn({ cause: messageOf(error) }, 'the database is unavailable');
  else log.error({ error }, 'a request failed unexpectedly');
  return new RequestError('temporarily_unavailable');
};
