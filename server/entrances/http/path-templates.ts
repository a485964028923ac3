import { pathToRegexp } from 'path-to-regexp';

export type PathTemplate = {
  /** As Express has it: `/v1/things/:id`. */
  readonly path: string;
  /** As documents have it, and as it is shown: `/v1/things/{id}`. */
  readonly template: string;
  /** What it does by which method, in lower case, where a document says so. */
  readonly method?: string;
  readonly operationId?: string;
};

export type MeantPath = {
  readonly template: string;
  /** By method, in lower case. */
  readonly operations: ReadonlyMap<string, string>;
};

const meantBy = (paths: readonly PathTemplate[], { path, template }: PathTemplate): MeantPath => {
  const operations = paths.flatMap(({ path: other, method, operationId }) =>
    other === path && method !== undefined && operationId !== undefined ? [[method, operationId] as const] : [],
  );
  return { template, operations: new Map(operations) };
};

/**
 * Which of the paths of this server was meant, by the matching of its routers, and whatever came of the request. Never the
 * path itself: a caller may have put a card or a key into it.
 */
export const createPathFinder = (paths: readonly PathTemplate[]): ((path: string) => MeantPath | undefined) => {
  const hasParts = ({ path }: PathTemplate): boolean => path.includes(':');
  const plain = new Map(paths.filter((one) => !hasParts(one)).map((one) => [one.path, meantBy(paths, one)]));
  const forms = paths.filter(hasParts).map((one) => ({
    form: pathToRegexp(one.path, { sensitive: true, trailing: false }).regexp,
    meant: meantBy(paths, one),
  }));
  return (path) => plain.get(path) ?? forms.find(({ form }) => form.test(path))?.meant;
};
