import v1 from '#generated/v1/openapi.json' with { type: 'json' };
import h2h from '#generated/h2h/openapi.json' with { type: 'json' };
import { routes as h2hRoutes } from '#generated/h2h/routes';
import { problems } from '#generated/v1/problems';
import { routes } from '#generated/v1/routes';
import { violations } from '#generated/v1/violations';

export type { ProblemCode } from '#generated/v1/problems';
export type { components } from '#generated/v1/types';
export { problems, violations };

/** References name their document, so that one can be followed wherever it stands. */
const named = (name: string, document: object): object =>
  JSON.parse(JSON.stringify(document).replaceAll('"$ref":"#/', `"$ref":"${name}#/`)) as object;

/** The contracts. An operation is known by its document and its operationId: several may list operations. */
export const documents = [
  { name: 'v1', document: named('v1', v1), routes },
  { name: 'h2h', document: named('h2h', h2h), routes: h2hRoutes },
] as const;

export type DocumentName = (typeof documents)[number]['name'];

export type OperationIdOf<Name extends DocumentName> = Extract<
  (typeof documents)[number],
  { readonly name: Name }
>['routes'][number]['operationId'];
