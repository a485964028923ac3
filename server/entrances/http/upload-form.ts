import { bodyFieldsOf } from './body-fields.ts';

/** The parts of a form that a document asks for: fields of text, and one file. */
export type UploadForm = { readonly file: string; readonly fields: readonly string[] };

const mediaType = 'multipart/form-data';

/** Null for an operation whose body is no form. */
export const uploadFormOf = (document: object, operationId: string): UploadForm | null => {
  const properties = bodyFieldsOf(document, operationId, mediaType);
  if (properties === null) return null;
  const files = properties.filter(([, property]) => property.format === 'binary');
  const [[file] = []] = files;
  if (file === undefined || files.length > 1) throw new Error(`${operationId} must take exactly one file.`);
  return { file, fields: properties.map(([name]) => name).filter((name) => name !== file) };
};
