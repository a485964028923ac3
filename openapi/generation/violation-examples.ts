import type { OpenAPI3, OperationObject, PathItemObject } from 'openapi-typescript';
import { expectationsOf, type Places } from './expectations.ts';
import { StepFailure } from './run-tool.ts';

type Node = Record<string, unknown>;
type Violation = { readonly path: string; message: string; readonly code: string };

const resolve = (document: OpenAPI3, node: Node): Node =>
  typeof node['$ref'] === 'string'
    ? (node['$ref']
        .slice(2)
        .split('/')
        .reduce<unknown>((place, part) => (place as Node)[part], document) as Node)
    : node;

const violationsIn = (document: OpenAPI3, operation: OperationObject): readonly Violation[] => {
  const invalid = operation.responses?.['400'] as Node | undefined;
  if (invalid === undefined) return [];
  const content = resolve(document, invalid)['content'] as Record<string, Node>;
  const examples = Object.values((content['application/problem+json']?.['examples'] ?? {}) as Record<string, Node>);
  return examples.flatMap((example) => {
    const { errors } = resolve(document, example)['value'] as { errors?: Violation[] };
    return errors ?? [];
  });
};

const completed = ({ path, code, message }: Violation, places: Places, operationId: string): string =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = places[path]?.[code]?.[name];
    if (value !== undefined) return value;
    throw new StepFailure(`${operationId}: nothing says what {${name}} is in an example of ${code} at ${path}`);
  });

/** The sentences of violations in examples name what the schema of the request has, such as a limit. */
export const completeViolations = (bundled: OpenAPI3): OpenAPI3 => {
  const expectations = expectationsOf(bundled);
  for (const item of Object.values(bundled.paths ?? {})) {
    for (const operation of Object.values(item as PathItemObject) as OperationObject[]) {
      const id = operation.operationId ?? '';
      for (const violation of violationsIn(bundled, operation)) {
        violation.message = completed(violation, expectations[id] ?? {}, id);
      }
    }
  }
  return bundled;
};
