import { namedIn, levelsOf, type Level } from './shops-named.ts';
import type { Piece, ReadFunction } from './sql-pieces.ts';
import { calledName, namesOf, nodeOf, walkSql, type Fields } from './walk-sql.ts';

/** What it may say about a query that it refuses. */
export type Refusal =
  | 'recursive query'
  | 'plain SQL function'
  | 'case of a value'
  | 'time beside a column'
  | 'function of a whole row'
  | 'record from JSON'
  | 'several shops in one list'
  | 'directory beside other tables';

export type Tables = { readonly tenants: ReadonlySet<string>; readonly directories: ReadonlySet<string> };

// Functions that may answer something else the next time. SQLValueFunction: current_timestamp and its like.
const changing = new Set(['now', 'clock_timestamp', 'statement_timestamp', 'random', 'gen_random_uuid']);

const hasChanging = (value: unknown): boolean => {
  let found = false;
  walkSql(value, ({ kind, fields }) => {
    if (kind === 'SQLValueFunction') found = true;
    if (kind === 'FuncCall' && changing.has(calledName(fields))) found = true;
  });
  return found;
};

const contains = (value: unknown, wanted: (kind: string, fields: Fields) => boolean): boolean => {
  let found = false;
  walkSql(value, ({ kind, fields }) => {
    if (wanted(kind, fields)) found = true;
  });
  return found;
};

const touches = (level: Level, tables: ReadonlySet<string>): boolean =>
  level.relations.some(({ table }) => tables.has(table));

/** What an update sets, column by column. */
const settingsOf = ({ kind, fields }: Level): readonly unknown[] => [
  ...(kind === 'UpdateStmt' ? (fields['targetList'] as unknown[]) : []),
  ...(kind === 'InsertStmt'
    ? ((nodeOf({ Conflict: fields['onConflictClause'] ?? {} })?.fields['targetList'] as unknown[] | undefined) ?? [])
    : []),
];

const hasColumn = (value: unknown): boolean => contains(value, (kind) => kind === 'ColumnRef');

// Beside no column it is worked out before the statement is sent on. What is answered, and a case, never is.
const isTimeBesideColumn = (level: Level): boolean =>
  settingsOf(level).some((setting) => hasChanging(setting) && hasColumn(setting)) ||
  (level.kind !== 'SelectStmt' &&
    (hasChanging([level.fields['returningList'], level.fields['returningClause']]) ||
      contains(
        level.fields,
        (kind, fields) => (kind === 'CaseExpr' || kind === 'CoalesceExpr') && hasChanging(fields),
      )));

const isOfWholeRow = (level: Level): boolean =>
  contains(level.fields, (kind, fields) => {
    if (kind !== 'FuncCall') return false;
    return ((fields['args'] as unknown[] | undefined) ?? []).map(nodeOf).some((given) => {
      if (given?.kind !== 'ColumnRef') return false;
      const names = namesOf(given.fields);
      return names.length === 1 && level.relations.some(({ alias }) => alias === names[0]);
    });
  });

const fromJson = new Set(['jsonb_to_record', 'json_to_record', 'jsonb_populate_record', 'json_populate_record']);

/** What a Postgres that is distributed by shop would refuse about the query. */
export const refusalsOf = (piece: Piece, { tenants, directories }: Tables): readonly Refusal[] => {
  const levels = levelsOf(piece.tree);
  const ofTenants = levels.filter((level) => touches(level, tenants));
  const found = new Set<Refusal>();
  const tables = levels.flatMap(({ relations }) => relations.map(({ table }) => table));
  if (tables.some((table) => directories.has(table)) && tables.some((table) => tenants.has(table))) {
    found.add('directory beside other tables');
  }
  if (ofTenants.length === 0) return [...found];
  const isRecursive = ({ fields }: Level): boolean =>
    (fields['withClause'] as Fields | undefined)?.['recursive'] === true;
  if (levels.some(isRecursive)) found.add('recursive query');
  if (contains(piece.tree, (kind, fields) => kind === 'CaseExpr' && fields['arg'] !== undefined)) {
    found.add('case of a value');
  }
  if (contains(piece.tree, (kind, fields) => kind === 'FuncCall' && fromJson.has(calledName(fields)))) {
    found.add('record from JSON');
  }
  if (ofTenants.some(isTimeBesideColumn)) found.add('time beside a column');
  if (ofTenants.some(isOfWholeRow)) found.add('function of a whole row');
  const isListed = contains(piece.tree, (kind) => kind === 'RangeFunction');
  const isUnnamed = (level: Level): boolean => {
    const named = namedIn(level, piece);
    return level.relations.some(({ table, alias }) => tenants.has(table) && !named.has(alias));
  };
  if (isListed && ofTenants.some((level) => level.kind !== 'InsertStmt' && isUnnamed(level))) {
    found.add('several shops in one list');
  }
  return [...found];
};

/** The same about a function, and what is in it. */
export const refusalsOfFunction = (one: ReadFunction, tables: Tables): readonly Refusal[] => {
  const found = new Set(one.pieces.flatMap((piece) => refusalsOf(piece, tables)));
  const touchesAny = (wanted: ReadonlySet<string>): boolean =>
    one.pieces.some(({ tree }) => levelsOf(tree).some((level) => touches(level, wanted)));
  const readsTenants = touchesAny(tables.tenants);
  // The shop's node carries it out, and has no part of the directory.
  if (readsTenants && touchesAny(tables.directories)) found.add('directory beside other tables');
  if (one.language === 'sql' && one.parameters.size > 0 && readsTenants) found.add('plain SQL function');
  return [...found];
};
