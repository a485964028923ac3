import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

type Discriminated = {
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> };
};

export type ContractDocument = {
  readonly components: { readonly schemas: Readonly<Record<string, Discriminated & object>> };
};

/** What is wrong with a place of a value, by a keyword of JSON Schema; places are JSON pointers. */
export type SchemaFault = { readonly place: string; readonly keyword: string };

/** Answers what is wrong with a value, or nothing where it is of the form of the schema. */
export type FindFaults = (schema: string, value: unknown) => readonly SchemaFault[];

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const faultOf = ({ instancePath, keyword, params }: ErrorObject): SchemaFault => ({
  place: keyword === 'required' ? `${instancePath}/${String(params['missingProperty'])}` : instancePath,
  keyword,
});

/**
 * Holds values to the schemas of a document: what others have sent, outside of a request to us. Each schema is compiled once, when it
 * is first asked for. Where a field tells the forms of a value apart, only the form that it names is looked at, so that what is
 * found is what its sender meant.
 */
export const openSchemas = (document: ContractDocument): FindFaults => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats });
  ajv.addSchema(document, 'contract');
  const compiled = new Map<string, ValidateFunction>();
  const validateBy = (schema: string): ValidateFunction => {
    const validate = compiled.get(schema) ?? ajv.compile({ $ref: `contract#/components/schemas/${schema}` });
    compiled.set(schema, validate);
    return validate;
  };
  const find: FindFaults = (schema, value) => {
    const { discriminator } = document.components.schemas[schema] ?? {};
    if (discriminator?.mapping === undefined || typeof value !== 'object' || value === null) {
      const validate = validateBy(schema);
      return validate(value) ? [] : (validate.errors ?? []).map(faultOf);
    }
    const named = (value as Readonly<Record<string, unknown>>)[discriminator.propertyName];
    const place = `/${discriminator.propertyName}`;
    if (named === undefined) return [{ place, keyword: 'required' }];
    const reference = typeof named === 'string' ? discriminator.mapping[named] : undefined;
    return reference === undefined ? [{ place, keyword: 'enum' }] : find(nameOf(reference), value);
  };
  return find;
};
