import type { RequestHandler } from 'express';
import type { Expectations } from './explain-violations.ts';
import { UnfitRequest } from './unfit-request.ts';

/** The validator takes `Infinity` in a query for an integer, and holds it against no limit. */
export const refuseInfinite =
  (expectations: Expectations): RequestHandler =>
  ({ query }, _response, next) => {
    const values: Readonly<Record<string, unknown>> = query;
    const paths = Object.keys(values)
      .filter((name) => values[name] === Infinity || values[name] === -Infinity)
      .map((name) => `/query/${name}`);
    if (paths.length === 0) return next();
    throw new UnfitRequest(paths.map((path) => ({ path, code: 'type', values: expectations[path]?.['type'] ?? {} })));
  };
