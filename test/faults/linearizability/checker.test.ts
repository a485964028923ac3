import { describe, expect, it } from '@jest/globals';
import { describeViolation, findViolation, type Call, type Specification } from './checker.ts';
import { isLinearizableBySomeOrder } from './every-order.ts';
import type { PaymentCall, Shown } from './payment-calls.ts';
import { paymentSpecificationOf } from './payment-specification.ts';
import { everyHistory, type Kind } from './small-histories.ts';

type RegisterCall = { readonly write: number } | { readonly read: number };

/** A register in which a 2 fades to 0 by itself; the writer of a 1 may find that it has become a 2. */
const register: Specification<number, RegisterCall> = {
  initial: 0,
  after: (state, call) => {
    if ('read' in call) return call.read === state ? [state] : [];
    return call.write === 1 ? [1, 2] : [call.write];
  },
  drift: (state) => (state === 2 ? [0] : []),
};

const [writes1, writes2, reads0, reads1, reads2, mayWrite2]: Kind<RegisterCall>[] = [
  { what: { write: 1 } },
  { what: { write: 2 } },
  { what: { read: 0 } },
  { what: { read: 1 } },
  { what: { read: 2 } },
  { what: { write: 2 }, isOptional: true },
];

const pending: Shown = { id: 'one', body: 'A', status: 'pending', reason: null, actual: '0.00', hasDetails: true };
const lost: Shown = { ...pending, status: 'cancelled', reason: 'merchant', hasDetails: false };
const create = (answer: Extract<PaymentCall, { call: 'create' }>['answer'], body = 'A'): Kind<PaymentCall> => ({
  what: { call: 'create', create: 1, name: 'identifier', body, answer },
});

const paymentKinds: Kind<PaymentCall>[] = [
  { what: { call: 'write', create: 1, name: 'identifier', body: 'A', fate: 'shown' }, isOptional: true },
  { what: { call: 'write', create: 2, name: 'identifier', body: 'A', fate: 'unknown' } },
  create({ is: 'shown', shown: pending }),
  create({ is: 'shown', shown: lost }),
  create({ is: 'refused' }),
  create({ is: 'reused', id: 'one' }, 'B'),
  create({ is: 'reused', id: null }, 'B'),
  {
    what: { call: 'cancel', by: null, answer: { is: 'decided', outcome: 'cancelled', id: 'one', status: 'cancelled' } },
  },
  { what: { call: 'cancel', by: 'one', answer: { is: 'missing' } } },
  { what: { call: 'read', by: null, answer: { is: 'missing' } } },
  { what: { call: 'read', by: 'one', answer: { is: 'shown', shown: pending, hasReceipts: false } } },
  { what: { call: 'order', id: 'one' } },
  { what: { call: 'accept', id: 'one', attempt: 'first' } },
  { what: { call: 'report', id: 'one', attempt: 'first', isLast: true, total: '0.00' } },
];

/** As it was known right after an answer: later ones had not come. */
const beginningOf = <What>(history: readonly Call<What>[], until: number): Call<What>[] =>
  history
    .filter((call) => call.from <= until)
    .map((call) => (call.until > until ? { ...call, until: Number.POSITIVE_INFINITY } : call));

/** How many of these histories are linearizable, and how many are not; the checker agrees with every order on each. */
const compare = <State, What>(spec: Specification<State, What>, kinds: readonly Kind<What>[], size: number) => {
  const counts = { linearizable: 0, not: 0 };
  for (const history of everyHistory(kinds, size)) {
    const violation = findViolation(spec, history);
    const isLinearizable = isLinearizableBySomeOrder(spec, history);
    if ((violation === null) !== isLinearizable) throw new Error(`Judged otherwise: ${JSON.stringify(history)}`);
    counts[isLinearizable ? 'linearizable' : 'not'] += 1;
    if (violation === null) continue;
    // The shortest beginning that nothing explains: the one that ends just before it is explained.
    const { until } = violation.unexplained;
    const [shortest, before] = [beginningOf(history, until), beginningOf(history, until - 0.5)];
    if (isLinearizableBySomeOrder(spec, shortest) || !isLinearizableBySomeOrder(spec, before)) {
      throw new Error(`Not the shortest beginning: ${JSON.stringify(history)}`);
    }
  }
  return counts;
};

describe('the checker judges as trying every order does', () => {
  const allKinds = [writes1!, writes2!, reads0!, reads1!, reads2!, mayWrite2!];
  it.each([
    ['one call', 1, allKinds, { linearizable: 10, not: 2 }],
    ['two calls', 2, allKinds, { linearizable: 184, not: 68 }],
    ['three calls', 3, allKinds, { linearizable: 5392, not: 2600 }],
    ['four calls', 4, [writes1!, reads0!, reads2!, mayWrite2!], { linearizable: 59049, not: 9047 }],
  ])('all histories of a register with %s', (_size, size, kinds, counts) => {
    expect(compare(register, kinds, size)).toEqual(counts);
  });

  it.each([
    ['two calls', 2, { linearizable: 597, not: 775 }],
    ['three calls', 3, { linearizable: 26938, not: 74590 }],
  ])('all histories of a payment with %s', (_size, size, counts) => {
    expect(compare(paymentSpecificationOf('v1'), paymentKinds, size)).toEqual(counts);
  });
});

describe('a violation', () => {
  const late: Call<RegisterCall> = { what: { read: 0 }, from: 3, until: 9 };
  const history: Call<RegisterCall>[] = [
    { what: { write: 3 }, from: 0, until: 1 },
    { what: { read: 3 }, from: 2, until: 4 },
    late,
    { what: { read: 1 }, from: 5, until: 7 },
    { what: { read: 3 }, from: 8, until: 10 },
  ];

  it('is shown with what was asked before it, and what was possible', () => {
    expect(describeViolation(findViolation(register, history)!).split('\n')).toEqual([
      '  0.000 to 1.000  {"write":3}',
      '  2.000 to 4.000  {"read":3}',
      '  3.000 to open  {"read":0}',
      '> 5.000 to 7.000  {"read":1}',
      'What was possible before that answer:',
      '  3',
    ]);
  });

  it('is not seen in calls that touch: they may be in either order', () => {
    const touching: Call<RegisterCall>[] = [
      { what: { write: 3 }, from: 1, until: 2 },
      { what: { read: 0 }, from: 2, until: 3 },
    ];
    expect(findViolation(register, touching)).toBeNull();
    expect(findViolation(register, [touching[0]!, { ...touching[1]!, from: 2.001 }])).not.toBeNull();
  });
});
