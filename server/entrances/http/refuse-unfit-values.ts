import type { RequestHandler } from 'express';
import { findFieldFault } from '#platform/strict-json';
import type { Expectations } from './explain-violations.ts';
import { UnfitRequest, type PlaceError } from './unfit-request.ts';

const textsOf = (value: unknown): readonly string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string');

const faultOf = (path: string, value: unknown, expectations: Expectations): PlaceError | null => {
  if (value === Infinity || value === -Infinity) {
    return { path, code: 'type', values: expectations[path]?.['type'] ?? {} };
  }
  const fault = textsOf(value)
    .map((text) => findFieldFault('', text))
    .find((one) => one !== null);
  return fault === undefined ? null : { path, ...fault };
};

/**
 * Refuses what the validator lets through of the path and of the query: `Infinity`, which it takes for an integer and holds
 * against no limit, and texts that bodies may not have either, such as a NUL, which only the database would refuse. Of the query
 * only what the operation knows: the rest is ignored.
 */
export const refuseUnfitValues =
  (expectations: Expectations): RequestHandler =>
  ({ params, query }, _response, next) => {
    const given = [
      ...Object.entries(params).map(([name, value]) => [`/params/${name}`, value] as const),
      ...Object.entries(query)
        .map(([name, value]) => [`/query/${name}`, value] as const)
        .filter(([path]) => Object.hasOwn(expectations, path)),
    ];
    const places = given.flatMap(([path, value]) => faultOf(path, value, expectations) ?? []);
    if (places.length > 0) throw new UnfitRequest(places);
    next();
  };
