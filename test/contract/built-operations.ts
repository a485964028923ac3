import { routes, type RouteOperationId } from '#generated/v1/routes';

export type BuiltOperation = RouteOperationId;

type BuiltRoute = Omit<(typeof routes)[number], 'operationId' | 'security'> & {
  readonly operationId: BuiltOperation;
  readonly security: readonly string[];
};

/** The routes of the document. Everything in this folder is counted against them. */
export const builtRoutes: readonly BuiltRoute[] = routes;

export const keyedRoutes = builtRoutes.filter(({ security }) => security.length > 0);

export const openRoutes = builtRoutes.filter(({ security }) => security.length === 0);

/** The operations that read a body: JSON, or a form with a file. */
export const bodyRoutes = builtRoutes.filter(({ method }) => method !== 'get');

export const routeOf = (operationId: BuiltOperation): BuiltRoute => {
  const route = builtRoutes.find((candidate) => candidate.operationId === operationId);
  if (route === undefined) throw new Error(`The document has no built operation ${operationId}.`);
  return route;
};
