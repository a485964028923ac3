export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
};
type Operation = {
  readonly operationId?: string;
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
};
type Document = { readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

const resolve = (document: object, schema: Schema): Schema => {
  if (schema.$ref === undefined) return schema;
  const target = schema.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((place, part) => (place as Readonly<Record<string, unknown>>)[part], document);
  return resolve(document, target as Schema);
};

/** The fields of a body as a document describes them; null where the operation reads no such body. */
export const bodyFieldsOf = (
  document: object,
  operationId: string,
  mediaType: string,
): readonly (readonly [string, Schema])[] | null => {
  const items = Object.values((document as Document).paths ?? {});
  const operation = items.flatMap((item) => Object.values(item)).find((one) => one.operationId === operationId);
  const schema = operation?.requestBody?.content?.[mediaType]?.schema;
  if (schema === undefined) return null;
  return Object.entries(resolve(document, schema).properties ?? {}).map(([name, property]) => [
    name,
    resolve(document, property),
  ]);
};

/** The fields that take a decimal as a number or as a text: a number of theirs is never to become a float. */
export const decimalFieldsOf = (document: object, operationId: string): readonly string[] =>
  (bodyFieldsOf(document, operationId, 'application/json') ?? [])
    .filter(([, { anyOf = [] }]) => ['number', 'string'].every((wanted) => anyOf.some(({ type }) => type === wanted)))
    .map(([name]) => name);
