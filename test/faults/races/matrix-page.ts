import { apis, type Api } from '#platform/apis';
import { beforeOf, matrices, type Reachable } from './matrix.ts';
import { isCancellation, isConfirmation, isDecision } from './step-names.ts';
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

/** Each only where any cell of a table has something in it. */
const rareColumns: readonly Column[] = [
  answersTo('Confirmation', isConfirmation),
  answersTo('Decision', isDecision),
  answersTo('Cancellation', isCancellation),
];

const ends: readonly Column[] = [
  { head: 'Read', of: ({ outcome: { read, status } }) => (/^(404|none)$/.test(read) ? `${read}, ${status}` : read) },
  { head: 'Actual', of: ({ outcome }) => outcome.actual },
  { head: 'Suspense', of: ({ outcome }) => outcome.suspense },
  { head: 'Balance', of: ({ outcome }) => outcome.balance },
  { head: 'Events', of: ({ outcome }) => outcome.events || '–' },
  { head: 'Order', of: ({ outcome }) => outcome.order },
];
const files: Column = { head: 'Files', of: ({ outcome }) => outcome.files };
const anew: Column = {
  head: 'Anew',
  of: ({ outcome }) => (outcome.anew === null ? '–' : `${outcome.anew.status}, ${outcome.anew.order}`),
};

const isUsed =
  (shown: readonly Shown[]) =>
  (column: Column): boolean =>
    shown.some((cell) => !['–', '0'].includes(column.of(cell)));

const tableOf = (shown: readonly Shown[]): string => {
  const used = isUsed(shown);
  const heads = [stepsOf, ...[toCreate, ...rareColumns].filter(used), ...ends, ...[files, anew].filter(used)];
  return table(
    heads.map(({ head }) => head),
    shown.map((cell) => heads.map((column) => column.of(cell))),
  );
};

const sectionOf = (api: Api, title: string): string => {
  const own = matrices[api].cells.filter(({ family }) => family === title);
  const before = beforeOf(api, title);
  if (before === null) return `### ${title}\n\n${tableOf(own)}`;
  const later = own.map(({ steps: names, outcome: { answers, ...outcome } }) => ({
    steps: names.slice(before.length),
    outcome: { ...outcome, answers: answers.slice(before.length) },
  }));
  return `### ${title}\n\nEach after ${before.join(' → ')}.\n\n${tableOf(later)}`;
};

const beginning = '<!-- The matrix begins: UPDATE_RACE_MATRIX=1 in front of its test writes it anew. -->';
const ending = '<!-- The matrix ends. -->';

const inBetweenMeans: Readonly<Record<Api, string>> = {
  v1: `An acceptance whose callback came first is two statements: the acceptance, and the effect of the
callback. Where steps overlap, a cancellation may come between them; the create is then answered with what it finds.

An upload is two statements as well: its file is recorded, and then judged. What comes between them finds a payment whose receipt is under
review; money that is reported there completes it, and no operator is asked about the file.`,
  h2h: `Here a create that comes again may come between an acceptance and the effect of the callback that came before it. The
payment is open then, and the create refused, even where the callback tells that it has failed.`,
};

const introductions: Readonly<Record<Api, string>> = {
  v1: '',
  h2h: `Its payments are the same, created through the other entrance. What differs is what its profile says
(\`server/features/operations/api-profile.ts\`):

- A create that comes again is refused at once with 409, also while the first is running. With the \`Idempotency-Key\` of the first it
  is answered as that one.
- The identifier of a payment that has failed is free, as that of one that was refused. **Anew** is the payment that was created then:
  its status, and its order at the provider. The read by \`idTransactionMerchant\` shows both, newest first, and each is read by its own
  id as well.
- Acceptance is an event. The merchant is told \`in_progress\`, \`success\` and \`failed\`, with the amount in force.
- A provider that wants a receipt is treated like one whose answer is lost: its order is voided.
- No merchant cancels a payment by h2h: it has no such request, and a cancellation by v1 is about payments by v1 alone. With the identifier
  it decides about a payment by v1 that may still come, by id there is none. Only its provider and its lifetime end such a payment;
  operators decide about receipts, of which it has none.`,
};

const partOf = (api: Api): readonly string[] => {
  const { cells, impossible, inBetween } = matrices[api];
  const titles = [...new Set(cells.map(({ family }) => family))];
  return [
    `## The ${cells.length} cells of ${api}`,
    ...[introductions[api]].filter((text) => text !== ''),
    '### What cannot come',
    table(
      ['Step', 'Cannot come while'],
      [...impossible].map(([reason, names]) => [names.join('; '), reason]),
    ),
    ...titles.map((title) => sectionOf(api, title)),
    '### In between',
    inBetweenMeans[api],
    tableOf(inBetween),
  ];
};

/** What stands between the marks of the page. */
const matrixText = (): string =>
  [
    '## The steps',
    table(
      ['Step', 'Is'],
      stepNames.map((name) => [name, steps[name].explanation]),
    ),
    ...apis.flatMap(partOf),
  ].join('\n\n');

/** The page with the matrix as it is now in its place. */
export const withMatrix = (page: string): string => {
  const [before, rest] = page.split(beginning);
  const after = rest?.split(ending)[1];
  if (before === undefined || after === undefined) throw new Error('The page has lost the marks of its matrix.');
  return `${before}${beginning}\n\n${matrixText()}\n\n${ending}${after}`;
};
