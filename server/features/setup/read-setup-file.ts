import { isNode, LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import { OperatorError } from '#platform/errors';
import { setupFile, type SetupFile } from './setup-file.ts';
import { suggestSetting } from './suggest-setting.ts';

export type Path = readonly PropertyKey[];
export type Problem = { readonly path: Path; readonly message: string };

export type ReadSetup = {
  readonly file: SetupFile;
  /** Refuses the file, naming the line of each problem. */
  readonly refuse: (problems: readonly Problem[]) => never;
};

const pathText = (path: Path): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text === '' ? '' : `${text}.`}${String(part)}`),
    '',
  );

/** The line of the value at `path`, or of the nearest thing around it that was written at all. */
const lineOf = (document: Document, lines: LineCounter, path: Path): number => {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
};

const refusalOf = (path: Path, word: string): string => {
  const meant = suggestSetting(setupFile, path, word);
  return meant === null ? 'is not a setting' : `is not a setting; did you mean ${meant}?`;
};

const problemsOf = (error: z.ZodError): Problem[] =>
  error.issues.flatMap((issue): Problem[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: refusalOf(issue.path, key) }))
      : [{ path: issue.path, message: issue.message }],
  );

/** Reads and checks the form of a setup file; what it refers to is checked against the database later. */
export const readSetupFile = (text: string, fileName: string): ReadSetup => {
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: 'failsafe', lineCounter: lines });
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    const line = lines.linePos(syntax.pos[0]).line;
    throw new OperatorError(`${fileName}:${line}: ${syntax.message.split('\n')[0]?.replace(/ at line .*$/, '')}`);
  }
  const refuse = (problems: readonly Problem[]): never => {
    const shown = problems.map(({ path, message }) => {
      const where = pathText(path);
      return `${fileName}:${lineOf(document, lines, path)}: ${where === '' ? '' : `${where}: `}${message}`;
    });
    throw new OperatorError(shown.join('\n'));
  };
  const parsed = setupFile.safeParse(document.toJS() ?? {});
  return { file: parsed.success ? parsed.data : refuse(problemsOf(parsed.error)), refuse };
};
