import { describe, expect, it } from '@jest/globals';
import type { Api } from '#platform/apis';
import { endings, hostilities, schedule } from './plan.ts';
import { clockMoves, faultKinds } from './plan-faults.ts';
import {
  amountsAs,
  answers,
  decisions,
  files,
  findings,
  knownBy,
  outcomes,
  tellings,
  toldAt,
} from './plan-operations.ts';
import { seedsOfTest } from './seeds.ts';

describe('a schedule', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(schedule(7)).toEqual(schedule(7));
    expect(schedule(7)).not.toEqual(schedule(8));
  });

  it('knows each operation by its amount', () => {
    for (const seed of seedsOfTest) {
      const amounts = schedule(seed).operations.map(({ amount }) => amount);
      expect(new Set(amounts).size).toBe(amounts.length);
    }
  });
});

const inEachApi = (ways: Readonly<Record<Api, readonly string[]>>): string[] =>
  Object.entries(ways).flatMap(([api, those]) => those.map((way) => `${api} ${way}`));

describe('the schedules of every test run', () => {
  const plans = seedsOfTest.map(schedule);
  const operations = plans.flatMap((plan) => plan.operations);
  const receipts = operations.flatMap(({ receipt }) => receipt ?? []);

  it.each([
    ['kind of fault', faultKinds, plans.flatMap(({ faults }) => faults.map(({ kind }) => kind))],
    [
      'way that the clock of a killed server moves',
      clockMoves,
      plans.flatMap(({ faults }) => faults.flatMap((fault) => (fault.kind === 'kill' ? [fault.clockMovesMs] : []))),
    ],
    ['hostile receiver', hostilities, plans.map(({ hostility }) => hostility)],
    ['ending', endings, plans.map(({ ending }) => ending)],
    ['answer of a bank', Object.keys(answers), operations.map(({ answer }) => answer)],
    ['outcome', Object.keys(outcomes), operations.map(({ outcome }) => outcome)],
    ['way to tell of it', Object.keys(tellings), operations.map(({ telling }) => telling)],
    [
      'type of operation of each API',
      ['v1 payment', 'v1 payout', 'h2h payment', 'h2h payout'],
      operations.map(({ api, type }) => `${api} ${type}`),
    ],
    ['way to know a create again', Object.values(knownBy).flat(), operations.map((operation) => operation.knownBy)],
    ['way to write an amount in each API', inEachApi(amountsAs), operations.map((one) => `${one.api} ${one.amountAs}`)],
    ['place of events in each API', inEachApi(toldAt), operations.map((one) => `${one.api} ${one.toldAt}`)],
    ['use of an identifier', [true, false], operations.map(({ reusesAfterMs }) => reusesAfterMs !== null)],
    ['finding about a receipt', Object.keys(findings), receipts.map(({ finding }) => finding)],
    ['decision of an operator', Object.keys(decisions), receipts.map(({ decision }) => decision)],
    ['file', Object.keys(files), receipts.flatMap(({ uploads }) => uploads.map(({ file }) => file))],
    ['wrong clock', [-600_000, 0, 600_000], plans.flatMap((plan) => plan.instances.map(({ clockMs }) => clockMs))],
    ['size of pool', [2, 16], plans.flatMap((plan) => plan.instances.map(({ poolSize }) => poolSize))],
  ] as [string, readonly unknown[], readonly unknown[]][])('try every %s', (_what, all, tried) => {
    expect(new Set(tried)).toEqual(new Set(all));
  });
});
