import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { headerOf } from './documents.ts';
import type { ContractDocument } from './documents.ts';

const blob = ts.factory.createTypeReferenceNode('Blob');

export const writeTypes = async (
  document: ContractDocument,
  bundled: OpenAPI3,
  directory: string,
): Promise<void> => {
  const tree = await openapiTS(structuredClone(bundled), {
    // A field with a default may be left out of a request, so it stays optional in the types.
    defaultNonNullable: false,
    transform: (schema) => (schema.format === 'binary' ? blob : undefined),
  });
  const header = headerOf(`openapi/${document.name}`);
  await writeFile(join(directory, 'types.ts'), `${header}\n${astToString(tree)}`);
  console.log(`${document.name}: types.ts written`);
};
