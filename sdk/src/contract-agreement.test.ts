import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import ts from 'typescript';

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const agreement = pathOf('../test/contract-agreement.ts');
const operation = pathOf('./operation.ts');
const errors = pathOf('./api-errors.ts');

type Edit = { readonly file: string; readonly from: string; readonly to: string };

const compilerOptions = (): ts.CompilerOptions => {
  const file = pathOf('../tsconfig.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile) as { config: unknown };
  return ts.parseJsonConfigFileContent(config, ts.sys, pathOf('..')).options;
};

// The libraries' declarations are the most of it, and the same for every program.
const unedited = new Map<string, ts.SourceFile | undefined>();

/** Compiles the agreement as it would be after an edit of the public types. */
const complaintsAfter = (edit?: Edit): readonly string[] => {
  const options = compilerOptions();
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, target) => {
    if (!unedited.has(file)) unedited.set(file, read(file, target));
    const source = unedited.get(file);
    if (file !== edit?.file) return source;
    if (source?.text.includes(edit.from) !== true) throw new Error(`${file} does not contain ${edit.from}`);
    return ts.createSourceFile(file, source.text.replace(edit.from, edit.to), target);
  };
  const program = ts.createProgram([agreement], options, host);
  const source = program.getSourceFile(agreement);
  return program
    .getSemanticDiagnostics(source)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};

it('the public types agree with the contract', () => {
  expect(complaintsAfter()).toEqual([]);
});

it.each<[string, Edit]>([
  ['of another type', { file: operation, from: 'actual_amount: string', to: 'actual_amount: number' }],
  ['that is optional in one of them', { file: operation, from: '  method: string', to: '  method?: string' }],
  ['that is missing in a nested object', { file: operation, from: '  completed_at: string;\n', to: '' }],
  ['with an additional value', { file: errors, from: "  | 'wrong_state'", to: "  | 'wrong_state' | 'other'" }],
])('a field %s would not compile', (_what, edit) => {
  expect(complaintsAfter(edit)).not.toEqual([]);
});
