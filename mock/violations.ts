import { expectationOf, fillIn, type MockedDocument } from './documents.ts';
import type { MockOperation, PrismViolation } from './prism.ts';

export type Violation = { readonly path: string; readonly message: string; readonly code: string };

const missing = /must have required property '([^']+)'/;

const codeOf = ({ violations }: MockedDocument, keyword: string): string => {
  const code = keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (code in violations) return code;
  return keyword === 'false schema' || keyword === 'additionalProperties' ? 'forbidden' : 'type';
};

/** Prism's finding in the sentence of the contract. */
const toViolation =
  (document: MockedDocument, { operationId }: MockOperation) =>
  ({ path, code: keyword, message }: PrismViolation): Violation => {
    const property = missing.exec(message)?.[1];
    const place = `/${[...(path.length > 0 ? path : ['body']), ...(property ? [property] : [])].join('/')}`;
    const code = codeOf(document, keyword);
    const expected = expectationOf(document.expectations[operationId] ?? {}, place, code);
    return { path: place, message: fillIn(document.violations[code] ?? '', expected), code };
  };

/** That a place holds none of these values. */
export const describeEnum = (document: MockedDocument, path: string, values: string): Violation => {
  const code = codeOf(document, 'enum');
  return { path, message: fillIn(document.violations[code] ?? '', { values }), code };
};

/** What is wrong with a request. */
export const describeViolations = (
  document: MockedDocument,
  operation: MockOperation,
  found: readonly PrismViolation[],
): readonly Violation[] => {
  const told = found.map(toViolation(document, operation));
  const has = (wanted: string): boolean => told.some(({ code }) => code === wanted);
  // What fails inside the branches of a oneOf is noise beside "exactly one of", which is noise beside a wrong type.
  const noise = [...(has('one_of') ? ['required', 'forbidden'] : []), ...(has('type') ? ['one_of'] : [])];
  const relevant = told.filter(({ code }) => !noise.includes(code));
  // Pattern and format of one field say the same.
  return relevant.filter(
    ({ path, message }, at) => relevant.findIndex((one) => one.path === path && one.message === message) === at,
  );
};
