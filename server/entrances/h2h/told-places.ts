import { sentences } from '#generated/h2h/errors';
import { fillIn, violations } from '#generated/h2h/violations';
import type { FaultCode, RequestError } from '#platform/errors';
import { UnfitRequest, type PlaceError } from '../http/unfit-request.ts';
import { fieldPlaces } from './field-places.ts';

/** A fault without a sentence does not compile. */
const shared: Readonly<Record<FaultCode, string>> = violations;

/** Sentences that stand alone, whatever else is wrong. */
const alone: Readonly<Partial<Record<FaultCode, string>>> = sentences;

/** None where the refusal is not about a part of the request. */
export const placesOf = (refusal: RequestError): readonly PlaceError[] =>
  refusal instanceof UnfitRequest
    ? refusal.places
    : (refusal.details.fields ?? []).map(({ field, ...fault }) => ({ path: fieldPlaces[field], ...fault }));

/**
 * A place as merchants know it: `/body/integrationMerhcnatData/webHook` is `integrationMerhcnatData.webHook`, and
 * `/headers/idempotency-key` is `idempotencyKey`, spelled as every finer reason.
 */
const nameOf = (path: string): string => {
  if (path === '') return 'request';
  const name = path.replace(/^\/(?:body|params|query|headers)\/(?=.)/, '').replace(/^\//, '');
  if (path.startsWith('/headers/')) return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return name.replaceAll('/', '.');
};

export const firstPlaceOf = ([first]: readonly PlaceError[]): string => nameOf(first?.path ?? '');

/** What is wrong with each place, in one line. */
export const messageOf = (places: readonly PlaceError[]): string => {
  const standing = places.find(({ code }) => alone[code] !== undefined);
  if (standing !== undefined) return alone[standing.code]!;
  return places.map(({ path, code, values }) => `${nameOf(path)} ${fillIn(shared[code], values)}`).join('; ');
};
