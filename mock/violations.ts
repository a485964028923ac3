import type { MockOperation, PrismViolation } from './prism.ts';
import { fieldsOf } from './stories.ts';

export type Violation = { readonly path: string; readonly message: string; readonly code: string };

const missing = /must have required property '([^']+)'/;
const subject = /^(Request body|Body parameter)( property \S+)? /;

const codeOf = (keyword: string): string =>
  keyword === 'false schema' ? 'forbidden' : keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Prism's words for a broken rule, in the form of the contract's violations. */
const toViolation = ({ path, code, message }: PrismViolation): Violation => {
  const property = missing.exec(message)?.[1];
  const place = [...(path.length > 0 ? path : ['body']), ...(property ? [property] : [])];
  return { path: `/${place.join('/')}`, message: message.replace(subject, '').replace('boolean schema is false', 'must not be sent'), code: codeOf(code) };
};

const documentedViolations = ({ examples }: MockOperation): readonly Violation[] =>
  examples
    .filter(({ status }) => status === 400)
    .flatMap(({ value }) => (fieldsOf(value)['errors'] as readonly Violation[] | undefined) ?? []);

/** What is wrong with a request; in the sentences of the contract's examples where they have the same violation. */
export const describeViolations = (
  operation: MockOperation,
  found: readonly PrismViolation[],
): readonly Violation[] => {
  const violations = found.map(toViolation);
  // What fails inside the branches of a oneOf is noise beside "exactly one of".
  const relevant = violations.some(({ code }) => code === 'one_of')
    ? violations.filter(({ code }) => !['required', 'forbidden'].includes(code))
    : violations;
  const documented = documentedViolations(operation);
  return relevant.map(
    (violation) => documented.find(({ path, code }) => path === violation.path && code === violation.code) ?? violation,
  );
};
