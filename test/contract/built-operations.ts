import { documents, type DocumentName, type OperationIdOf } from './documents.ts';

export type BuiltOperation = OperationIdOf<'v1'>;

type Route<OperationId extends string> = {
  readonly method: string;
  readonly path: string;
  readonly template: string;
  readonly tag: string;
  readonly operationId: OperationId;
  readonly security: readonly string[];
  readonly scopes: readonly string[];
};

export const routesOf = <Name extends DocumentName>(name: Name): readonly Route<OperationIdOf<Name>>[] =>
  documents.find((one) => one.name === name)!.routes as readonly Route<OperationIdOf<Name>>[];

/** The routes that are tried with keys; everything beside this file is counted against them. With tokens: h2h/. */
export const builtRoutes = routesOf('v1');

export const keyedRoutes = builtRoutes.filter(({ security }) => security.length > 0);

export const openRoutes = builtRoutes.filter(({ security }) => security.length === 0);

/** The operations that read a body: JSON, or a form with a file. */
export const bodyRoutes = builtRoutes.filter(({ method }) => method !== 'get');

export const routeOf = (operationId: BuiltOperation): Route<BuiltOperation> => {
  const route = builtRoutes.find((candidate) => candidate.operationId === operationId);
  if (route === undefined) throw new Error(`The document has no built operation ${operationId}.`);
  return route;
};
