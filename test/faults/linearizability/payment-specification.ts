import { profileOf, type ApiProfile } from '#features/operations';
import type { Api } from '#platform/apis';
import { decimal, largest, zero } from '#platform/money';
import type { Specification } from './checker.ts';
import type { CancelAnswer, PaymentCall, Shown } from './payment-calls.ts';
import {
  isVisible,
  named,
  noPayment,
  pastOf,
  showing,
  type In,
  type PaymentState,
  type Visible,
} from './payment-states.ts';

type CallOf<Name extends PaymentCall['call']> = Extract<PaymentCall, { readonly call: Name }>;
type Next = readonly PaymentState[];

const never: Next = [];
const only = (state: PaymentState | null): Next => (state === null ? never : [state]);

const absent = ({ spent, past, id }: In<'refusing' | 'rejecting'>): PaymentState => ({
  is: 'absent',
  past,
  spent: id === null ? spent : [...spent, id].sort(),
});

type Made = Pick<Visible, 'body' | 'name'>;

const cancelled = (
  { spent, past, id }: In<'tombstone' | 'creating' | 'pending'>,
  { body, name }: Made,
  reason: In<'cancelled'>['reason'],
  hasDetails: boolean,
): PaymentState => ({ is: 'cancelled', spent, past, id, body, name, reason, hasDetails });

/** Of the operation that it names, whatever has the identifier now. */
const pastNamed = (state: PaymentState, name: string) => pastOf(state).find((one) => one.name === name);

const write = (state: PaymentState, call: CallOf<'write'>, { freeingStatuses }: ApiProfile): Next => {
  const { create, body, name, fate } = call;
  const { spent, past } = state;
  const creating = { is: 'creating', spent, id: null, body, name, create, fate, noted: {} } as const;
  // What was created by that name is answered, and nothing is created any more.
  if (pastNamed(state, name) !== undefined) return never;
  if (state.is === 'absent') return [{ ...creating, past }];
  // The create that comes after its cancellation fills in the tombstone, whatever its body.
  if (state.is === 'tombstone' && fate !== 'refused') return [cancelled(state, call, 'merchant', false)];
  if (state.is === 'cancelled' && freeingStatuses.includes('cancelled') && state.name !== name) {
    const { id, reason, hasDetails } = state;
    return [{ ...creating, past: [{ id, body: state.body, name: state.name, reason, hasDetails }, ...past] }];
  }
  return never;
};

/** Refused for what another create has made: of another name, or of the same one with another body. */
const duplicate = (state: PaymentState, { name, body }: CallOf<'create'>, of: 'identifier' | 'key'): Next => {
  const isOpen = state.is === 'creating' || state.is === 'pending' || state.is === 'completed';
  const past = pastNamed(state, name);
  const same = past ?? ((isOpen || state.is === 'cancelled') && state.name === name ? state : undefined);
  if (of === 'key') return same !== undefined && same.body !== body ? [state] : never;
  return isOpen && same === undefined ? [state] : never;
};

/** What is shown to a create that is named as the one which made it. */
const shownTo = (state: PaymentState, { name, body }: CallOf<'create'>, shown: Shown): Next => {
  if (shown.body !== body) return never;
  const past = pastNamed(state, name);
  if (past !== undefined) return showing(past, shown) === null ? never : [state];
  return isVisible(state) && state.name === name ? only(showing(state, shown)) : never;
};

/** What a create answers is true at one moment, also where another create wrote the identifier. */
const create = (state: PaymentState, call: CallOf<'create'>): Next => {
  const { answer, body } = call;
  switch (answer.is) {
    case 'shown':
      // A create never shows what another body made, or a create by another name.
      return shownTo(state, call, answer.shown);
    case 'refused':
      // A create that had waited learns of the refusal later, when the identifier may have a new life; it was refused now.
      if (state.is !== 'refusing' || state.body !== body || state.name !== call.name) return never;
      return [state.create === call.create ? { ...state, create: null } : state];
    case 'reused':
      if (state.is === 'creating') return state.body !== body && answer.id === null ? [state] : never;
      return isVisible(state) && state.body !== body && answer.id !== null ? only(named(state, answer.id)) : never;
    case 'duplicate':
      return duplicate(state, call, answer.of);
    case 'in progress':
      // A refused create, or one that was given up, holds the identifier from every body until its attempts are definite.
      // Stricter than the contract, in which a create may also wait for another until its own time is up: no raceRun is so slow.
      return state.is === 'rejecting' && pastNamed(state, call.name) === undefined ? [state] : never;
  }
};

/** What a cancellation makes of it, and the outcome that it answers. */
const cancelling = (state: Exclude<PaymentState, In<'refusing'>>): { left: PaymentState; outcome: string } => {
  const { spent, past } = state;
  switch (state.is) {
    case 'absent':
      return { left: { is: 'tombstone', spent, past, id: null }, outcome: 'cancelled' };
    case 'rejecting':
      // Its merchant was told that no payment exists, so this is a cancellation before any create.
      return { left: { is: 'tombstone', spent, past, id: state.id }, outcome: 'cancelled' };
    case 'creating':
      return { left: cancelled(state, state, 'merchant', false), outcome: 'cancelled' };
    case 'pending':
      return { left: cancelled(state, state, 'merchant', true), outcome: 'cancelled' };
    case 'completed':
      return { left: state, outcome: 'already_terminal' };
    case 'cancelled':
      return { left: state, outcome: state.reason === 'merchant' ? 'cancelled' : 'already_terminal' };
    case 'tombstone':
      return { left: state, outcome: 'cancelled' };
  }
};

const decide = (state: PaymentState, answer: CancelAnswer): Next => {
  if (answer.is === 'missing' || state.is === 'refusing') return never;
  // One whose create was refused for want of a provider was not cancelled before.
  if (state.is === 'creating' && state.fate === 'refused') return never;
  const { left, outcome } = cancelling(state);
  if (answer.is === 'unknown') return [left];
  const status = left.is === 'completed' ? 'completed' : 'cancelled';
  if (answer.outcome !== outcome || answer.status !== status || !('id' in left)) return never;
  return only(named(left, answer.id));
};

const cancel = (state: PaymentState, { by, answer }: CallOf<'cancel'>): Next => {
  if (by === null) return decide(state, answer);
  // Before its create is decided an operation has no id that its merchant could cancel it by.
  const found = isVisible(state) || state.is === 'tombstone' ? named(state, by) : null;
  const decided = found === null ? never : decide(found, answer);
  const isMissing = state.is !== 'refusing' && (found === null || state !== found);
  return isMissing && answer.is !== 'decided' ? [...decided, state] : decided;
};

/** Every operation that the identifier ever had. */
const visibleIn = (state: PaymentState): readonly Visible[] => [...(isVisible(state) ? [state] : []), ...pastOf(state)];

const find = (state: PaymentState, shown: readonly Shown[]): Next => {
  if (state.is === 'refusing') return never;
  const all = visibleIn(state);
  const isEqual = all.length === shown.length && all.every((one, place) => showing(one, shown[place]!) !== null);
  return isEqual ? [state] : never;
};

const read = (state: PaymentState, { by, answer }: CallOf<'read'>): Next => {
  if (answer.is === 'found') return find(state, answer.shown);
  const past = pastOf(state).find(({ id }) => by !== null && id === by);
  if (answer.is === 'missing') {
    if (state.is === 'refusing' || past !== undefined) return never;
    return !isVisible(state) || (by !== null && state.id !== by) ? [state] : never;
  }
  const { shown, hasReceipts } = answer;
  if (by !== null && by !== shown.id) return never;
  if (past !== undefined) return showing(past, shown) === null ? never : [state];
  const isTrue = hasReceipts === null || hasReceipts === (state.is === 'completed');
  return isTrue ? only(showing(state, shown)) : never;
};

/** A provider hears of an operation that was written, and may have been decided since. */
const order = (state: PaymentState, { id }: CallOf<'order'>): Next => {
  if (state.is === 'creating' || state.is === 'cancelled') return only(named(state, id));
  return state.spent.includes(id) || ('id' in state && state.id === id && state.is !== 'refusing') ? [state] : never;
};

const accept = (state: PaymentState, { id, attempt }: CallOf<'accept'>): Next => {
  if (state.is !== 'creating' || state.id !== id || state.fate === 'refused') return never;
  const { spent, past, body, name, noted } = state;
  return [{ is: 'pending', spent, past, id, body, name, attempt, noted: noted[attempt] ?? null }];
};

const more = (one: string, other: string): string => largest(decimal(one), decimal(other)).toFixed(2);

const settled = (state: In<'pending'>, total: string): PaymentState => {
  const { spent, past, id, body, name } = state;
  if (decimal(total).eq(zero)) return cancelled(state, state, 'declined', true);
  return { is: 'completed', spent, past, id, body, name, actual: total };
};

/** Money that the operation cannot count is not seen in it. */
const report = (state: PaymentState, { id, attempt, isLast, total }: CallOf<'report'>): Next => {
  if (state.is === 'refusing') return never;
  if (!isLast) return [state];
  if (state.is === 'creating' && state.id === id) {
    return [{ ...state, noted: { ...state.noted, [attempt]: more(state.noted[attempt] ?? '0.00', total) } }];
  }
  if (state.is === 'pending' && state.attempt === attempt) return [settled(state, more(state.noted ?? '0.00', total))];
  return [state];
};

/**
 * Loose: of several attempts whose outcome was open, the last one that is over frees the identifier, which is not counted
 * here.
 */
const voided = (state: PaymentState, { id, attempt, isPaid }: CallOf<'void'>): Next => {
  if (state.is === 'pending') {
    return state.attempt === attempt && !isPaid ? [cancelled(state, state, 'expired', true)] : never;
  }
  return state.is === 'rejecting' && state.id === id ? [absent(state)] : never;
};

const after = (profile: ApiProfile, state: PaymentState, call: PaymentCall): Next => {
  switch (call.call) {
    case 'write':
      return write(state, call, profile);
    case 'create':
      return create(state, call);
    case 'cancel':
      return cancel(state, call);
    case 'read':
      return read(state, call);
    case 'order':
      return order(state, call);
    case 'accept':
      return accept(state, call);
    case 'report':
      return report(state, call);
    case 'void':
      return voided(state, call);
  }
};

const drift = (state: PaymentState): Next => {
  if (state.is === 'pending' && state.noted !== null) return [settled(state, state.noted)];
  // Loose: a create of unknown fate may as well have been given up, which refuses no create.
  if (state.is === 'creating' && state.fate !== 'shown') {
    const { spent, past, id, body, name } = state;
    return [{ is: 'refusing', spent, past, id, body, name, create: state.fate === 'refused' ? state.create : null }];
  }
  // Loose: whether a refusal left an attempt of unknown outcome is not told, so the identifier may be free at once or later.
  if (state.is === 'refusing' && state.create === null) {
    return [absent(state), { is: 'rejecting', spent: state.spent, past: state.past, id: state.id }];
  }
  return never;
};

/**
 * The payments of one merchant's identifier, one step after another: what may be answered, and what becomes of them.
 * A read during a create finds nothing, and the answer of a create may be older than a cancellation that was answered
 * before it: both are true at some moment between question and answer, and no more is granted.
 */
export const paymentSpecificationOf = (api: Api): Specification<PaymentState, PaymentCall> => ({
  initial: noPayment,
  after: (state, call) => after(profileOf(api), state, call),
  drift,
});
