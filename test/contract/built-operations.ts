import { routes, type RouteOperationId } from '#generated/v1/routes';
import { notYetBuilt, type NotYetBuilt } from '../../server/entrances/v1/not-yet-built.ts';

export type BuiltOperation = Exclude<RouteOperationId, NotYetBuilt>;

type BuiltRoute = Omit<(typeof routes)[number], 'operationId' | 'security'> & {
  readonly operationId: BuiltOperation;
  readonly security: readonly string[];
};

const isBuilt = (operationId: RouteOperationId): boolean =>
  !(notYetBuilt as readonly RouteOperationId[]).includes(operationId);

/** The routes of the document that the server answers. Everything in this folder is counted against them. */
export const builtRoutes = routes.filter(({ operationId }) => isBuilt(operationId)) as readonly BuiltRoute[];

export const keyedRoutes = builtRoutes.filter(({ security }) => security.length > 0);

export const openRoutes = builtRoutes.filter(({ security }) => security.length === 0);

/** The operations that read a JSON body. */
export const bodyRoutes = builtRoutes.filter(({ method }) => method !== 'get');

export const routeOf = (operationId: BuiltOperation): BuiltRoute => {
  const route = builtRoutes.find((candidate) => candidate.operationId === operationId);
  if (route === undefined) throw new Error(`The document has no built operation ${operationId}.`);
  return route;
};
