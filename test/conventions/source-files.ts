import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootDirectory = fileURLToPath(new URL('../../', import.meta.url));

/** What tools write or install. None of it is ours, and none of it is committed. */
const skipped = new Set(['node_modules', '.git', 'dist', '.cache', '.turnpike', 'docs/site', 'test/results']);

const walk = (directory: string): string[] =>
  readdirSync(join(rootDirectory, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name).split(sep).join('/');
    if (skipped.has(entry.name) || skipped.has(path)) return [];
    if (entry.isDirectory()) return walk(path);
    return entry.isFile() ? [path] : [];
  });

/** Every file of the project, as a path from its root with forward slashes, sorted. */
export const projectFiles: readonly string[] = walk('.').sort();

export const isTest = (path: string): boolean =>
  path.startsWith('test/') || path.endsWith('.test.ts') || path.endsWith('-fixture.ts');

export const readProjectFile = (path: string): string => readFileSync(join(rootDirectory, path), 'utf8');

export const fromRoot = (path: string): string => relative(rootDirectory, path).split(sep).join('/');

/** `path:line` of a position in a text, as editors and terminals understand it. */
export const placeOf = (path: string, text: string, position: number): string =>
  `${path}:${text.slice(0, position).split('\n').length}`;
