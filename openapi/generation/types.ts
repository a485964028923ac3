import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { headerOf } from './documents.ts';
import type { ContractDocument } from './documents.ts';

const blob = ts.factory.createTypeReferenceNode('Blob');

/** The values of an open list that are known today: what clients make of others is for their types to say. */
const knownValues = (values: readonly string[]): ts.TypeNode =>
  ts.factory.createUnionTypeNode(
    values.map((value) => ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(value))),
  );

const typeOf = (schema: object): ts.TypeNode | undefined => {
  const { format, 'x-extensible-enum': values } = schema as {
    format?: string;
    'x-extensible-enum'?: readonly string[];
  };
  if (values !== undefined) return knownValues(values);
  return format === 'binary' ? blob : undefined;
};

export const writeTypes = async (document: ContractDocument, bundled: OpenAPI3, directory: string): Promise<void> => {
  const tree = await openapiTS(structuredClone(bundled), {
    // A field with a default may be left out of a request, so it stays optional in the types.
    defaultNonNullable: false,
    transform: typeOf,
  });
  const header = headerOf(`openapi/${document.name}`);
  await writeFile(join(directory, 'types.ts'), `${header}\n${astToString(tree)}`);
  console.log(`${document.name}: types.ts written`);
};
