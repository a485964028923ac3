import { isNode, LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import { OperatorRefusal, type OneOf, type SetupFaults, type SetupProblem } from '#platform/refusals';
import { setupFile, type SetupFile } from './setup-file.ts';
import { suggestSetting } from './suggest-setting.ts';

export type Path = readonly PropertyKey[];
export type Problem = OneOf<SetupFaults> & { readonly path: Path };

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

const problemsOf = (error: z.ZodError): Problem[] =>
  error.issues.flatMap((issue): Problem[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key],
          code: 'unknown_setting',
          details: { suggestion: suggestSetting(setupFile, issue.path, key) },
        }))
      : [{ path: issue.path, code: 'malformed', details: { message: issue.message } }],
  );

/** Reads and checks the form of a setup file; what it refers to is checked against the database later. */
export const readSetupFile = (text: string, fileName: string): ReadSetup => {
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: 'failsafe', lineCounter: lines });
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    const message = syntax.message.split('\n')[0]?.replace(/ at line .*$/, '') ?? '';
    const { line } = lines.linePos(syntax.pos[0]);
    const problem: SetupProblem = { line, place: '', code: 'malformed', details: { message } };
    throw new OperatorRefusal('setup_file_wrong', { file: fileName, problems: [problem] });
  }
  const refuse = (problems: readonly Problem[]): never => {
    const placed = problems.map(
      ({ path, ...fault }): SetupProblem => ({ line: lineOf(document, lines, path), place: pathText(path), ...fault }),
    );
    throw new OperatorRefusal('setup_file_wrong', { file: fileName, problems: placed });
  };
  const parsed = setupFile.safeParse(document.toJS() ?? {});
  return { file: parsed.success ? parsed.data : refuse(problemsOf(parsed.error)), refuse };
};
