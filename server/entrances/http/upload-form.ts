/** The parts of a form that a document asks for: fields of text, and one file. */
export type UploadForm = { readonly file: string; readonly fields: readonly string[] };

type Schema = {
  readonly $ref?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
};
type Operation = {
  readonly operationId?: string;
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
};
type Document = { readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

const mediaType = 'multipart/form-data';

const resolve = (document: object, schema: Schema): Schema => {
  if (schema.$ref === undefined) return schema;
  const target = schema.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((place, part) => (place as Readonly<Record<string, unknown>>)[part], document);
  return resolve(document, target as Schema);
};

/** Null for an operation whose body is no form. */
export const uploadFormOf = (document: object, operationId: string): UploadForm | null => {
  const items = Object.values((document as Document).paths ?? {});
  const operation = items.flatMap((item) => Object.values(item)).find((one) => one.operationId === operationId);
  const schema = operation?.requestBody?.content?.[mediaType]?.schema;
  if (schema === undefined) return null;
  const properties = Object.entries(resolve(document, schema).properties ?? {});
  const files = properties.filter(([, property]) => resolve(document, property).format === 'binary');
  const [[file] = []] = files;
  if (file === undefined || files.length > 1) throw new Error(`${operationId} must take exactly one file.`);
  return { file, fields: properties.map(([name]) => name).filter((name) => name !== file) };
};
