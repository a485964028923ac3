import v1 from '#generated/v1/openapi.json' with { type: 'json' };
import h2h from '#generated/h2h/openapi.json' with { type: 'json' };
import { routes as h2hRoutes } from '#generated/h2h/routes';
import { problems } from '#generated/v1/problems';
import { routes } from '#generated/v1/routes';
import { violations } from '#generated/v1/violations';

export type { ProblemCode } from '#generated/v1/problems';
export type { RouteOperationId } from '#generated/v1/routes';
export type { components } from '#generated/v1/types';
export { h2hRoutes, problems, routes, violations };

/** References name their document, so that one can be followed wherever it stands. */
const named = (name: string, document: object): object =>
  JSON.parse(JSON.stringify(document).replaceAll('"$ref":"#/', `"$ref":"${name}#/`)) as object;

/** Tried in h2h/, with clients and tokens in place of keys. */
export const h2hDocument = named('h2h', h2h);

/** The contract that is tried with keys. */
export const documents = [{ name: 'v1', document: named('v1', v1), routes }] as const;
