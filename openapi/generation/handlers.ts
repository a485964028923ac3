import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenAPI3, OperationObject, SecurityRequirementObject } from 'openapi-typescript';
import type { ContractDocument } from './documents.ts';
import { runGenerator } from './generator-jar.ts';
import { StepFailure } from './run-tool.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
const outputs = ['handlers.ts', 'routes.ts'] as const;

const operationsOf = (bundled: OpenAPI3) =>
  Object.entries(bundled.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = (item as Partial<Record<string, OperationObject>>)[method];
      return operation === undefined ? [] : [{ path, operation }];
    }),
  );

/** Express ends a bare parameter at the first character that no JavaScript name may have. */
const expressParameter = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? `:${name}` : `:"${name}"`);

/** Names of the security schemes. */
const waysOf = (security: readonly SecurityRequirementObject[]): string[] => [
  ...new Set(security.flatMap(Object.keys)),
];

/** What a caller must have been granted. Of several ways to be allowed, the table of routes could tell the scopes of only one. */
const scopesOf = ({ operationId }: OperationObject, security: readonly SecurityRequirementObject[]): string[] => {
  const ways = security.filter((requirement) => Object.keys(requirement).length > 0);
  const scopes = [...new Set<string>(ways.flatMap((way) => Object.values<string[]>(way).flat()))];
  if (ways.length > 1 && scopes.length > 0)
    throw new StepFailure(`${operationId}: security with scopes has one requirement, which may be optional`);
  return scopes;
};

/**
 * Mustache cannot rewrite a path or look across the operations of a tag, and the generator escapes summaries
 * as for a string; of ways to authenticate it knows not all. Its private copy of the document therefore carries these facts as an
 * extension.
 */
const withTemplateFacts = (bundled: OpenAPI3): OpenAPI3 => {
  const annotated = structuredClone(bundled);
  const operations = operationsOf(annotated);
  const securityOf = (operation: OperationObject) => operation.security ?? bundled.security ?? [];
  const isSecured = (operation: OperationObject) => securityOf(operation).length > 0;
  const securedTags = new Set(
    operations.filter(({ operation }) => isSecured(operation)).map(({ operation }) => operation.tags?.[0]),
  );
  for (const { path, operation } of operations) {
    Object.assign(operation, {
      'x-template': {
        expressPath: path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => expressParameter(name)),
        summary: (operation.summary ?? operation.operationId ?? '').replaceAll('*/', '* /'),
        security: waysOf(securityOf(operation)),
        scopes: scopesOf(operation, securityOf(operation)),
        isTagSecured: securedTags.has(operation.tags?.[0]),
      },
    });
  }
  return annotated;
};

export const writeHandlers = async (
  document: ContractDocument,
  bundled: OpenAPI3,
  directory: string,
  workDirectory: string,
): Promise<void> => {
  const input = join(workDirectory, 'generator-input.json');
  const output = join(workDirectory, 'generator-output');
  await mkdir(workDirectory, { recursive: true });
  await writeFile(input, JSON.stringify(withTemplateFacts(bundled)));
  const { isSuccess, output: log } = await runGenerator([
    'generate',
    '--generator-name=typescript-fetch',
    `--input-spec=${input}`,
    `--output=${output}`,
    '--template-dir=openapi/templates',
    '--config=openapi/templates/generator.yaml',
    `--global-property=apis,apiDocs=false,supportingFiles=${outputs.join(':')}`,
    `--additional-properties=document=openapi/${document.name}`,
  ]);
  if (!isSuccess) throw new StepFailure(`${document.name}: OpenAPI Generator failed\n${log}`);
  for (const file of outputs) await copyFile(join(output, file), join(directory, file));
  console.log(`${document.name}: ${outputs.join(' and ')} written`);
};
