import type { Body, Fate, Shown } from './payment-calls.ts';

/** Which body made it, in a create of which name. */
type Made = { readonly body: Body; readonly name: string };

type Cancelled = Made & {
  readonly id: string | null;
  readonly reason: 'merchant' | 'declined' | 'expired';
  readonly hasDetails: boolean;
};

/**
 * What one identifier of a shop can be in. An id is null until an answer or a provider has named it: a merchant who never
 * heard of his own cancellation has made a tombstone that no call can name. `spent`: ids of refused creates. `past`: what
 * had the identifier and has let it go, the newest first.
 */
export type PaymentState = { readonly spent: readonly string[]; readonly past: readonly Cancelled[] } & (
  | { readonly is: 'absent' }
  | { readonly is: 'tombstone'; readonly id: string | null }
  | (Made & {
      readonly is: 'creating';
      readonly id: string | null;
      readonly create: number;
      readonly fate: Fate;
      /** The money of last words that came before the acceptance, by attempt. */
      readonly noted: Readonly<Record<string, string>>;
    })
  /** The moment of a refusal, in which all who waited for the create are refused, and nothing else happens. */
  | (Made & { readonly is: 'refusing'; readonly id: string | null; readonly create: number | null })
  | { readonly is: 'rejecting'; readonly id: string | null }
  | (Made & {
      readonly is: 'pending';
      readonly id: string;
      readonly attempt: string;
      /** Null where no last word came before the acceptance; else it has its effect by itself. */
      readonly noted: string | null;
    })
  | (Made & { readonly is: 'completed'; readonly id: string; readonly actual: string })
  | (Cancelled & { readonly is: 'cancelled' })
);

export type In<Is extends PaymentState['is']> = Extract<PaymentState, { readonly is: Is }>;
export type Visible = In<'pending' | 'completed' | 'cancelled'>;

export const noPayment: PaymentState = { is: 'absent', spent: [], past: [] };

export const isVisible = (state: PaymentState): state is Visible =>
  state.is === 'pending' || state.is === 'completed' || state.is === 'cancelled';

/** The state whose operation has that id; null where it has another. */
export const named = <State extends PaymentState & { readonly id: string | null }>(
  state: State,
  id: string,
): State | null => {
  if (state.id === id) return state;
  const isAnothers = state.spent.includes(id) || state.past.some((one) => one.id === id);
  return state.id === null && !isAnothers ? { ...state, id } : null;
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
  const isEqual = (Object.keys(fields) as (keyof typeof fields)[]).every(
    (field) => shown[field] === undefined || fields[field] === shown[field],
  );
  return isEqual ? named(state, id) : null;
};

/** What has let the identifier go, each as if it were the last to have it. */
export const pastOf = ({ past, spent }: PaymentState): readonly In<'cancelled'>[] =>
  past.map((one) => ({ is: 'cancelled', spent, past: [], ...one }));
