import { describe, expect, it } from '@jest/globals';
import { findViolation, type Call } from './checker.ts';
import type { PaymentCall, Shown } from './payment-calls.ts';
import { paymentSpecificationOf } from './payment-specification.ts';

const pending: Shown = { id: 'one', body: 'A', status: 'pending', reason: null, actual: '0.00', hasDetails: true };
const paid: Shown = { ...pending, status: 'completed', actual: '1.00' };
const lost: Shown = { ...pending, status: 'cancelled', reason: 'merchant', hasDetails: false };
const late: Shown = { ...lost, hasDetails: true };

const create = (answer: Extract<PaymentCall, { call: 'create' }>['answer'], body = 'A', number = 1): PaymentCall => ({
  call: 'create',
  create: number,
  name: 'identifier',
  body,
  answer,
});
const shows = (shown: Shown): PaymentCall => create({ is: 'shown', shown });
const write: PaymentCall = { call: 'write', create: 1, name: 'identifier', body: 'A', fate: 'shown' };
const refusedWrite: PaymentCall = { ...write, fate: 'refused' };
const refused = (number = 1): PaymentCall => create({ is: 'refused' }, 'A', number);
const reused: PaymentCall = create({ is: 'reused', id: 'one' }, 'B', 9);
const reusedUnnamed: PaymentCall = create({ is: 'reused', id: null }, 'B', 9);
const inProgress: PaymentCall = create({ is: 'in progress' }, 'B', 9);
const cancel: PaymentCall = {
  call: 'cancel',
  by: null,
  answer: { is: 'decided', outcome: 'cancelled', id: 'one', status: 'cancelled' },
};
const tooLate: PaymentCall = {
  call: 'cancel',
  by: 'one',
  answer: { is: 'decided', outcome: 'already_terminal', id: 'one', status: 'completed' },
};
const read = (shown: Shown): PaymentCall => ({
  call: 'read',
  by: null,
  answer: { is: 'shown', shown, hasReceipts: shown.status === 'completed' },
});
const missing = (by: string | null = null): PaymentCall => ({ call: 'read', by, answer: { is: 'missing' } });
const notThere: PaymentCall = { call: 'cancel', by: 'one', answer: { is: 'missing' } };
const order: PaymentCall = { call: 'order', id: 'one' };
/** The identifier was free for another create, of which a provider has heard. */
const again: PaymentCall[] = [
  { ...write, create: 3 },
  { call: 'order', id: 'two' },
];
const accept: PaymentCall = { call: 'accept', id: 'one', attempt: 'first' };
const report = (total: string, attempt = 'first'): PaymentCall => ({
  call: 'report',
  id: 'one',
  attempt,
  isLast: true,
  total,
});
const voided: PaymentCall = { call: 'void', id: 'one', attempt: 'first', isPaid: false };
const paidMeanwhile: PaymentCall = { ...voided, isPaid: true };

/** An acceptance may be heard by no create, and an order may be void without any payment ending. */
const endOf = ({ call }: PaymentCall, end: number): number =>
  call === 'accept' || call === 'void' ? Number.POSITIVE_INFINITY : end;

/** One after another, each over before the next begins. */
const sequence = (...calls: PaymentCall[]): Call<PaymentCall>[] =>
  calls.map((what, place) => ({
    what,
    from: 2 * place,
    until: endOf(what, 2 * place + 1),
    isOptional: what.call === 'write',
  }));

const isAllowed = (calls: readonly Call<PaymentCall>[]): boolean =>
  findViolation(paymentSpecificationOf('v1'), calls) === null;

describe('one thing after another', () => {
  it.each<[string, PaymentCall[]]>([
    [
      'a create is accepted, shown and paid',
      [write, order, accept, shows(pending), read(pending), report('1.00'), read(paid)],
    ],
    [
      'a read during a create finds nothing, by either identifier',
      [write, order, missing(), missing('one'), accept, shows(pending)],
    ],
    ['a cancellation during a create wins', [write, cancel, shows(lost), read(lost)]],
    [
      'details stay with what was cancelled after its acceptance',
      [write, order, accept, shows(pending), cancel, read(late)],
    ],
    ['what was paid is not cancelled', [write, order, accept, shows(pending), report('1.00'), tooLate, read(paid)]],
    [
      'a cancellation comes first and is filled in',
      [cancel, missing(), cancel, missing('one'), write, shows(lost), read(lost)],
    ],
    [
      'a tombstone is filled in by any body',
      [cancel, { ...write, body: 'B' }, create({ is: 'shown', shown: { ...lost, body: 'B' } }, 'B')],
    ],
    ['an open create is not known by its id', [write, order, notThere]],
    [
      'another body hears who has the identifier once that is decided',
      [write, order, reusedUnnamed, accept, reused, shows(pending)],
    ],
    [
      'all who waited are refused at once, and the identifier is free',
      [refusedWrite, order, refused(), refused(2), missing(), ...again],
    ],
    [
      'a refused create holds its identifier until its order is void',
      [refusedWrite, order, refused(), inProgress, voided, ...again],
    ],
    [
      'money that came for a refused create frees it, too',
      [refusedWrite, order, refused(), inProgress, paidMeanwhile, ...again],
    ],
    [
      'a cancellation of a refused create is one before any create',
      [refusedWrite, order, refused(), inProgress, cancel, missing('one'), cancel],
    ],
    [
      'an early last word has its effect after the acceptance',
      [write, order, report('1.00'), report('0.00'), accept, shows(paid)],
    ],
    [
      'an early last word may be seen to wait for it',
      [write, order, report('1.00'), accept, shows(pending), read(paid)],
    ],
    ['a late one changes nothing', [write, order, accept, shows(pending), cancel, report('1.00'), read(late)]],
    ['a payment expires', [write, order, accept, shows(pending), voided, read({ ...late, reason: 'expired' })]],
    [
      'a payment is declined',
      [write, order, accept, shows(pending), report('0.00'), read({ ...late, reason: 'declined' })],
    ],
  ])('may happen: %s', (_what, calls) => {
    expect(isAllowed(sequence(...calls))).toBe(true);
  });

  it.each<[string, PaymentCall[]]>([
    ['details are issued after a cancellation won', [write, order, cancel, accept, shows(pending)]],
    ['details are read after a cancellation won', [write, order, cancel, shows(lost), read(late)]],
    ['a cancelled payment is paid', [write, order, accept, shows(pending), cancel, report('1.00'), read(paid)]],
    ['a paid payment is cancelled', [write, order, accept, shows(pending), report('1.00'), cancel]],
    [
      'a payment is not paid although its provider was heard',
      [write, order, accept, shows(pending), report('1.00'), read(pending)],
    ],
    ['a payment is paid that no provider has reported', [write, order, accept, shows(pending), read(paid)]],
    ['more is shown than was reported', [write, order, accept, shows(pending), report('0.50'), read(paid)]],
    ['money of another attempt counts', [write, order, accept, shows(pending), report('1.00', 'second'), read(paid)]],
    [
      'a payment expires that its provider still holds',
      [write, order, accept, shows(pending), read({ ...late, reason: 'expired' })],
    ],
    [
      'a payment expires that was paid',
      [write, order, accept, shows(pending), paidMeanwhile, read({ ...late, reason: 'expired' })],
    ],
    ['a payment is accepted that no provider has accepted', [write, order, shows(pending)]],
    ['a payment is gone', [write, order, accept, shows(pending), missing()]],
    ['a tombstone is shown', [cancel, read(lost)]],
    ['a tombstone becomes a payment', [cancel, write, order, accept, shows(pending)]],
    [
      'a second tombstone has another id',
      [cancel, { ...cancel, answer: { is: 'decided', outcome: 'cancelled', id: 'two', status: 'cancelled' } }],
    ],
    ['an accepted create is refused', [refusedWrite, order, accept, read(pending), refused()]],
    ['a create that came later is refused with those that waited', [refusedWrite, refused(), missing(), refused(2)]],
    ['the identifier is taken while an order is not void', [refusedWrite, order, refused(), inProgress, ...again]],
    ['a refused operation is seen again', [refusedWrite, order, refused(), ...again, read(lost)]],
    [
      'an open create is said to be in progress when it was cancelled',
      [write, order, cancel, create({ is: 'in progress' })],
    ],
    [
      'another body is shown what it did not ask for',
      [write, order, accept, shows(pending), create({ is: 'shown', shown: pending }, 'B', 2)],
    ],
    ['another body hears of an operation that it could not read', [write, order, reused]],
    [
      'another body does not hear of an operation that it could read',
      [write, order, accept, shows(pending), reusedUnnamed],
    ],
    [
      'the body that has the identifier is told that another has it',
      [write, order, create({ is: 'reused', id: 'one' }, 'A', 2)],
    ],
    [
      'receipts come without money',
      [write, order, accept, { call: 'read', by: null, answer: { is: 'shown', shown: pending, hasReceipts: true } }],
    ],
  ])('may not happen: %s', (_what, calls) => {
    expect(isAllowed(sequence(...calls))).toBe(false);
  });
});

describe('what overlaps', () => {
  const open = { until: 100 };
  const acceptance: Call<PaymentCall> = { what: accept, from: 10, until: Number.POSITIVE_INFINITY };
  const cancellation: Call<PaymentCall> = { what: cancel, from: 12, until: 13 };
  const creating: Call<PaymentCall>[] = [
    { what: write, from: 0, ...open },
    { what: order, from: 1, until: 1 },
  ];

  it('may be answered late: the details of a payment that was cancelled meanwhile', () => {
    const answered = { what: shows(pending), from: 0, ...open };
    expect(isAllowed([...creating, acceptance, cancellation, answered])).toBe(true);
    expect(isAllowed([...creating, acceptance, cancellation, { ...answered, from: 20 }])).toBe(false);
  });

  it('may have taken effect without an answer, or never', () => {
    const unheard = {
      what: { call: 'cancel', by: null, answer: { is: 'unknown' } },
      from: 2,
      until: Number.POSITIVE_INFINITY,
    } as const;
    const shown = { what: shows(lost), from: 0, ...open };
    expect(isAllowed([...creating, unheard, shown])).toBe(true);
    expect(isAllowed([...creating, acceptance, unheard, { ...shown, what: shows(pending) }])).toBe(true);
    expect(isAllowed([...creating, shown])).toBe(false);
  });
});

describe('where a failed operation lets its identifier go, and a duplicate is refused at once', () => {
  const isAllowedInH2h = (calls: readonly PaymentCall[]): boolean =>
    findViolation(paymentSpecificationOf('h2h'), sequence(...calls)) === null;
  const untold: Shown = { ...pending, reason: undefined };
  const failed: Shown = { ...untold, status: 'cancelled' };
  const next: Shown = { ...untold, id: 'two' };
  const writeAs = (name: string, number: number): PaymentCall => ({ ...write, name, create: number });
  const createAs = (name: string, answer: Parameters<typeof create>[0], body = 'A', number = 1): PaymentCall =>
    ({ ...create(answer, body, number), name }) as PaymentCall;
  const showsAs = (name: string, shown: Shown, number = 1) => createAs(name, { is: 'shown', shown }, 'A', number);
  const refusedAs = (name: string, of: 'identifier' | 'key', body = 'A') =>
    createAs(name, { is: 'duplicate', of }, body, 9);
  const find = (...shown: Shown[]): PaymentCall => ({ call: 'read', by: null, answer: { is: 'found', shown } });
  const readById = (shown: Shown): PaymentCall => ({
    call: 'read',
    by: shown.id,
    answer: { is: 'shown', shown, hasReceipts: null },
  });
  const first = [writeAs('first', 1), order, accept, showsAs('first', untold)];
  const second: PaymentCall[] = [
    writeAs('second', 2),
    { call: 'order', id: 'two' },
    { call: 'accept', id: 'two', attempt: 'second' },
    showsAs('second', next, 2),
  ];

  it.each<[string, PaymentCall[]]>([
    ['another create is refused while the first runs', [writeAs('first', 1), order, refusedAs('second', 'identifier')]],
    ['another create is refused once the first is accepted', [...first, refusedAs('second', 'identifier')]],
    ['a create of the same name waits for the first', [...first, showsAs('first', untold, 2)]],
    ['a name comes with another body', [...first, refusedAs('first', 'key', 'B')]],
    [
      'the identifier of what failed is used again',
      [...first, report('0.00'), find(failed), ...second, find(next, failed)],
    ],
    [
      'a name goes on naming what failed',
      [...first, report('0.00'), ...second, showsAs('first', failed, 3), readById(failed)],
    ],
    ['nothing is found while the first create runs', [writeAs('first', 1), order, find()]],
  ])('may happen: %s', (_what, calls) => {
    expect(isAllowedInH2h(calls)).toBe(true);
  });

  it.each<[string, PaymentCall[]]>([
    ['another create is shown what the first has made', [...first, showsAs('second', untold, 2)]],
    ['a create of the same name is refused', [...first, refusedAs('first', 'identifier')]],
    [
      'a create is refused for what has failed',
      [...first, report('0.00'), find(failed), refusedAs('second', 'identifier')],
    ],
    [
      'the identifier of what was paid is used again',
      [...first, report('1.00'), find({ ...untold, status: 'completed', actual: '1.00' }), ...second],
    ],
    [
      'a name makes a second operation',
      [...first, report('0.00'), find(failed), writeAs('first', 2), ...second.slice(1, 3), showsAs('first', next, 2)],
    ],
    ['what failed is not found any more', [...first, report('0.00'), ...second, find(next)]],
    ['the oldest is found first', [...first, report('0.00'), ...second, find(failed, next)]],
    ['what failed is not read any more', [...first, report('0.00'), ...second, missing('one')]],
    ['a body is refused for its own name', [...first, refusedAs('first', 'key')]],
  ])('may not happen: %s', (_what, calls) => {
    expect(isAllowedInH2h(calls)).toBe(false);
  });
});
