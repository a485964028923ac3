import { isOpen, shown, sweep } from './payment-model.ts';
import { isLateEffect, lateAnswer, wayOf, waysOf, type Groups, type Stop, type Way } from './orderings.ts';
import { overlapsAtEnd, overlapsOf } from './overlaps.ts';
import { receiptFamilies, type Family } from './receipt-families.ts';
import type { StepName } from './step-names.ts';
import { stepNames, steps } from './steps.ts';

const repeated = 'Requests that are repeated';

/** An ordering belongs to the first family that has it. */
const families: readonly Family[] = [
  {
    title: 'Cancelled before its create, or while a provider works on it that never answers',
    orderingsOf: ['create', 'cancel', 'cancel by id'],
  },
  {
    title: 'Accepted, and perhaps paid',
    orderingsOf: ['create', 'accepted', 'paid', 'cancel', 'cancel by id', 'expire'],
  },
  { title: 'Accepted, and paid in part', orderingsOf: ['create', 'accepted', 'paid in part', 'cancel', 'expire'] },
  { title: 'Accepted, and failed', orderingsOf: ['create', 'accepted', 'failed', 'cancel', 'expire'] },
  {
    title: 'The provider’s answer is lost',
    orderingsOf: ['create', 'no answer', 'paid', 'cancel', 'cancel by id'],
  },
  { title: 'The answer is lost, and the order failed', orderingsOf: ['create', 'no answer', 'failed', 'cancel'] },
  { title: 'Declined', orderingsOf: ['create', 'declined', 'cancel', 'cancel by id'] },
  {
    title: 'Paid when it expires, which the gateway has not heard yet',
    orderingsOf: ['create', 'accepted', 'paid', 'expire (paid unheard)', 'cancel'],
  },
  {
    title: 'Its provider does not say whether it may expire',
    orderingsOf: ['create', 'accepted', 'paid', 'expire (in doubt)', 'cancel'],
  },
  {
    title: repeated,
    // One that is sent again while the first waits is here only where it is answered alike before and after the decision:
    // nothing tells when it has begun to wait.
    listed: [
      ['cancel', 'cancel', 'create', 'cancel'],
      ['cancel', 'create', 'create again'],
      ['cancel', 'create', 'cancel by id', 'create again', 'cancel'],
      ['create', 'create again', 'accepted'],
      ['create', 'create again', 'accepted', 'cancel', 'create again'],
      ['create', 'create again', 'cancel', 'accepted'],
      ['create', 'cancel', 'create again', 'accepted', 'cancel by id', 'cancel'],
      ['create', 'paid', 'accepted', 'create again', 'cancel', 'create again'],
      ['create', 'no answer', 'create again', 'create again'],
      ['create', 'no answer', 'cancel', 'create again', 'cancel by id'],
      ['create', 'declined', 'cancel', 'create again', 'cancel by id'],
      ['create', 'accepted', 'cancel', 'cancel', 'cancel by id', 'cancel by id'],
      ['create', 'accepted', 'cancel by id', 'create again', 'paid', 'create again'],
      ['create', 'accepted', 'paid', 'create again', 'cancel', 'create again'],
      ['create', 'accepted', 'expire', 'create again', 'cancel', 'cancel by id'],
    ],
  },
  ...receiptFamilies,
];

const isAnswer = (name: StepName): boolean =>
  name.startsWith('accepted') || name === 'declined' || name === 'no answer';

/** Nothing is left out that has to come: where answers are among the steps, a provider that was asked gives one. */
const isWhole = (names: readonly StepName[], among: readonly StepName[]): boolean => {
  const { attempt, open } = wayOf(names).payment;
  const isMissing = attempt !== 'none' && among.some(isAnswer) && !names.some(isAnswer);
  return names.length > 0 && open.length === 0 && !isMissing;
};

const extend = (names: readonly StepName[], among: readonly StepName[]): readonly (readonly StepName[])[] => {
  const { payment } = wayOf(names);
  const next = among.filter((name) => !names.includes(name) && steps[name].cannotCome(payment, names) === null);
  return [...(isWhole(names, among) ? [names] : []), ...next.flatMap((name) => extend([...names, name], among))];
};

/** Every order of all of these, but for those that cannot come by then. */
const permute = (before: readonly StepName[], left: readonly StepName[]): readonly (readonly StepName[])[] => {
  const { payment } = wayOf(before);
  const next = left.filter((name) => steps[name].cannotCome(payment, before) === null);
  if (next.length === 0) return [before];
  return next.flatMap((name) =>
    permute(
      [...before, name],
      left.filter((other) => other !== name),
    ),
  );
};

export type Outcome = {
  /** What each step was answered, where it is a request; else empty. */
  readonly answers: readonly string[];
  /** What a read answers in the end. */
  readonly read: string;
  readonly status: string;
  readonly actual: string;
  readonly suspense: string;
  /** What the payment brought its shop, at 3 %. */
  readonly balance: string;
  readonly events: string;
  readonly order: string;
  /** How many receipts are on record, each with its content. */
  readonly files: string;
  /** By how many ids the merchant was told of it. */
  readonly ids: number;
};

const settledAt3Percent: Readonly<Record<string, string>> = { '0.00': '0.00', '40.00': '38.80', '100.00': '97.00' };

/** How a way ends, once the sweeps have been there. */
export const outcomeOf = (way: Way, names: readonly StepName[]): Outcome => {
  const payment = sweep(way.payment);
  const { status, actual, suspense, events, order } = payment;
  const isVisible = isOpen(payment) || status === 'completed' || status === 'cancelled';
  return {
    answers: names.map((_, position) => payment.answers[position] ?? ''),
    read: isVisible ? shown(payment) : '404',
    status,
    actual,
    suspense,
    balance: settledAt3Percent[actual]!,
    events: events.join(', '),
    order,
    files: String(payment.files.length),
    ids: status === 'rejected' ? 0 : 1,
  };
};

export type Cell = {
  readonly name: string;
  readonly family: string;
  readonly steps: readonly StepName[];
  /** All the ways to let some of the steps overlap; in the first none do. */
  readonly overlaps: readonly Groups[];
  readonly outcome: Outcome;
};

const nameOf = (names: readonly string[]): string => names.join(' → ');

const cellOf = (family: string, names: readonly StepName[], overlaps: readonly Groups[]): Cell => ({
  name: nameOf(names),
  family,
  steps: names,
  overlaps,
  outcome: outcomeOf(wayOf(names), names),
});

const byName = <Named extends { readonly name: string }>(found: readonly Named[]): readonly Named[] => {
  const first = new Map<string, Named>();
  for (const named of found) if (!first.has(named.name)) first.set(named.name, named);
  return [...first.values()];
};

const cellsOf = (family: Family): readonly Cell[] => {
  if ('after' in family) {
    const { title, after, together } = family;
    return together.flatMap((group) =>
      permute(after, group).map((names) => cellOf(title, names, overlapsAtEnd(names, names.length - after.length))),
    );
  }
  const orderings = 'listed' in family ? family.listed : extend([], family.orderingsOf);
  return orderings.map((names) => cellOf(family.title, names, overlapsOf(names)));
};

/** Every cell of the matrix, each once. */
export const cells: readonly Cell[] = byName(families.flatMap(cellsOf));

/** What comes before all cells of a family and is said once for them; null where it has nothing of that kind. */
export const beforeOf = (title: string): readonly StepName[] | null => {
  const family = families.find((item) => item.title === title);
  return family !== undefined && 'after' in family ? family.after : null;
};

export type Reachable = { readonly name: string; readonly steps: readonly Stop['name'][]; readonly outcome: Outcome };

const isPrompt = ({ path }: Way): boolean => !path.some(({ name }) => name === lateAnswer);

const reachableFrom = ({ steps: names, overlaps }: Cell): readonly Reachable[] =>
  overlaps.flatMap((groups) =>
    waysOf(names, groups)
      .filter(isPrompt)
      .map((way) => {
        const { answers, ...rest } = outcomeOf(way, names);
        const taken = way.path.map(({ name }) => name);
        return {
          name: nameOf(taken),
          steps: taken,
          outcome: {
            answers: taken.map((name, at) => (isLateEffect(name) ? '' : answers[way.path[at]!.position]!)),
            ...rest,
          },
        };
      }),
  );

/**
 * Where steps lead that overlap, when each request is answered as it took effect: what it may see besides is one of the
 * others. Requests that are repeated are left out: their orderings are examples of many.
 */
export const reachable: readonly Reachable[] = byName(
  cells.filter(({ family }) => family !== repeated).flatMap(reachableFrom),
);

/** What no step comes between when each has its turn. */
export const inBetween: readonly Reachable[] = reachable.filter((way) => way.steps.some(isLateEffect));

export type Impossible = { readonly step: StepName; readonly reason: string };

const impossibleAfter = ({ steps: names }: Cell): readonly Impossible[] =>
  names.flatMap((_, position) => {
    const before = names.slice(0, position);
    const { payment } = wayOf(before);
    return stepNames.flatMap((step) => {
      const reason = before.includes(step) ? null : steps[step].cannotCome(payment, before);
      return reason === null ? [] : [{ step, reason }];
    });
  });

/** Why steps cannot come where they are in no cell, and which steps that is about. */
export const impossible: ReadonlyMap<string, readonly StepName[]> = cells
  .flatMap(impossibleAfter)
  .reduce<ReadonlyMap<string, readonly StepName[]>>(
    (found, { step, reason }) => new Map([...found, [reason, [...new Set([...(found.get(reason) ?? []), step])]]]),
    new Map(),
  );
