import { isFields, namesOf, nodeOf, walkSql, type Fields, type SqlNode } from './walk-sql.ts';
import type { Piece } from './sql-pieces.ts';

/** A table as one level of a query reads or writes it, under the name that it has there. */
type Relation = { readonly table: string; readonly alias: string };

/** One select, update, delete or insert; those inside of it are levels of their own. */
export type Level = {
  readonly kind: 'SelectStmt' | 'UpdateStmt' | 'DeleteStmt' | 'InsertStmt';
  readonly fields: Fields;
  readonly relations: readonly Relation[];
};

const levelKinds = new Set(['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt']);

/** Those of this level: what is inside of another one is that one's. */
const walkLevel = (fields: Fields, visit: (node: SqlNode) => void): void =>
  Object.values(fields).forEach((part) =>
    walkSql(part, (node) => {
      if (levelKinds.has(node.kind)) return false;
      visit(node);
      return true;
    }),
  );

const relationOf = (fields: Fields): Relation => {
  const table = String(fields['relname']);
  const alias = fields['alias'];
  return { table, alias: isFields(alias) ? String(alias['aliasname']) : table };
};

const relationsOf = (fields: Fields): Relation[] => {
  const found: Relation[] = [];
  const target = fields['relation'];
  if (isFields(target) && 'relname' in target) found.push(relationOf(target));
  for (const clause of ['fromClause', 'usingClause']) {
    if (!Array.isArray(fields[clause])) continue;
    walkLevel({ clause: fields[clause] }, ({ kind, fields: inner }) => {
      if (kind === 'RangeVar') found.push(relationOf(inner));
    });
  }
  return found;
};

export const levelsOf = (tree: unknown): readonly Level[] => {
  const levels: Level[] = [];
  const add = (kind: string, fields: Fields): void => {
    levels.push({ kind: kind as Level['kind'], fields, relations: relationsOf(fields) });
    // The sides of a union are no nodes by themselves.
    for (const side of [fields['larg'], fields['rarg']]) if (isFields(side)) add('SelectStmt', side);
  };
  walkSql(tree, ({ kind, fields }) => {
    if (levelKinds.has(kind)) add(kind, fields);
  });
  return levels;
};

/** What holds together: the conditions of this level and of its joins, taken apart at `and`. */
const conditionsOf = (fields: Fields): Fields[] => {
  const conditions: Fields[] = [];
  const add = (value: unknown): void => {
    const node = nodeOf(value);
    if (node?.kind === 'BoolExpr' && node.fields['boolop'] === 'AND_EXPR')
      (node.fields['args'] as unknown[]).forEach(add);
    else if (node?.kind === 'A_Expr' && node.fields['kind'] === 'AEXPR_OP') conditions.push(node.fields);
  };
  add(fields['whereClause']);
  walkLevel({ from: fields['fromClause'], using: fields['usingClause'] }, (node) => {
    if (node.kind === 'JoinExpr') add(node.fields['quals']);
  });
  return conditions;
};

/** Whether it is one value for all of the query: `$1`, or what a function was given. */
const isGiven = (value: unknown, { parameters }: Piece): boolean => {
  const node = nodeOf(value);
  if (node?.kind === 'ParamRef') return true;
  if (node?.kind === 'TypeCast') return isGiven(node.fields['arg'], { parameters } as Piece);
  if (node?.kind !== 'ColumnRef') return false;
  const names = namesOf(node.fields);
  // A row that was given names the shop that it has.
  return parameters.has(names[0]!) && (names.length === 1 || names[1] === 'shop_id');
};

/** Of which tables of the level this is the shop; empty where it is something else. */
const shopOf = (value: unknown, relations: readonly Relation[]): readonly string[] => {
  const node = nodeOf(value);
  if (node?.kind !== 'ColumnRef') return [];
  const names = namesOf(node.fields);
  if (names.at(-1) !== 'shop_id') return [];
  return names.length === 1 ? relations.map(({ alias }) => alias) : [names[0]!];
};

/** The names of tables of one level whose shop is given, itself or by a table of the same level that has the same. */
export const namedIn = (level: Level, piece: Piece): ReadonlySet<string> => {
  const named = new Set<string>();
  const same: string[][] = [];
  for (const condition of conditionsOf(level.fields)) {
    const operator = nodeOf((condition['name'] as unknown[])[0])?.fields['sval'];
    if (operator !== '=') continue;
    const [left, right] = [condition['lexpr'], condition['rexpr']];
    const [leftShops, rightShops] = [shopOf(left, level.relations), shopOf(right, level.relations)];
    if (isGiven(right, piece)) leftShops.forEach((alias) => named.add(alias));
    else if (isGiven(left, piece)) rightShops.forEach((alias) => named.add(alias));
    else if (leftShops.length === 1 && rightShops.length === 1) same.push([leftShops[0]!, rightShops[0]!]);
  }
  walkLevel({ from: level.fields['fromClause'] }, ({ kind, fields }) => {
    const columns = kind === 'JoinExpr' ? (fields['usingClause'] as unknown[] | undefined) : undefined;
    if (columns?.some((column) => nodeOf(column)?.fields['sval'] === 'shop_id')) {
      same.push(level.relations.map(({ alias }) => alias));
    }
  });
  for (let before = -1; before !== named.size; ) {
    before = named.size;
    for (const group of same) if (group.some((alias) => named.has(alias))) group.forEach((alias) => named.add(alias));
  }
  return named;
};

/** Whether each row that is selected has the given shop in this place, on both sides of a union. */
const givesShop = (source: Fields, place: number, piece: Piece): boolean => {
  if (source['op'] !== undefined && source['op'] !== 'SETOP_NONE') {
    return [source['larg'], source['rarg']].every((side) => givesShop(side as Fields, place, piece));
  }
  const lists = source['valuesLists'] as unknown[] | undefined;
  if (lists !== undefined) {
    return lists.every((list) => isGiven((nodeOf(list)!.fields['items'] as unknown[])[place], piece));
  }
  return isGiven(nodeOf((source['targetList'] as unknown[])[place])?.fields['val'], piece);
};

/** Whether each row that is inserted is given its shop. */
const insertsGivenShop = ({ fields }: Level, piece: Piece): boolean => {
  const columns = ((fields['cols'] as unknown[] | undefined) ?? []).map((column) => nodeOf(column)?.fields['name']);
  const place = columns.indexOf('shop_id');
  const source = nodeOf(fields['selectStmt'])?.fields;
  return place !== -1 && source !== undefined && givesShop(source, place, piece);
};

const isWriting = ({ kind, fields }: Level): boolean => kind !== 'SelectStmt' || fields['lockingClause'] !== undefined;

/** The tables of tenants that the query locks, writes, or reads on the way, without naming their shop: as `table` or `table as alias`. */
export const unnamedTables = (piece: Piece, tenants: ReadonlySet<string>, isFunction: boolean): readonly string[] => {
  const levels = levelsOf(piece.tree);
  const touches = ({ relations }: Level): boolean => relations.some(({ table }) => tenants.has(table));
  if (!isFunction && !levels.some((level) => isWriting(level) && touches(level))) return [];
  return levels.flatMap((level) => {
    const named = namedIn(level, piece);
    return level.relations
      .filter(({ table }) => tenants.has(table))
      .filter(({ alias }, index) =>
        level.kind === 'InsertStmt' && index === 0 ? !insertsGivenShop(level, piece) : !named.has(alias),
      )
      .map(({ table, alias }) => (table === alias ? table : `${table} as ${alias}`));
  });
};
