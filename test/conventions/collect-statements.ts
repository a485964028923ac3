import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import ts from 'typescript';
import { bundling } from '../../server/build/write-build.ts';
import { isTest, projectFiles, readProjectFile, rootDirectory } from './source-files.ts';

/** Run as a program, it writes what it finds as JSON: statements are private to their stores, whose code it has to load. */
export type Collected = {
  readonly statements: readonly { readonly path: string; readonly name: string; readonly text: string }[];
  /** Where a statement is run that is no constant of its file, as `path: expression`. */
  readonly builtWhenRun: readonly string[];
};

type Named = { readonly name: string; readonly text: string };

type Source = {
  readonly path: string;
  readonly constants: readonly string[];
  /** Written where they are run, with nothing to be filled in. */
  readonly written: readonly Named[];
  readonly builtWhenRun: readonly string[];
};

const runners = new Set(['runStatement', 'runForRow']);

/** The text behind a name in an object that is written out, if nothing in it is worked out. */
const literalAt = (object: ts.ObjectLiteralExpression, name: string): string | null => {
  const value = object.properties
    .filter((property) => ts.isPropertyAssignment(property))
    .find((property) => ts.isIdentifier(property.name) && property.name.text === name)?.initializer;
  return value !== undefined && ts.isStringLiteralLike(value) ? value.text : null;
};

const readSource = (path: string): Source => {
  const file = ts.createSourceFile(path, readProjectFile(path), ts.ScriptTarget.Latest, true);
  const constants = file.statements
    .filter((node) => ts.isVariableStatement(node))
    .flatMap((node) => node.declarationList.declarations)
    .flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  const builtWhenRun: string[] = [];
  const written: Named[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && runners.has(node.expression.text)) {
      const given = node.arguments[1]?.getText(file) ?? '';
      // A member of a constant is one as well: `statements.find`.
      if (!constants.includes(given.split('.')[0]!)) builtWhenRun.push(`${path}: ${given}`);
    }
    if (ts.isObjectLiteralExpression(node)) {
      const [name, text] = [literalAt(node, 'name'), literalAt(node, 'text')];
      if (name !== null && text !== null) written.push({ name, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { path, constants, written, builtWhenRun };
};

const sources = projectFiles
  .filter((path) => /^server\/.*\.ts$/.test(path) && !isTest(path) && !path.startsWith('server/platform/'))
  .filter((path) =>
    /\bStatement\b|\brun(Statement|ForRow)\b|\bshop(Steps|Reads)\(|\bname: '\w+',\s*text: ['`]/.test(
      readProjectFile(path),
    ),
  )
  .map(readSource);

const exposed = 'constantsOfThisFile';

/** Exports what a store keeps to itself. */
const expose: Plugin = {
  name: 'expose',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = sources.find((one) => join(rootDirectory, one.path) === path);
      if (source === undefined) return undefined;
      const contents = `${readProjectFile(source.path)}\nexport const ${exposed} = { ${source.constants.join(', ')} };\n`;
      return { contents, loader: 'ts' };
    });
  },
};

/** Statements stand alone, or several in an object or a list. */
const statementsIn = (value: unknown, depth = 3): Named[] => {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  const { name, text } = value as Partial<Named>;
  if (typeof name === 'string' && typeof text === 'string') return [{ name, text }];
  return Object.values(value).flatMap((part) => statementsIn(part, depth - 1));
};

const collect = async (): Promise<Collected> => {
  const directory = mkdtempSync(join(rootDirectory, 'node_modules/.statements-'));
  try {
    const entry = join(directory, 'entry.ts');
    const imports = sources.map(
      ({ path }, index) => `export { ${exposed} as of${index} } from '${rootDirectory}${path}';`,
    );
    writeFileSync(entry, imports.join('\n'));
    const outfile = join(directory, 'stores.mjs');
    await build({ ...bundling, entryPoints: [entry], outfile, plugins: [expose] });
    const loaded = (await import(pathToFileURL(outfile).href)) as Readonly<Record<string, object>>;
    return {
      statements: sources.flatMap(({ path, written }, index) =>
        [...written, ...statementsIn(loaded[`of${index}`])].map(({ name, text }) => ({ path, name, text })),
      ),
      builtWhenRun: sources.flatMap(({ builtWhenRun }) => builtWhenRun),
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

process.stdout.write(JSON.stringify(await collect()));
