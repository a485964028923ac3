import type { PaymentCall, Shown } from './payment-calls.ts';
import type { History } from './recorded-histories.ts';

type Recorded = History[number];

/** Another answer in place of the true one; null where this would not be false for certain. */
type Falsify = (recorded: Recorded, others: History) => PaymentCall | null;

const shownIn = ({ what }: Recorded): Shown | null => {
  if (what.call !== 'create' && what.call !== 'read') return null;
  return what.answer.is === 'shown' ? what.answer.shown : null;
};

const showing = (what: PaymentCall, changes: Partial<Shown>): PaymentCall | null => {
  if (what.call === 'create' && what.answer.is === 'shown') {
    return { ...what, answer: { ...what.answer, shown: { ...what.answer.shown, ...changes } } };
  }
  if (what.call === 'read' && what.answer.is === 'shown') {
    const shown = { ...what.answer.shown, ...changes };
    return { ...what, answer: { ...what.answer, shown, hasReceipts: shown.status === 'completed' } };
  }
  return null;
};

const isShown = (calls: History, test: (shown: Shown) => boolean): boolean =>
  calls.some((call) => {
    const shown = shownIn(call);
    return shown !== null && test(shown);
  });

/** Those that had their answer when this one was asked. */
const before = ({ from }: Recorded, calls: History): History => calls.filter(({ until }) => until < from);

const falsifyCancel = (what: PaymentCall, from: string, outcome: string, status: string): PaymentCall | null =>
  what.call === 'cancel' && what.answer.is === 'decided' && what.answer.status === from
    ? { ...what, answer: { ...what.answer, outcome, status } }
    : null;

const anotherId = '00000000-0000-7000-8000-000000000000';

/** What failed may have let its identifier go, where that is not what names its create. */
const keepsIdentifier =
  ({ name }: Named) =>
  ({ status }: Shown): boolean =>
    name === 'identifier' || status === 'completed';

type Named = Extract<PaymentCall, { readonly call: 'create' }>;

export const falsifications: readonly (readonly [what: string, falsify: Falsify])[] = [
  [
    'an ended payment that is pending again',
    (recorded, others) =>
      isShown(before(recorded, others), ({ id, status }) => id === shownIn(recorded)?.id && status !== 'pending')
        ? showing(recorded.what, { status: 'pending', reason: null, actual: '0.00', hasDetails: true })
        : null,
  ],
  [
    'a second payment of one identifier',
    (recorded, others) => (isShown(others, () => true) ? showing(recorded.what, { id: anotherId }) : null),
  ],
  [
    'details of a payment whose cancellation won',
    (recorded, others) =>
      isShown([recorded], ({ hasDetails }) => !hasDetails) && isShown(others, ({ hasDetails }) => !hasDetails)
        ? showing(recorded.what, { hasDetails: true })
        : null,
  ],
  [
    'money that no provider has reported',
    (recorded) =>
      isShown([recorded], ({ status }) => status === 'completed') ? showing(recorded.what, { actual: '100.57' }) : null,
  ],
  [
    'another reason for the end',
    (recorded, others) =>
      isShown([recorded], ({ reason }) => typeof reason === 'string') &&
      isShown(others, ({ reason }) => typeof reason === 'string')
        ? showing(recorded.what, { reason: shownIn(recorded)?.reason === 'declined' ? 'expired' : 'declined' })
        : null,
  ],
  [
    'a payment that is gone after it was shown',
    (recorded, others) =>
      recorded.what.call === 'read' && isShown(before(recorded, others), ({ id }) => id === shownIn(recorded)?.id)
        ? { ...recorded.what, answer: { is: 'missing' } }
        : null,
  ],
  [
    'a refusal after the payment was shown',
    (recorded, others) =>
      recorded.what.call === 'create' && isShown(before(recorded, others), keepsIdentifier(recorded.what))
        ? { ...recorded.what, answer: { is: 'refused' } }
        : null,
  ],
  [
    'the payment of another body',
    ({ what }, others) => {
      if (what.call !== 'create' || what.answer.is !== 'reused') return null;
      const shown = others.map(shownIn).find((one) => one !== null && one.body !== what.body);
      return shown ? { ...what, answer: { is: 'shown', shown } } : null;
    },
  ],
  [
    'an identifier that is said to be reused by the body that has it',
    (recorded, others) => {
      const { what } = recorded;
      return what.call === 'create' && what.answer.is === 'shown' && isShown(before(recorded, others), () => true)
        ? { ...what, answer: { is: 'reused', id: what.answer.shown.id } }
        : null;
    },
  ],
  [
    'a cancellation that says that the payment was paid',
    ({ what }, others) =>
      isShown(others, ({ status }) => status === 'cancelled')
        ? falsifyCancel(what, 'cancelled', 'already_terminal', 'completed')
        : null,
  ],
  ['a cancellation of what was paid', ({ what }) => falsifyCancel(what, 'completed', 'cancelled', 'cancelled')],
  [
    'the operation of another create',
    ({ what }, others) => {
      if (what.call !== 'create' || what.answer.is !== 'duplicate' || what.answer.of !== 'identifier') return null;
      const shown = others.map(shownIn).find((one) => one?.body === what.body);
      return shown ? { ...what, answer: { is: 'shown', shown } } : null;
    },
  ],
  [
    'a create that is refused although its key has an operation',
    (recorded, others) => {
      const { what } = recorded;
      const isOfSameKey = ({ what: other }: Recorded): boolean =>
        other.call === 'create' && what.call === 'create' && other.name === what.name && other.answer.is === 'shown';
      return what.call === 'create' && what.name !== 'identifier' && before(recorded, others).some(isOfSameKey)
        ? { ...what, answer: { is: 'duplicate', of: 'identifier' } }
        : null;
    },
  ],
  [
    'an operation that is not found by its identifier',
    (recorded, others) => {
      const { what } = recorded;
      if (what.call !== 'read' || what.answer.is !== 'found') return null;
      const [, ...left] = what.answer.shown;
      const isKnown = isShown(before(recorded, others), ({ id }) => left.every((one) => one.id !== id));
      return isKnown ? { ...what, answer: { is: 'found', shown: left } } : null;
    },
  ],
];

/** The history with one false answer, for each answer that can be falsified so. */
export const falsified = (history: History, falsify: Falsify): readonly History[] =>
  history.flatMap((recorded, place) => {
    const what = falsify(recorded, history.toSpliced(place, 1));
    return what === null ? [] : [history.with(place, { ...recorded, what })];
  });
