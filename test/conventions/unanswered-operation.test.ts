import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import ts from 'typescript';
import { fromRoot, readProjectFile, rootDirectory } from './source-files.ts';

const handlersFile = 'generated/v1/handlers.ts';
const routesFile = 'generated/v1/routes.ts';
const entranceFile = 'server/entrances/v1/index.ts';

const compilerOptions = (): ts.CompilerOptions => {
  const { config } = ts.readConfigFile(join(rootDirectory, 'tsconfig.json'), ts.sys.readFile) as { config: object };
  return ts.parseJsonConfigFileContent(config, ts.sys, rootDirectory).options;
};

/** Kept between the programs: only what a test changes is parsed again. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** What the compiler says about the v1 entrance when some files have another content than on disk. */
const complaintsWith = (changed: Readonly<Record<string, string>>): string[] => {
  const options = compilerOptions();
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (fileName, languageVersion, ...rest) => {
    const content = changed[fromRoot(fileName)];
    if (content !== undefined) return ts.createSourceFile(fileName, content, languageVersion, true);
    if (!parsed.has(fileName)) parsed.set(fileName, getSourceFile.call(host, fileName, languageVersion, ...rest));
    return parsed.get(fileName);
  };
  const program = ts.createProgram([join(rootDirectory, entranceFile)], options, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(join(rootDirectory, entranceFile)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};

const replaceOnce = (path: string, present: string, wanted: string): string => {
  const content = readProjectFile(path);
  expect(content.split(present)).toHaveLength(2);
  return content.replace(present, wanted);
};

/** The documents' generated modules, as they would be after one more operation. */
const grown = () => ({
  [handlersFile]: replaceOnce(
    handlersFile,
    'export interface BalancesHandlers<Caller> {',
    'export interface BalancesHandlers<Caller> {\n  exportBalances(request: object, caller: Caller): Promise<never>;',
  ),
  [routesFile]: replaceOnce(
    routesFile,
    'export type RouteOperationId = ',
    "export type RouteOperationId = 'exportBalances' | ",
  ),
});

describe('an operation that is added to the document', () => {
  it('compiles as long as there is none', () => {
    expect(complaintsWith({})).toEqual([]);
  });

  it('does not compile without a handler', () => {
    expect(complaintsWith(grown()).join('\n')).toContain('exportBalances');
  });
});
