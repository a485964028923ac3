import type { OpenAPI3, OperationObject, ParameterObject } from 'openapi-typescript';
import { StepFailure } from './run-tool.ts';

/** What the sentence about a broken rule names, such as the limit, by the violation's code. */
export type Rules = Record<string, Readonly<Record<string, string>>>;
/** By place in the request; `*` stands for any name or position. */
export type Places = Record<string, Rules>;
export type Expectations = Readonly<Record<string, Places>>;

type Schema = Readonly<Record<string, unknown>>;
type Resolve = (value: unknown) => Schema;

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

const formatNames: Readonly<Record<string, string>> = {
  'date-time': 'a time in ISO 8601 with its offset, such as 2026-02-10T09:00:02.113Z',
  date: 'a date such as 2026-02-10',
  uuid: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50',
  uri: 'an absolute URL',
};

const counted = (count: unknown, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

const resolverOf = (document: OpenAPI3): Resolve => {
  const resolve: Resolve = (value) => {
    const { $ref, ...own } = (value ?? {}) as { readonly $ref?: string };
    if ($ref === undefined) return value as Schema;
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((place, part) => (place as Record<string, unknown>)[part.replaceAll('~1', '/')], document);
    return { ...resolve(target), ...own };
  };
  return resolve;
};

/** What is expected in words: of a regular expression only its author can tell. */
const wordsOf = (schema: Schema, keyword: string, place: string): string => {
  const words = schema['x-expected'] ?? (keyword === 'format' ? formatNames[schema['format'] as string] : undefined);
  if (typeof words === 'string') return words;
  throw new StepFailure(`${place}: ${keyword} needs x-expected beside it, which says in plain words what must be sent`);
};

const nameLength = ({ minLength = 0, maxLength }: Schema): string =>
  `of ${String(minLength)} to ${counted(maxLength, 'character')}`;

const namesOf = (schema: Schema, resolve: Resolve): string =>
  [
    ...new Set((schema['oneOf'] as unknown[]).flatMap((branch) => (resolve(branch)['required'] ?? []) as string[])),
  ].join(' and ');

type Read = (schema: Schema, place: string, resolve: Resolve) => Rules;

const readers: Readonly<Record<string, Read>> = {
  type: ({ type, format }) => ({
    type: { expected: format === 'binary' ? 'a file' : (typeNames[String(type)] ?? String(type)) },
  }),
  pattern: (schema, place) => ({ pattern: { expected: wordsOf(schema, 'pattern', place) } }),
  // A file is not read as text.
  format: (schema, place): Rules =>
    schema['format'] === 'binary' ? {} : { format: { expected: wordsOf(schema, 'format', place) } },
  anyOf: (schema, place) => ({ any_of: { expected: wordsOf(schema, 'anyOf', place) } }),
  oneOf: (schema, _place, resolve) => ({ one_of: { fields: namesOf(schema, resolve) } }),
  enum: (schema) => ({ enum: { values: (schema['enum'] as unknown[]).join(', ') } }),
  minLength: ({ minLength }) => ({ min_length: { limit: counted(minLength, 'character') } }),
  maxLength: ({ maxLength }) => ({ max_length: { limit: counted(maxLength, 'character') } }),
  minimum: ({ minimum }) => ({ minimum: { limit: String(minimum) } }),
  maximum: ({ maximum }) => ({ maximum: { limit: String(maximum) } }),
  maxProperties: ({ maxProperties }) => ({ max_properties: { limit: counted(maxProperties, 'field') } }),
  propertyNames: ({ propertyNames }, _place, resolve) => ({
    property_names: { expected: nameLength(resolve(propertyNames)) },
  }),
};

/** Says nothing about what may be sent, or is read together with its schema. */
const silent = new Set([
  '$ref',
  'title',
  'description',
  'examples',
  'example',
  'default',
  'deprecated',
  'required',
  'properties',
  'items',
  'additionalProperties',
  'allOf',
  // What it asks for is told as `required`.
  'if',
  'then',
]);

const isSilent = (keyword: string): boolean => silent.has(keyword) || keyword.startsWith('x-');

/** Walks over everything that may be sent. A keyword that has no sentence fails here, and never in front of a merchant. */
const readSchema = (entry: unknown, place: string, resolve: Resolve, places: Places): void => {
  if (typeof entry === 'boolean') return;
  const schema = resolve(entry);
  for (const keyword of Object.keys(schema)) {
    const read = readers[keyword];
    if (read !== undefined) places[place] = { ...places[place], ...read(schema, place, resolve) };
    else if (!isSilent(keyword)) throw new StepFailure(`${place}: no violation stands for the keyword ${keyword}`);
  }
  for (const part of (schema['allOf'] ?? []) as unknown[]) readSchema(part, place, resolve, places);
  for (const [name, property] of Object.entries((schema['properties'] ?? {}) as Schema)) {
    readSchema(property, `${place}/${name}`, resolve, places);
  }
  for (const rest of [schema['items'], schema['additionalProperties']]) {
    if (rest !== undefined) readSchema(rest, `${place}/*`, resolve, places);
  }
};

const partOf = ({ in: part, name }: ParameterObject): string =>
  part === 'header' ? `/headers/${name.toLowerCase()}` : `/${part === 'path' ? 'params' : part}/${name}`;

const placesOf = (operation: OperationObject, resolve: Resolve): Places => {
  const places: Places = {};
  for (const entry of operation.parameters ?? []) {
    const parameter = resolve(entry) as unknown as ParameterObject;
    readSchema(parameter.schema ?? {}, partOf(parameter), resolve, places);
  }
  const body = operation.requestBody === undefined ? {} : resolve(operation.requestBody);
  for (const media of Object.values((body['content'] ?? {}) as Schema)) {
    readSchema((media as Schema)['schema'], '/body', resolve, places);
  }
  return places;
};

/** What each operation expects of each place of its request. */
export const expectationsOf = (document: OpenAPI3): Expectations => {
  const resolve = resolverOf(document);
  const operations = Object.values(document.paths ?? {}).flatMap((item) =>
    methods.flatMap((method) => (item as Partial<Record<string, OperationObject>>)[method] ?? []),
  );
  return Object.fromEntries(operations.map((operation) => [operation.operationId ?? '', placesOf(operation, resolve)]));
};
