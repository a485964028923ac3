import type { RequestHandler } from 'express';
import { findFieldFault } from '#platform/strict-json';
import { UnfitRequest } from './unfit-request.ts';

/** Texts of the path are held to the rules of those in bodies: a NUL in one would only be refused by the database. */
export const refuseUnstorable: RequestHandler = ({ params }, _response, next) => {
  const places = Object.entries(params).flatMap(([name, text]) => {
    const fault = findFieldFault(name, String(text));
    return fault === null ? [] : [{ path: `/params/${name}`, ...fault }];
  });
  if (places.length > 0) throw new UnfitRequest(places);
  next();
};
