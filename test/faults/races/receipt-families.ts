import type { StepName } from './step-names.ts';

export type Family = { readonly title: string } & (
  | { /** Every possible ordering of these steps, and of some of them. */ readonly orderingsOf: readonly StepName[] }
  | { readonly listed: readonly (readonly StepName[])[] }
  | {
      readonly after: readonly StepName[];
      /** Steps that all come after those, in any order, and overlap with each other. */
      readonly together: readonly (readonly StepName[])[];
    }
);

/** Each of some steps with each of others. */
export const pairs = (some: readonly StepName[], others: readonly StepName[]): (readonly StepName[])[] =>
  some.flatMap((one) => others.filter((other) => other !== one).map((other) => [one, other]));

/** Each two of these. */
const amongst = (names: readonly StepName[]): (readonly StepName[])[] =>
  names.flatMap((one, index) => pairs([one], names.slice(index + 1)));

const waiting: readonly StepName[] = ['create', 'accepted, receipt wanted'];
const underReview: readonly StepName[] = [...waiting, 'confirm'];
const doubted: readonly StepName[] = [...underReview, 'doubted'];
const askedAgain: readonly StepName[] = [...doubted, 'ask again'];

const verdicts: readonly StepName[] = ['found good', 'found good in part', 'found bad', 'doubted'];
const decisions: readonly StepName[] = ['approve', 'reject', 'ask again'];
const expiries: readonly StepName[] = ['expire', 'expire (paid unheard)', 'expire (in doubt)'];
const endings: readonly StepName[] = ['cancel', 'cancel by id', 'expire', 'paid', 'failed'];

/** Of a payment that wants a receipt: what may meet, in each of the states in which it can. */
export const receiptFamilies: readonly Family[] = [
  {
    title: 'A receipt is wanted',
    orderingsOf: ['create', 'accepted, receipt wanted', 'paid', 'cancel'],
  },
  {
    title: 'Waiting for its receipt',
    after: waiting,
    together: [
      ...pairs(
        ['confirm', 'confirm (bad file)'],
        ['cancel', 'cancel by id', ...expiries, 'paid', 'failed', 'confirm another'],
      ),
      ...pairs(['confirm'], ['confirm again', ...verdicts]),
      ...pairs(['confirm (bad file)'], decisions),
      ['confirm', 'confirm another', 'cancel'],
      ['confirm', 'confirm another', 'expire (in doubt)'],
      ['confirm', 'cancel', 'expire'],
    ],
  },
  {
    title: 'Under review',
    after: underReview,
    together: [
      ...pairs(verdicts, [...endings, 'confirm another', 'confirm again', ...decisions]),
      ...amongst(verdicts),
      ['found bad', 'expire (paid unheard)'],
      ['confirm another', 'cancel'],
    ],
  },
  {
    title: 'In an operator’s hands, because the provider doubts',
    after: doubted,
    together: [
      ...pairs(decisions, [...endings, 'confirm another', 'found good', 'found good in part', 'found bad']),
      ...amongst(decisions),
      decisions,
      ...pairs(['found good'], ['cancel', 'expire', 'failed']),
      ['reject', 'expire (paid unheard)'],
    ],
  },
  {
    title: 'In an operator’s hands at once',
    after: [...waiting, 'confirm (bad file)'],
    together: pairs(decisions, ['cancel', 'expire', 'paid', 'failed', 'confirm another']),
  },
  {
    title: 'Another receipt was asked for',
    after: askedAgain,
    together: [
      ...pairs(
        ['confirm another'],
        [...endings, 'expire (in doubt)', 'confirm again', 'found good', 'found bad', 'doubted'],
      ),
      ...pairs(['found good', 'found bad', 'confirm again'], ['cancel', 'expire']),
    ],
  },
  {
    title: 'The other receipt is under review',
    after: [...askedAgain, 'confirm another'],
    together: pairs(
      ['other found bad'],
      [...endings, 'found good', 'found bad', 'doubted', 'confirm again', 'confirm (bad file)'],
    ),
  },
];
