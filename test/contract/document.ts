import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { bodyRoutes, routesOf, type BuiltOperation } from './built-operations.ts';
import { documents, type DocumentName, type OperationIdOf } from './documents.ts';

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema | boolean>>;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
};

type Example = { readonly $ref?: string; readonly value?: { readonly code?: string } };
type Media = { readonly schema: Schema; readonly examples?: Readonly<Record<string, Example>> };
type Header = { readonly $ref?: string; readonly required?: boolean; readonly schema: Schema };
export type DocumentedResponse = {
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, Media>>;
};
type Operation = {
  readonly operationId?: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, DocumentedResponse & { readonly $ref?: string }>>;
};

type Document = { readonly paths: Record<string, Record<string, Operation>> };
const documentOf = (name: string): Document => documents.find((one) => one.name === name)!.document as Document;

const followReference = (reference: string): unknown => {
  const [name = '', pointer = ''] = reference.split('#');
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((place, part) => (place as Record<string, unknown>)[part], documentOf(name));
};

/** The bundled documents keep their shared parts behind references. */
export const resolve = <Part extends { readonly $ref?: string }>(part: Part): Part =>
  part.$ref === undefined ? part : resolve(followReference(part.$ref) as Part);

const operationOf = <Name extends DocumentName>(operationId: OperationIdOf<Name>, name: Name): Operation => {
  const { template, method } = routesOf(name).find((route) => route.operationId === operationId)!;
  return documentOf(name).paths[template]![method]!;
};

/** By status; of the document that is tried with keys unless another one is named. */
export const responsesOf = <Name extends DocumentName = 'v1'>(
  operationId: OperationIdOf<Name>,
  name: Name | 'v1' = 'v1',
): ReadonlyMap<number, DocumentedResponse> =>
  new Map(
    Object.entries(operationOf(operationId, name as Name).responses).map(([status, response]) => [
      Number(status),
      resolve(response),
    ]),
  );

/** The named examples of an operation's request, or of its answer by this status. */
export const examplesOf = <Name extends DocumentName>(
  name: Name,
  operationId: OperationIdOf<Name>,
  of: 'request' | number,
): Readonly<Record<string, unknown>> => {
  const content =
    of === 'request'
      ? operationOf(operationId, name).requestBody?.content
      : responsesOf(operationId, name).get(of)?.content;
  const examples = Object.values(content ?? {})[0]?.examples ?? {};
  return Object.fromEntries(Object.entries(examples).map(([key, example]) => [key, resolve(example).value]));
};

const reading = (mediaType: string) =>
  bodyRoutes.filter(({ operationId }) => operationOf(operationId, 'v1').requestBody?.content[mediaType] !== undefined);

export const jsonRoutes = reading('application/json');

/** The operations that take a file. */
export const formRoutes = reading('multipart/form-data');

export const requestSchemaOf = (operationId: BuiltOperation): Schema => {
  const schema = operationOf(operationId, 'v1').requestBody?.content['application/json']?.schema;
  if (schema === undefined) throw new Error(`${operationId} reads no JSON body.`);
  return resolve(schema);
};

/** The problem codes that a response's examples name; none for a response that is no problem. */
export const codesOf = (response: DocumentedResponse): string[] => {
  const examples = Object.values(response.content?.['application/problem+json']?.examples ?? {});
  return [...new Set(examples.flatMap((example) => resolve(example).value?.code ?? []))];
};

// OpenAPI's own keywords beside the schemas' are no mistake; formats are checked.
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
// Clients are to expect more values; what the server sends is documented all the same.
ajv.addKeyword({
  keyword: 'x-extensible-enum',
  validate: (values: readonly unknown[], value: unknown) => values.includes(value),
});
for (const { name, document } of documents) ajv.addSchema(document, name);
const compiled = new WeakMap<object, ValidateFunction>();

/** What is wrong with a value by a schema of the document, in words; nothing when it conforms. */
export const violationsOf = (schema: Schema, value: unknown): string[] => {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
};

const propertiesOf = (schema: Schema): ReadonlyMap<string, Schema | boolean> => {
  const resolved = resolve(schema);
  const inherited = (resolved.allOf ?? []).flatMap((part) => [...propertiesOf(part)]);
  return new Map([...inherited, ...Object.entries(resolved.properties ?? {})]);
};

/** Paths of fields that the schema does not name. Clients may be sent new fields, but never by accident. */
export const undocumentedFields = (schema: Schema, value: unknown, path = ''): string[] => {
  if (Array.isArray(value)) {
    const { items } = resolve(schema);
    return value.flatMap((item, index) => (items ? undocumentedFields(items, item, `${path}/${index}`) : []));
  }
  if (typeof value !== 'object' || value === null) return [];
  const properties = propertiesOf(schema);
  return Object.entries(value).flatMap(([name, field]) => {
    const property = properties.get(name);
    if (property === undefined || property === false) return [`${path}/${name}`];
    return property === true ? [] : undocumentedFields(property, field, `${path}/${name}`);
  });
};
