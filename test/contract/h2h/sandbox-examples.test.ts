import { expect, it } from '@jest/globals';
import { sandboxTable, type SandboxOutcome } from '#generated/shared/sandbox';
import { examplesOf } from '../document.ts';

type Shown = {
  readonly result: { readonly codeError: string };
  readonly data: { readonly status: string; readonly amountInitial: number; readonly amount: number } | null;
};

const creates = { payment: 'createPayIn', payout: 'createPayOut' } as const;
const later = { payment: 'payIn', payout: 'payOut' } as const;
const statuses = { completed: 'success', cancelled: 'failed', pending: 'in_progress' } as const;

const rows = sandboxTable.flatMap((row) =>
  (['payment', 'payout'] as const).flatMap((type) => {
    const outcome: SandboxOutcome | null = row[type];
    const isReceiptWanted = outcome?.delays?.reviewedAfterMs !== undefined;
    return outcome === null ? [] : [{ type, kopecks: row.kopecks, isReceiptWanted, outcome }];
  }),
);
const accepted = rows.filter(({ outcome, isReceiptWanted }) => outcome.httpStatus === 200 && !isReceiptWanted);
const refused = rows.filter((row) => !accepted.includes(row));

const shown = (operationId: 'createPayIn' | 'createPayOut' | 'getOperation', status: number, name: string): Shown =>
  examplesOf('h2h', operationId, status)[name] as Shown;

const kopecksOf = (amount: number): string => amount.toFixed(2).slice(-2);

it.each(rows)('a $type of .$kopecks is a named request', ({ type, kopecks, outcome }) => {
  const request = examplesOf('h2h', creates[type], 'request')[outcome.example] as { readonly amount: number };
  const own = kopecksOf(request.amount);
  if (kopecks === '*') expect(sandboxTable.map((row) => row.kopecks)).not.toContain(own);
  else expect(own).toBe(kopecks);
});

it.each(accepted)('a $type of .$kopecks is shown as it is accepted, and as it ends', ({ type, outcome }) => {
  const request = examplesOf('h2h', creates[type], 'request')[outcome.example] as { readonly amount: number };
  const created = shown(creates[type], 200, outcome.example);
  expect(created).toMatchObject({ result: { codeError: 'none' }, data: { amountInitial: request.amount } });
  const ended = shown('getOperation', 200, `${later[type]}_${outcome.example}`);
  const status = statuses[outcome.laterStatus as keyof typeof statuses];
  expect(ended.data).toMatchObject({ status, amountInitial: request.amount });
  if (outcome.paidShare === undefined) return;
  // Rounded down to the kopeck, as the table says.
  expect(ended.data?.amount).toBe(Math.floor(request.amount * 100 * Number(outcome.paidShare)) / 100);
});

it.each(refused)(
  'a $type of .$kopecks is shown as it is refused, and as none that could be read',
  ({ type, outcome }) => {
    expect(shown(creates[type], 424, outcome.example).result.codeError).toBe('noPaymentDetailsAvailable');
    expect(shown('getOperation', 200, `${later[type]}_${outcome.example}`)).toBeUndefined();
  },
);

it('nothing else is shown but what the table does not decide', () => {
  for (const type of ['payment', 'payout'] as const) {
    const names = Object.keys(examplesOf('h2h', creates[type], 'request'));
    const known: readonly string[] = rows.filter((row) => row.type === type).map(({ outcome }) => outcome.example);
    expect(names.filter((name) => !known.includes(name))).toEqual(type === 'payment' ? ['amount_as_string'] : []);
  }
  expect(Object.keys(examplesOf('h2h', 'getOperation', 200))).toHaveLength(accepted.length);
});
