import type { ErrorRequestHandler } from 'express';
import { error as contract } from 'express-openapi-validator';
import type { FaultCode } from '#platform/errors';
import { UnfitRequest, type PlaceError } from './unfit-request.ts';

/** What an operation expects, by the place in its request and the rule; `*` stands for a name of the sender's choice. */
export type Expectations = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/**
 * The validator's keyword as a code: `minLength.openapi.validation` is `min_length`, a `false schema` forbids. Generating
 * holds the contract to keywords that have a code.
 */
const codeOf = (errorCode: string | undefined): FaultCode => {
  // What the validator cannot even read as a parameter it reports without a keyword.
  const [keyword = ''] = (errorCode ?? 'type').split('.');
  if (keyword === 'false schema' || keyword === 'additionalProperties') return 'forbidden';
  // The validator's own word for the type of what it would parse, a time.
  if (keyword === 'x-eov-type') return 'type';
  const code = keyword.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  return code as FaultCode;
};

const toPlaceError =
  (expectations: Expectations) =>
  ({ path, errorCode }: { readonly path: string; readonly errorCode?: string | undefined }): PlaceError => {
    const expected = expectations[path] ?? expectations[path.replace(/[^/]*$/, '*')];
    const code = codeOf(errorCode);
    return { path, code, values: expected?.[code] ?? {} };
  };

const fieldsOf = ({ path, values }: PlaceError): string[] =>
  (values['fields'] ?? '').split(' and ').map((name) => `${path}/${name}`);

/** Whether a violation only says how another one came about, or says the same in other words. */
const isSaidBy = (place: PlaceError, other: PlaceError): boolean => {
  const { path, code } = place;
  const isHere = other.path === path;
  if (code === 'one_of') return other.code === 'type' && (isHere || fieldsOf(place).includes(other.path));
  if (other.code === 'one_of') return (code === 'required' || code === 'forbidden') && fieldsOf(other).includes(path);
  if (other.code === 'any_of' || other.code === 'property_names') return isHere && code !== other.code;
  return isHere && other.code === 'pattern' && code === 'format';
};

/** Branches of the contract that share a rule report it once each. */
const isFirst = ({ path, code }: PlaceError, at: number, all: readonly PlaceError[]): boolean =>
  all.findIndex((other) => other.path === path && other.code === code) === at;

/** Turns what the validator found into violations of the contract, each with what its place expects. */
export const explainViolations =
  (expectations: Expectations): ErrorRequestHandler =>
  (error, _request, _response, next) => {
    if (!(error instanceof contract.BadRequest)) return next(error);
    // That a condition holds is told by what it asks for.
    const told = error.errors.filter(({ errorCode }) => !errorCode?.startsWith('if.'));
    const found = told.map(toPlaceError(expectations)).filter(isFirst);
    const places = found.filter((place) => !found.some((other) => isSaidBy(place, other)));
    next(new UnfitRequest(places));
  };
