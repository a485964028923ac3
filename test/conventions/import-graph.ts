import { dirname, posix } from 'node:path';
import ts from 'typescript';
import { placeOf, projectFiles, readProjectFile } from './source-files.ts';

export type Import = {
  readonly from: string;
  /** A file of the project. */
  readonly to: string;
  readonly specifier: string;
  /** `path:line` of the import. */
  readonly place: string;
};

const { imports: packageImports } = JSON.parse(readProjectFile('package.json')) as {
  imports: Readonly<Record<string, string>>;
};

const known = new Set(projectFiles);

/** As Node does it: an exact name before a pattern, the pattern with the longest beginning first. */
const patterns = Object.entries(packageImports).sort(([one], [other]) => other.length - one.length);

const resolvePackageImport = (specifier: string): string => {
  for (const [pattern, target] of patterns) {
    const [head = '', tail = ''] = pattern.split('*');
    if (!pattern.includes('*')) {
      if (specifier === pattern) return posix.normalize(target);
    } else if (specifier.startsWith(head) && specifier.endsWith(tail) && specifier.length >= pattern.length) {
      const middle = specifier.slice(head.length, specifier.length - tail.length);
      return posix.normalize(target.replace('*', middle));
    }
  }
  throw new Error(`package.json has no import ${specifier}.`);
};

const resolve = (from: string, specifier: string): string | null => {
  if (specifier.startsWith('#')) return resolvePackageImport(specifier);
  return specifier.startsWith('.') ? posix.join(dirname(from), specifier) : null;
};

const importsOf = (from: string): Import[] => {
  const text = readProjectFile(from);
  // Type-only imports count as well: a module that knows another's types depends on it.
  return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName: specifier, pos }) => {
    const to = resolve(from, specifier);
    return to === null || !known.has(to) ? [] : [{ from, to, specifier, place: placeOf(from, text, pos) }];
  });
};

const sourceFiles = projectFiles.filter((path) => /\.(ts|mjs|js)$/.test(path) && !path.startsWith('generated/'));

/** Every import of one file of the project by another. */
export const importGraph: readonly Import[] = sourceFiles.flatMap(importsOf);

/** The first cycle found, as the files along it; the last imports the first. */
export const findCycle = (imports: readonly Import[]): readonly string[] | null => {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): readonly string[] | null => {
    const start = path.indexOf(file);
    if (start >= 0) return path.slice(start);
    if (done.has(file)) return null;
    for (const target of targets.get(file) ?? []) {
      const cycle = visit(target, [...path, file]);
      if (cycle !== null) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of targets.keys()) {
    const cycle = visit(file, []);
    if (cycle !== null) return cycle;
  }
  return null;
};
