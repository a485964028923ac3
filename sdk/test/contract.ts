import { readFileSync } from 'node:fs';
import type { components, operations } from '../../generated/v1/types.ts';
import { problems, type ProblemCode } from '../../generated/v1/problems.ts';

export type { components, operations };

type Schemas = components['schemas'];
type Example = { readonly value?: unknown; readonly $ref?: string };
type Document = { readonly paths: unknown; readonly webhooks: unknown; readonly components: unknown };

const document = JSON.parse(
  readFileSync(new URL('../../generated/v1/openapi.json', import.meta.url), 'utf8'),
) as Document;

const step = (value: unknown, key: string): unknown => (value as Record<string, unknown> | undefined)?.[key];

const resolve = (example: Example): unknown =>
  example.$ref === undefined
    ? example.value
    : resolve(
        example.$ref
          .slice(2)
          .split('/')
          .reduce(step, document as unknown) as Example,
      );

type Operations = operations;
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Answer<Id extends keyof Operations> = Json<Operations[Id]['responses'][200 & keyof Operations[Id]['responses']]>;
type Sent<Id extends keyof Operations> = Json<NonNullable<Operations[Id]['requestBody']>>;

const operationNamed = (operationId: string): unknown =>
  Object.values(document.paths as Record<string, Record<string, { operationId?: string }>>)
    .flatMap((item) => Object.values(item))
    .find((operation) => operation.operationId === operationId);

const exampleAt = (operationId: string, name: string, ...keys: readonly string[]): unknown => {
  const place = [...keys, 'content', 'application/json', 'examples'];
  const example = step(place.reduce(step, operationNamed(operationId)), name);
  if (example === undefined) throw new Error(`The contract has no example ${name} of ${operationId}.`);
  return resolve(example as Example);
};

/** The contract's own examples: what the tests' server answers is what the real one would. */
export const answered = <Id extends keyof Operations>(operationId: Id, name: string): Answer<Id> =>
  exampleAt(operationId, name, 'responses', '200') as Answer<Id>;

export const requested = <Id extends keyof Operations>(operationId: Id, name: string): Sent<Id> =>
  exampleAt(operationId, name, 'requestBody') as Sent<Id>;

/** Every example of every event, each with the name of its webhook. */
export const eventExamples = (): readonly (readonly [string, Schemas['OperationEvent']])[] =>
  Object.entries(document.webhooks as Record<string, unknown>).flatMap(([webhook, item]) => {
    const content = ['post', 'requestBody', 'content', 'application/json', 'examples'].reduce(step, item);
    return Object.entries(content as Record<string, Example>).map(
      ([name, example]) => [`${webhook} / ${name}`, resolve(example) as Schemas['OperationEvent']] as const,
    );
  });

export const problemCodes = Object.keys(problems) as readonly ProblemCode[];

export const requestId = '6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11';

export const problem = (code: ProblemCode, more: Partial<Schemas['Problem']> = {}): Schemas['Problem'] => ({
  ...problems[code],
  detail: problems[code].message,
  code,
  request_id: requestId,
  ...more,
});
