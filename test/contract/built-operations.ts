import { documents, type RouteOperationId } from './documents.ts';

export type BuiltOperation = RouteOperationId;

type BuiltRoute = {
  /** The name of its document. */
  readonly document: string;
  readonly method: string;
  readonly path: string;
  readonly template: string;
  readonly tag: string;
  readonly operationId: BuiltOperation;
  readonly security: readonly string[];
};

/** The routes of all documents. Everything in this folder is counted against them. */
export const builtRoutes: readonly BuiltRoute[] = documents.flatMap(({ name, routes }) =>
  routes.map((route) => ({ ...route, document: name })),
);

export const keyedRoutes = builtRoutes.filter(({ security }) => security.length > 0);

export const openRoutes = builtRoutes.filter(({ security }) => security.length === 0);

/** The operations that read a body: JSON, or a form with a file. */
export const bodyRoutes = builtRoutes.filter(({ method }) => method !== 'get');

export const routeOf = (operationId: BuiltOperation): BuiltRoute => {
  const route = builtRoutes.find((candidate) => candidate.operationId === operationId);
  if (route === undefined) throw new Error(`The document has no built operation ${operationId}.`);
  return route;
};
