import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const typeRoots = [fileURLToPath(new URL('../../node_modules/@types', import.meta.url))];

const strict: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
};

/** How merchants compile. Declarations of libraries are checked, too: those of the package are among them. */
export const settings = {
  node: { ...strict, module: ts.ModuleKind.NodeNext, lib: ['lib.es2022.d.ts'], types: ['node'], typeRoots },
  browser: {
    ...strict,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  },
} satisfies Record<string, ts.CompilerOptions>;

/** Writes the JavaScript beside the sources, and returns what the compiler complains about. */
export const compile = (files: readonly string[], options: ts.CompilerOptions): readonly string[] => {
  const program = ts.createProgram(files, options);
  const diagnostics = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  return diagnostics.map(({ file, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, '\n');
    return `${file?.fileName ?? ''}: ${text}`;
  });
};
