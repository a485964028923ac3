import { fileURLToPath } from 'node:url';

export interface ContractDocument {
  /** The folder under `openapi/` that holds the source and under `generated/` that receives the result. */
  readonly name: string;
  readonly source: string;
  /** What is said about every error; each of its groups becomes a value of the same name. */
  readonly errors: string;
}

/** A document listed here is linted, bundled and turned into types, handlers and routes. */
export const documents: readonly ContractDocument[] = [
  { name: 'v1', source: 'openapi/v1/openapi.yaml', errors: 'openapi/shared/problem-table.yaml' },
  { name: 'h2h', source: 'openapi/h2h/openapi.yaml', errors: 'openapi/h2h/error-table.yaml' },
  { name: 'connector', source: 'openapi/connector/openapi.yaml', errors: 'openapi/connector/problem-table.yaml' },
];

export const rootDirectory = fileURLToPath(new URL('../../', import.meta.url));

/** Relative on purpose: the generator's wrapper splits paths at spaces, and the root's path may have some. */
export const cacheDirectory = 'node_modules/.cache';

export const headerOf = (source: string): string =>
  `// Written by make generate from ${source}; never edited by hand.\n`;
