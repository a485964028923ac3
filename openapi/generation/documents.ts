import { fileURLToPath } from 'node:url';

export interface ContractDocument {
  /** The folder under `openapi/` that holds the source and under `generated/` that receives the result. */
  readonly name: string;
  readonly source: string;
}

/** A document listed here is linted, bundled and turned into types, handlers and routes. */
export const documents: readonly ContractDocument[] = [{ name: 'v1', source: 'openapi/v1/openapi.yaml' }];

export const rootDirectory = fileURLToPath(new URL('../../', import.meta.url));

/** Relative on purpose: the generator's wrapper splits paths at spaces, and the root's path may have some. */
export const cacheDirectory = 'node_modules/.cache';

export const headerOf = (source: string): string =>
  `// Written by make generate from ${source}; never edited by hand.\n`;
