import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop, type BuildOptions } from 'esbuild';

type Description = {
  readonly version: string;
  readonly license: string;
  readonly engines: object;
  readonly dependencies: object;
  readonly imports: Readonly<Record<string, string>>;
};

const root = fileURLToPath(new URL('../../', import.meta.url));
const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Description;

/** The names of one kind in the package's imports, each with where it leads in the sources. */
const namedAs = (kind: string): readonly (readonly [name: string, source: string])[] =>
  Object.entries(description.imports).flatMap(([key, source]) =>
    key.startsWith(`#${kind}/`) ? [[key.slice(kind.length + 2), source] as const] : [],
  );

/** What is started as a process or a thread of its own. */
const programs: readonly (readonly [name: string, source: string])[] = [
  ['main', './server/main.ts'],
  ['turnpike', './server/turnpike.ts'],
  ...namedAs('programs'),
];
/** What is read while the server runs, but for the packages it depends on. */
const files = namedAs('files').filter(([name]) => name !== 'package.json');

/** The same names as in the sources, each for a file of the build. */
const describe = () => ({
  name: 'turnpike',
  version: description.version,
  license: description.license,
  private: true,
  type: 'module',
  engines: description.engines,
  bin: { turnpike: './turnpike.js' },
  dependencies: description.dependencies,
  imports: {
    ...Object.fromEntries(namedAs('programs').map(([name]) => [`#programs/${name}`, `./${name}.js`])),
    ...Object.fromEntries(files.map(([name]) => [`#files/${name}`, `./files/${name}`])),
    '#files/package.json': './package.json',
  },
});

/** How every bundle of the server is made: what was installed from elsewhere stays where npm has put it. */
export const bundling = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  packages: 'external',
  logLevel: 'error',
} as const satisfies BuildOptions;

/** A program that starts while it is written anew is the one or the other, and nothing in between. */
const replaceFile = (path: string, content: Uint8Array | string): void => {
  mkdirSync(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, content);
  renameSync(beside, path);
};

/**
 * Writes the server and its command line as JavaScript, with all that they read, into a folder that then needs nothing of
 * the sources: only the installed packages, in it or in a folder above. Parts of an earlier build, which a running server may
 * still load, are left where they are.
 */
export const writeBuild = async (directory: string): Promise<void> => {
  const { outputFiles } = await build({
    ...bundling,
    entryPoints: Object.fromEntries(programs),
    outdir: directory,
    chunkNames: 'parts/[name]-[hash]',
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
    write: false,
  });
  // Its process would wait for more, for as long as this one lives.
  await stop();
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
  for (const [name, source] of files) {
    // A pattern stands for a folder.
    const [from, to] = [source, name].map((path) => path.replace(/\/\*$/, '')) as [string, string];
    cpSync(join(root, from), join(directory, 'files', to), { recursive: true });
  }
  replaceFile(join(directory, 'package.json'), `${JSON.stringify(describe(), null, 2)}\n`);
};
