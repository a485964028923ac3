import type { OpenAPI3, OperationObject, PathItemObject } from 'openapi-typescript';
import { expectationsOf, type Places } from './expectations.ts';
import { StepFailure } from './run-tool.ts';

type Node = Record<string, unknown>;

const resolve = (document: OpenAPI3, node: Node): Node =>
  typeof node['$ref'] === 'string'
    ? (node['$ref']
        .slice(2)
        .split('/')
        .reduce<unknown>((place, part) => (place as Node)[part], document) as Node)
    : node;

/** The examples of 400, in whichever form the document has its errors. */
const invalidExamples = (document: OpenAPI3, operation: OperationObject): readonly Node[] => {
  const invalid = operation.responses?.['400'] as Node | undefined;
  if (invalid === undefined) return [];
  const contents = Object.values(resolve(document, invalid)['content'] as Record<string, Node>);
  return contents.flatMap((content) =>
    Object.values((content['examples'] ?? {}) as Record<string, Node>).map((example) => resolve(document, example)),
  );
};

/** The rules leave `{/body/amount#pattern#expected}` where a sentence names what the schema of that place has. */
const completed = (text: string, places: Places, operationId: string): string =>
  text.replace(/\{(\/[^#}]*)#(\w+)#(\w+)\}/g, (_, path: string, code: string, name: string) => {
    const value = places[path]?.[code]?.[name];
    if (value !== undefined) return value;
    throw new StepFailure(`${operationId}: nothing says what {${name}} is in an example of ${code} at ${path}`);
  });

const completeTexts = (value: unknown, complete: (text: string) => string): unknown => {
  if (typeof value === 'string') return complete(value);
  if (Array.isArray(value)) return value.map((item) => completeTexts(item, complete));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, completeTexts(part, complete)]));
};

/** The sentences of violations in examples name what the schema of the request has, such as a limit. */
export const completeViolations = (bundled: OpenAPI3): OpenAPI3 => {
  const expectations = expectationsOf(bundled);
  for (const item of Object.values(bundled.paths ?? {})) {
    for (const operation of Object.values(item as PathItemObject) as OperationObject[]) {
      const id = operation.operationId ?? '';
      for (const example of invalidExamples(bundled, operation)) {
        example['value'] = completeTexts(example['value'], (text) => completed(text, expectations[id] ?? {}, id));
      }
    }
  }
  return bundled;
};
