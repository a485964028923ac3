import { parsePlPgSQLSync, loadModule } from 'libpg-query';

type Node = { readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (isNode(inner) ? inner[key] : undefined), value);

/** How libpg-query says that a text is an expression, or the assignment of one, and no statement. */
const parseModes = { expression: 2, assignment: 3 } as const;

/** Statements come into a plan, and expressions as a part of one; nothing of them is carried out. */
const planned = ({ query, parseMode }: { readonly query: string; readonly parseMode: number }): string => {
  if (parseMode === parseModes.expression) return `explain select (${query})`;
  if (parseMode === parseModes.assignment) return `explain select (${query.slice(query.indexOf(':=') + 2)})`;
  return `explain ${query}`;
};

/** A variable without a type has that of what it was given last. None of the rows is looked at. */
const shaped = (statement: Node): string[] => {
  const target = at(statement, 'target', 'PLpgSQL_rec') ?? at(statement, 'var', 'PLpgSQL_rec');
  if (at(target, 'datatype', 'PLpgSQL_type', 'typname') !== 'record') return [];
  const given = at(statement, 'sqlstmt', 'PLpgSQL_expr', 'query') ?? at(statement, 'query', 'PLpgSQL_expr', 'query');
  return [`select * into ${String(at(target, 'refname'))} from (${String(given)}) as shape limit 0;`];
};

/** A loop that counts has a variable of its own. */
const within = ({ lower, var: counter }: Node, body: readonly string[]): readonly string[] =>
  lower === undefined
    ? body
    : [`declare ${String(at(counter, 'PLpgSQL_var', 'refname'))} integer; begin`, ...body, 'end;'];

/** What is tried of a part of a function, in the order of its text. */
const stepsIn = (node: unknown): string[] => {
  if (Array.isArray(node)) return node.flatMap(stepsIn);
  if (!isNode(node)) return [];
  const expression = node['PLpgSQL_expr'] as { query: string; parseMode: number } | undefined;
  if (expression !== undefined) return [`for trial_line in ${planned(expression)} loop end loop;`];
  // What a loop goes through comes after its body there, and its body needs what it goes through.
  const { body, ...rest } = node;
  return [...shaped(node), ...Object.values(rest).flatMap(stepsIn), ...within(node, stepsIn(body))];
};

const language = /\blanguage plpgsql\b/;

/**
 * A function with the arguments and variables of a function in PL/pgSQL that has each of its statements planned, on every
 * branch, and carries out none. Null for a function in plain SQL, which Postgres looks through when it is made.
 */
export const trialOf = async (text: string, name: string): Promise<string | null> => {
  if (!language.test(text)) return null;
  await loadModule();
  const [parsed] = at(parsePlPgSQLSync(text), 'plpgsql_funcs') as readonly unknown[];
  const [, head = '', rest = ''] = /^([\s\S]*?\$\$)([\s\S]*)$/.exec(text)!;
  const declared = /^[\s\S]*?(?=\bbegin\b)/.exec(rest)![0];
  const hasResult = !/\breturns\s+(void|setof|table)\b/.test(head);
  return [
    head.replace(/function \w+\(/, `function ${name}(`),
    declared.includes('declare') ? declared : `${declared}declare`,
    '  trial_line record;',
    'begin',
    ...stepsIn(at(parsed, 'PLpgSQL_function', 'action')).map((step) => `  ${step}`),
    hasResult ? '  return null;' : '  return;',
    'end $$',
  ].join('\n');
};
