import { cells, impossible, inBetween, type Cell, type Reachable } from './matrix.ts';
import { stepNames, steps } from './steps.ts';

const line = (parts: readonly string[]): string => `| ${parts.map((part) => part.replaceAll('|', '\\|')).join(' | ')} |`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');

const heads = ['Steps', 'Create', 'Cancellation', 'Read', 'Actual', 'Suspense', 'Balance', 'Events', 'Order'];

const answersTo = (request: string, { steps: names, outcome }: Pick<Reachable, 'steps' | 'outcome'>): string => {
  const given = outcome.answers.filter((_, position) => names[position]?.startsWith(request));
  return given.join('; ') || '–';
};

const rowOf = (cell: Cell | Reachable): readonly string[] => {
  const { read, status, actual, suspense, balance, events, order } = cell.outcome;
  return [
    cell.steps.join(' → '),
    answersTo('create', cell),
    answersTo('cancel', cell),
    read === '404' ? `404, ${status}` : read,
    actual,
    suspense,
    balance,
    events || '–',
    order,
  ];
};

const sections = (): readonly string[] =>
  [...new Set(cells.map(({ family }) => family))].map(
    (title) => `### ${title}\n\n${table(heads, cells.filter(({ family }) => family === title).map(rowOf))}`,
  );

const beginning = '<!-- The matrix begins: UPDATE_RACE_MATRIX=1 in front of its test writes it anew. -->';
const ending = '<!-- The matrix ends. -->';

const inBetweenMeans = `An acceptance whose callback came first is two statements: the acceptance, and the effect of the
callback. Where steps overlap, a cancellation may come between them; the create is then answered with what it finds.`;

/** What stands between the marks of the page. */
const matrixText = (): string =>
  [
    '## The steps',
    table(['Step', 'Is'], stepNames.map((name) => [name, steps[name].explanation])),
    '## What cannot come',
    table(['Step', 'Cannot come while'], [...impossible].map(([reason, names]) => [names.join('; '), reason])),
    `## The ${cells.length} cells`,
    ...sections(),
    '## In between',
    inBetweenMeans,
    table(heads, inBetween.map(rowOf)),
  ].join('\n\n');

/** The page with the matrix as it is now in its place. */
export const withMatrix = (page: string): string => {
  const [before, rest] = page.split(beginning);
  const after = rest?.split(ending)[1];
  if (before === undefined || after === undefined) throw new Error('The page has lost the marks of its matrix.');
  return `${before}${beginning}\n\n${matrixText()}\n\n${ending}${after}`;
};
