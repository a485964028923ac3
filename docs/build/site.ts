import { posix } from 'node:path';

/** One page of the site. `path` has no extension: `guides/first-payment`, `decisions/index`. */
export type Page = {
  readonly path: string;
  readonly title: string;
  /** For the menu; pages without a group are reached through links only. */
  readonly group?: string;
  readonly html: string;
};

const asAddress = (path: string): string => path.replace(/(^|\/)index$/, '$1');

/**
 * From one page to another (or to a file), relative: the site works at any prefix. Addresses of pages have no extension,
 * because the `type` of a problem has none.
 */
export const hrefBetween = (from: string, to: string): string => {
  const target = asAddress(to);
  const isDirectory = target === '' || target.endsWith('/');
  const relative = posix.relative(posix.dirname(from), target || '.');
  if (relative === '') return './';
  return isDirectory ? `${relative}/` : relative;
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
