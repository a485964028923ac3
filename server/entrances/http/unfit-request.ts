import { RequestError, type Fault, type FaultCode, type FaultValues } from '#platform/errors';

/** What is wrong with one place of a request, as documents point at it: `/body/amount`, `/query/limit`. */
export type PlaceError = Fault & { readonly path: string };

/** A request that is not of the form that its document asks for: no feature has seen it. */
export class UnfitRequest extends RequestError {
  readonly places: readonly PlaceError[];

  constructor(places: readonly PlaceError[]) {
    super('invalid_request');
    this.places = places;
  }
}

export const unfitPlace = <Code extends FaultCode>(path: string, code: Code, values: FaultValues[Code]): UnfitRequest =>
  new UnfitRequest([{ path, code, values }]);
