import { createRequire } from 'node:module';

/** The version of this program, as its package says. */
export const programVersion = (): string =>
  (createRequire(import.meta.url)('#files/package.json') as { version: string }).version;
