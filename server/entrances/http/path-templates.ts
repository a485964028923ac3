import { pathToRegexp } from 'path-to-regexp';

export type PathTemplate = {
  /** As Express has it: `/v1/things/:id`. */
  readonly path: string;
  /** As documents have it, and as it is shown: `/v1/things/{id}`. */
  readonly template: string;
};

/**
 * Which of the paths of this server was meant, by the matching of its routers, and whatever came of the request. Never the
 * path itself: a caller may have put a card or a key into it.
 */
export const createTemplateFinder = (paths: readonly PathTemplate[]): ((path: string) => string | undefined) => {
  const hasParts = ({ path }: PathTemplate): boolean => path.includes(':');
  const plain = new Map(paths.filter((one) => !hasParts(one)).map(({ path, template }) => [path, template]));
  const forms = paths.filter(hasParts).map(({ path, template }) => ({
    form: pathToRegexp(path, { sensitive: true, trailing: false }).regexp,
    template,
  }));
  return (path) => plain.get(path) ?? forms.find(({ form }) => form.test(path))?.template;
};
