import { beforeOf, cells, impossible, inBetween, type Reachable } from './matrix.ts';
import { isConfirmation, isDecision } from './step-names.ts';
import { stepNames, steps } from './steps.ts';

const line = (parts: readonly string[]): string =>
  `| ${parts.map((part) => part.replaceAll('|', '\\|')).join(' | ')} |`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');

type Shown = Pick<Reachable, 'steps' | 'outcome'>;
type Column = { readonly head: string; readonly of: (cell: Shown) => string };

const stepsOf: Column = { head: 'Steps', of: ({ steps: names }) => names.join(' → ') };

const answersTo = (head: string, isAsked: (name: string) => boolean): Column => ({
  head,
  of: ({ steps: names, outcome }) =>
    outcome.answers.filter((_, position) => isAsked(names[position] ?? '')).join('; ') || '–',
});

const toCreate = answersTo('Create', (name) => name.startsWith('create'));
const toCancel = answersTo('Cancellation', (name) => name.startsWith('cancel'));
const toConfirm = answersTo('Confirmation', isConfirmation);
const toDecide = answersTo('Decision', isDecision);

const ends: readonly Column[] = [
  { head: 'Read', of: ({ outcome: { read, status } }) => (read === '404' ? `404, ${status}` : read) },
  { head: 'Actual', of: ({ outcome }) => outcome.actual },
  { head: 'Suspense', of: ({ outcome }) => outcome.suspense },
  { head: 'Balance', of: ({ outcome }) => outcome.balance },
  { head: 'Events', of: ({ outcome }) => outcome.events || '–' },
  { head: 'Order', of: ({ outcome }) => outcome.order },
];
const columns = [stepsOf, toCreate, toCancel, ...ends];
const receiptColumns = [
  stepsOf,
  toConfirm,
  toDecide,
  toCancel,
  ...ends,
  { head: 'Files', of: ({ outcome }: Shown) => outcome.files },
];

const tableOf = (shown: readonly Shown[], heads = columns): string =>
  table(
    heads.map(({ head }) => head),
    shown.map((cell) => heads.map((column) => column.of(cell))),
  );

const sectionOf = (title: string): string => {
  const own = cells.filter(({ family }) => family === title);
  const before = beforeOf(title);
  if (before === null) return `### ${title}\n\n${tableOf(own)}`;
  const later = own.map(({ steps: names, outcome: { answers, ...outcome } }) => ({
    steps: names.slice(before.length),
    outcome: { ...outcome, answers: answers.slice(before.length) },
  }));
  return `### ${title}\n\nEach after ${before.join(' → ')}.\n\n${tableOf(later, receiptColumns)}`;
};

const sections = (): readonly string[] => [...new Set(cells.map(({ family }) => family))].map(sectionOf);

const beginning = '<!-- The matrix begins: UPDATE_RACE_MATRIX=1 in front of its test writes it anew. -->';
const ending = '<!-- The matrix ends. -->';

const inBetweenMeans = `An acceptance whose callback came first is two statements: the acceptance, and the effect of the
callback. Where steps overlap, a cancellation may come between them; the create is then answered with what it finds.

An upload is two statements as well: its file is recorded, and then judged. What comes between them finds a payment whose receipt is under
review; money that is reported there completes it, and no operator is asked about the file.`;

/** What stands between the marks of the page. */
const matrixText = (): string =>
  [
    '## The steps',
    table(
      ['Step', 'Is'],
      stepNames.map((name) => [name, steps[name].explanation]),
    ),
    '## What cannot come',
    table(
      ['Step', 'Cannot come while'],
      [...impossible].map(([reason, names]) => [names.join('; '), reason]),
    ),
    `## The ${cells.length} cells`,
    ...sections(),
    '## In between',
    inBetweenMeans,
    tableOf(inBetween),
  ].join('\n\n');

/** The page with the matrix as it is now in its place. */
export const withMatrix = (page: string): string => {
  const [before, rest] = page.split(beginning);
  const after = rest?.split(ending)[1];
  if (before === undefined || after === undefined) throw new Error('The page has lost the marks of its matrix.');
  return `${before}${beginning}\n\n${matrixText()}\n\n${ending}${after}`;
};
