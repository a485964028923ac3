import { sqlFunctions } from '#database/sql-functions';
import { nodeOf, parseSql, queriesOfBody, walkSql, type Fields } from './walk-sql.ts';

/** Something that Postgres plans by itself: a statement of a store, or a query in the body of a function. */
export type Piece = {
  /** The name of the statement or of the function. */
  readonly name: string;
  readonly tree: unknown;
  /** What a function was given, by name; empty for a statement, whose values are `$1`, `$2` … */
  readonly parameters: ReadonlySet<string>;
};

export type ReadFunction = {
  readonly name: string;
  readonly language: 'plpgsql' | 'sql';
  readonly parameters: ReadonlySet<string>;
  readonly pieces: readonly Piece[];
};

const optionOf = (created: Fields, wanted: string): unknown =>
  (created['options'] as unknown[]).map(nodeOf).find((option) => option?.fields['defname'] === wanted)?.fields['arg'];

const textIn = (value: unknown): string => {
  let text = '';
  walkSql(value, ({ kind, fields }) => {
    if (kind === 'String' && text === '') text = String(fields['sval']);
  });
  return text;
};

const parametersOf = (created: Fields): ReadonlySet<string> =>
  new Set(
    ((created['parameters'] as unknown[] | undefined) ?? [])
      .map((parameter) => nodeOf(parameter)!.fields)
      // What comes back is a parameter too, of another mode.
      .filter(({ mode }) => mode !== 'FUNC_PARAM_TABLE' && mode !== 'FUNC_PARAM_OUT')
      .map(({ name }) => String(name)),
  );

export const readFunction = ({ name, text }: { readonly name: string; readonly text: string }): ReadFunction => {
  let created: Fields = {};
  walkSql(parseSql(text), (node) => {
    if (node.kind === 'CreateFunctionStmt') created = node.fields;
  });
  const language = textIn(optionOf(created, 'language')) === 'sql' ? 'sql' : 'plpgsql';
  const parameters = parametersOf(created);
  const queries = language === 'sql' ? [textIn(optionOf(created, 'as'))] : queriesOfBody(text);
  const pieces = queries.map((query) => ({ name, tree: parseSql(query), parameters }));
  return { name, language, parameters, pieces };
};

export const readFunctions = (): readonly ReadFunction[] => sqlFunctions.map(readFunction);

export const readStatements = (
  statements: readonly { readonly name: string; readonly text: string }[],
): readonly Piece[] => {
  const byName = new Map(statements.map((statement) => [statement.name, statement.text]));
  return [...byName].map(([name, text]) => ({ name, tree: parseSql(text), parameters: new Set<string>() }));
};

/** The tables whose rows are a shop's, from the tables as they are written down. */
export const tenantTablesIn = (schema: string): ReadonlySet<string> =>
  new Set(
    [...schema.matchAll(/^create table (\w+) \(([^;]*?)\n\)/gm)]
      .filter(([, , inside = '']) => /(?:PRIMARY KEY|UNIQUE) \(shop_id\b/.test(inside))
      .map(([, name = '']) => name),
  );
