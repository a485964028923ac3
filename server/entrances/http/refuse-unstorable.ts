import type { RequestHandler } from 'express';
import { findFieldFault } from '#platform/strict-json';
import type { Expectations } from './explain-violations.ts';
import { UnfitRequest } from './unfit-request.ts';

const textsOf = (value: unknown): readonly string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string');

/**
 * Texts of the path and of the query are held to the rules of those in bodies: a NUL in one would only be refused by the
 * database. Of the query only what the operation knows: the rest is ignored.
 */
export const refuseUnstorable =
  (expectations: Expectations): RequestHandler =>
  ({ params, query }, _response, next) => {
    const given = [
      ...Object.entries(params).map(([name, value]) => [`/params/${name}`, value] as const),
      ...Object.entries(query).map(([name, value]) => [`/query/${name}`, value] as const),
    ];
    const places = given.flatMap(([path, value]) => {
      if (path.startsWith('/query/') && !Object.hasOwn(expectations, path)) return [];
      const fault = textsOf(value)
        .map((text) => findFieldFault('', text))
        .find((one) => one !== null);
      return fault === undefined ? [] : [{ path, ...fault }];
    });
    if (places.length > 0) throw new UnfitRequest(places);
    next();
  };
