import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';

await loadModule();

/** A node of Postgres' own parse tree: its kind, and what is in it. */
export type SqlNode = { readonly kind: string; readonly fields: Fields };
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The node behind `{Kind: {…}}`; null where there is none. */
export const nodeOf = (value: unknown): SqlNode | null => {
  if (!isFields(value) || Array.isArray(value)) return null;
  const [kind, ...others] = Object.keys(value);
  if (kind === undefined || others.length > 0 || !/^[A-Z]/.test(kind)) return null;
  const fields = value[kind];
  return isFields(fields) ? { kind, fields } : null;
};

/** Calls `visit` for every node below, the outer before the inner. What `visit` answers false to is not entered. */
export const walkSql = (value: unknown, visit: (node: SqlNode) => boolean | void): void => {
  const node = nodeOf(value);
  if (node !== null && visit(node) === false) return;
  if (isFields(value)) Object.values(value).forEach((part) => walkSql(part, visit));
};

/** The names of a column: `a.shop_id` is `['a', 'shop_id']`. */
export const namesOf = (fields: Fields): string[] =>
  ((fields['fields'] as unknown[] | undefined) ?? []).map((part) => {
    const name = nodeOf(part);
    return name?.kind === 'String' ? String(name.fields['sval']) : '*';
  });

/** What a function is called as. */
export const calledName = (fields: Fields): string => {
  const last = nodeOf((fields['funcname'] as unknown[]).at(-1));
  return String(last?.fields['sval']);
};

export const parseSql = (text: string): unknown => parseSync(text);

/** Queries, expressions and assignments of a body in PL/pgSQL, each as a query of its own. */
export const queriesOfBody = (definition: string): readonly string[] => {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (!isFields(value)) return;
    const expression = value['PLpgSQL_expr'];
    if (isFields(expression)) {
      const query = String(expression['query']);
      const mode = Number(expression['parseMode'] ?? 0);
      found.push(mode === 0 ? query : `select ${mode === 3 ? query.replace(/^[^:=]*:?=/, '') : query}`);
    }
    Object.values(value).forEach(visit);
  };
  visit(parsePlPgSQLSync(definition));
  return found;
};
