import { error as contract } from 'express-openapi-validator';
import { isDatabaseUnavailable } from '#platform/database';
import { messageOf, RequestError } from '#platform/errors';
import type { Log } from '#platform/logs';

/** Every way in which a request can be refused before a feature sees it, in the features' own words. */
export const toRequestError = (error: unknown, log: Log): RequestError => {
  if (error instanceof RequestError) return error;
  if (error instanceof contract.UnsupportedMediaType) return new RequestError('unsupported_media_type');
  if (error instanceof contract.NotFound) return new RequestError('route_not_found');
  if (error instanceof URIError) return new RequestError('route_not_found');
  // The outcome of an unexpected failure is not known to the merchant, which is exactly what 503 says.
  if (isDatabaseUnavailable(error)) log.warn({ cause: messageOf(error) }, 'the database is unavailable');
  else log.error({ error }, 'a request failed unexpectedly');
  return new RequestError('temporarily_unavailable');
};
