import type { Body, Fate, Shown } from './payment-calls.ts';

/**
 * What one identifier of a shop can be in. An id is null until an answer or a provider has named it: a merchant who never
 * heard of his own cancellation has made a tombstone that no call can name. `spent`: ids of refused creates.
 */
export type PaymentState = { readonly spent: readonly string[] } & (
  | { readonly is: 'absent' }
  | { readonly is: 'tombstone'; readonly id: string | null }
  | {
      readonly is: 'creating';
      readonly id: string | null;
      readonly body: Body;
      readonly create: number;
      readonly fate: Fate;
      /** The money of last words that came before the acceptance, by attempt. */
      readonly noted: Readonly<Record<string, string>>;
    }
  /** The moment of a refusal, in which all who waited for the create are refused, and nothing else happens. */
  | { readonly is: 'refusing'; readonly id: string | null; readonly body: Body; readonly create: number | null }
  | { readonly is: 'rejecting'; readonly id: string | null }
  | {
      readonly is: 'pending';
      readonly id: string;
      readonly body: Body;
      readonly attempt: string;
      /** Null where no last word came before the acceptance; else it has its effect by itself. */
      readonly noted: string | null;
    }
  | { readonly is: 'completed'; readonly id: string; readonly body: Body; readonly actual: string }
  | {
      readonly is: 'cancelled';
      readonly id: string | null;
      readonly body: Body;
      readonly reason: 'merchant' | 'declined' | 'expired';
      readonly hasDetails: boolean;
    }
);

export type In<Is extends PaymentState['is']> = Extract<PaymentState, { readonly is: Is }>;
export type Visible = In<'pending' | 'completed' | 'cancelled'>;

export const noPayment: PaymentState = { is: 'absent', spent: [] };

export const isVisible = (state: PaymentState): state is Visible =>
  state.is === 'pending' || state.is === 'completed' || state.is === 'cancelled';

/** The state whose operation has that id; null where it has another. */
export const named = <State extends PaymentState & { readonly id: string | null }>(
  state: State,
  id: string,
): State | null => {
  if (state.id === id) return state;
  return state.id === null && !state.spent.includes(id) ? { ...state, id } : null;
};

const fieldsOf = (state: Visible): Omit<Shown, 'id'> => {
  const { is: status, body } = state;
  switch (state.is) {
    case 'pending':
      return { body, status, reason: null, actual: '0.00', hasDetails: true };
    case 'completed':
      return { body, status, reason: null, actual: state.actual, hasDetails: true };
    case 'cancelled':
      // Stricter than the contract, which lets a payment that was cancelled after its acceptance hide them.
      return { body, status, reason: state.reason, actual: '0.00', hasDetails: state.hasDetails };
  }
};

/** The state in which exactly this is shown, if this one is. */
export const showing = (state: PaymentState, { id, ...shown }: Shown): PaymentState | null => {
  if (!isVisible(state)) return null;
  const fields = fieldsOf(state);
  const isEqual = (Object.keys(fields) as (keyof typeof fields)[]).every((field) => fields[field] === shown[field]);
  return isEqual ? named(state, id) : null;
};
