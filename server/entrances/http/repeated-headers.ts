import type { IncomingMessage } from 'node:http';

/**
 * Whether a header came in more lines than one. Node joins the lines of some by a comma into a value that was never sent, and takes the
 * first of others, where a proxy may have looked at the last.
 */
export const isRepeated = ({ headersDistinct }: IncomingMessage, name: string): boolean =>
  (headersDistinct[name] ?? []).length > 1;
