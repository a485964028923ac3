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

/** Compiles the agreement as it would be after an edit of the public types. */
const complaintsAfter = (edit?: Edit): readonly string[] => {
  const options = compilerOptions();
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  const edited = (file: string): string | undefined => {
    const text = readFile(file);
    if (edit === undefined || file !== edit.file) return text;
    if (text?.includes(edit.from) !== true) throw new Error(`${file} does not contain ${edit.from}`);
    return text.replace(edit.from, edit.to);
  };
  host.getSourceFile = (file, target) => {
    const text = edited(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, target);
  };
  const program = ts.createProgram([agreement], options, host);
  const source = program.getSourceFile(agreement);
  return program.getSemanticDiagnostics(source).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
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
