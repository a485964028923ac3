import type { Router } from 'express';
import type { RenderError } from './render-error.ts';
import { createPathFinder, type PathTemplate } from './path-templates.ts';

/** What answers some paths. */
export type Mounted = { readonly paths: readonly PathTemplate[]; readonly router: Router };

/** An API as its document describes it, with its own way to say what is wrong. */
export type MountedDocument = Mounted & {
  /** All below them belongs to the document, be it there or not: `/v1`. */
  readonly basePaths: readonly string[];
  readonly renderError: RenderError;
};

export type RendererFinder = (path: string) => RenderError;

/** What a path is probably meant to be: case and doubled slashes count where it is answered, not for the words of a refusal. */
const tidy = (path: string): string => path.replace(/\/{2,}/g, '/').toLowerCase();

/** Who renders an error of a request: the document that the path belongs to, or else `otherwise`. */
export const createRendererFinder = (documents: readonly MountedDocument[], otherwise: RenderError): RendererFinder => {
  const found = documents.map(({ basePaths, paths, renderError }) => {
    const meantBy = createPathFinder(paths);
    const isBelow = (path: string): boolean => basePaths.some((base) => path === base || path.startsWith(`${base}/`));
    return { has: (path: string) => isBelow(tidy(path)) || meantBy(path) !== undefined, renderError };
  });
  return (path) => found.find(({ has }) => has(path))?.renderError ?? otherwise;
};
