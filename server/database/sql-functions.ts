import { createHash } from 'node:crypto';
import * as texts from './functions/index.ts';

export type SqlFunction = { readonly name: string; readonly text: string; readonly hash: string };

const head = /^\s*create or replace function (\w+)\(/;

/** What a function's text runs: without comments, and without strings, which name events and outcomes. */
export const bodyOf = (text: string): string =>
  text
    .slice(text.indexOf('$$'))
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''");

/** Everything that is written like a call, keywords and types with a length included. */
export const callsIn = (text: string): readonly string[] => [
  ...new Set([...bodyOf(text).matchAll(/\b([a-z_]\w*)\s*\(/g)].map(([, name = '']) => name)),
];

/** @throws Error when functions call each other in a circle, so that none of them can be the first. */
export const inDependencyOrder = (functions: readonly SqlFunction[]): readonly SqlFunction[] => {
  const byName = new Map(functions.map((one) => [one.name, one]));
  const ordered = new Set<SqlFunction>();
  const place = (one: SqlFunction, callers: readonly string[]): void => {
    if (ordered.has(one)) return;
    const path = [...callers, one.name];
    if (callers.includes(one.name)) throw new Error(`SQL functions call each other in a circle: ${path.join(' → ')}.`);
    for (const called of callsIn(one.text)) {
      const other = byName.get(called);
      // A call of itself needs no order.
      if (other !== undefined && other !== one) place(other, path);
    }
    ordered.add(one);
  };
  for (const one of functions) place(one, []);
  return [...ordered];
};

/** @throws Error when the text defines no function. */
export const readFunction = (text: string): SqlFunction => {
  const name = head.exec(text)?.[1];
  if (name === undefined) throw new Error(`This is not "create or replace function name(…": ${text.slice(0, 80)}`);
  return { name, text, hash: createHash('sha256').update(text).digest('hex') };
};

/** Called ones before their callers: Postgres looks for what a function in plain SQL calls when it is made. */
export const sqlFunctions: readonly SqlFunction[] = inDependencyOrder(Object.values(texts).map(readFunction));
