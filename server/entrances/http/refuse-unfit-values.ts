import type { Request, RequestHandler } from 'express';
import { findFieldFault } from '#platform/strict-json';
import type { Expectations } from './explain-violations.ts';
import { isRepeated } from './repeated-headers.ts';
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

/** A list by itself (RFC 9110), and one of which whatever is no UUID is replaced. */
const repeatable: readonly string[] = ['/headers/if-none-match', '/headers/x-request-id'];

const repeatedHeaders = (request: Request, expectations: Expectations): PlaceError[] =>
  Object.keys(expectations)
    .filter((path) => path.startsWith('/headers/') && !repeatable.includes(path))
    .filter((path) => isRepeated(request, path.slice('/headers/'.length)))
    .map((path) => ({ path, code: 'type', values: { expected: 'sent once' } }));

/**
 * Refuses what the validator lets through of the path, of the query and of headers: `Infinity`, which it takes for an integer and
 * holds against no limit, texts that bodies may not have either, such as a NUL, which only the database would refuse, and headers
 * of several lines. Of the query and of headers only what the operation knows: the rest is ignored.
 */
export const refuseUnfitValues =
  (expectations: Expectations): RequestHandler =>
  (request, _response, next) => {
    const { params, query } = request;
    const given = [
      ...Object.entries(params).map(([name, value]) => [`/params/${name}`, value] as const),
      ...Object.entries(query)
        .map(([name, value]) => [`/query/${name}`, value] as const)
        .filter(([path]) => Object.hasOwn(expectations, path)),
    ];
    const places = [
      ...given.flatMap(([path, value]) => faultOf(path, value, expectations) ?? []),
      ...repeatedHeaders(request, expectations),
    ];
    if (places.length > 0) throw new UnfitRequest(places);
    next();
  };
