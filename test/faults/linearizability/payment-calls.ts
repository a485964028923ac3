/** The amount tells the bodies of one identifier apart; all else in them is equal. */
export type Body = string;

/** What an answer shows of a payment, as far as it differs between two answers. */
export type Shown = {
  readonly id: string;
  readonly body: Body;
  readonly status: string;
  readonly reason: string | null;
  readonly actual: string;
  readonly hasDetails: boolean;
};

/** What is known of how a create ended that may have written the identifier; `unknown`: any way is possible. */
export type Fate = 'shown' | 'refused' | 'unknown';

export type CreateAnswer =
  | { readonly is: 'shown'; readonly shown: Shown }
  /** No provider accepted. */
  | { readonly is: 'refused' }
  /** Another body has the identifier. */
  /** Null where the other is undecided: its id would be found nowhere. */
  | { readonly is: 'reused'; readonly id: string | null }
  | { readonly is: 'in progress' };

export type CancelAnswer =
  | { readonly is: 'decided'; readonly outcome: string; readonly id: string; readonly status: string }
  | { readonly is: 'missing' }
  | { readonly is: 'unknown' };

export type ReadAnswer =
  | { readonly is: 'shown'; readonly shown: Shown; readonly hasReceipts: boolean }
  | { readonly is: 'missing' };

/** Everything that the outside does to the payments of one identifier, or hears of them. */
export type PaymentCall =
  /**
   * A create takes effect twice: it writes the identifier, unless it is held, and it is answered. In between
   * others see what it has written.
   */
  | { readonly call: 'write'; readonly create: number; readonly body: Body; readonly fate: Fate }
  | { readonly call: 'create'; readonly create: number; readonly body: Body; readonly answer: CreateAnswer }
  /** `by` an operation id, or null: the merchant's identifier. */
  | { readonly call: 'cancel'; readonly by: string | null; readonly answer: CancelAnswer }
  | { readonly call: 'read'; readonly by: string | null; readonly answer: ReadAnswer }
  /** A provider gets an order for this operation. */
  | { readonly call: 'order'; readonly id: string }
  /** It has accepted the order while a create waited for that. */
  | { readonly call: 'accept'; readonly id: string; readonly attempt: string }
  | {
      readonly call: 'report';
      readonly id: string;
      readonly attempt: string;
      readonly isLast: boolean;
      readonly total: string;
    }
  /** It has said that its order is over: void, or paid before it could be. */
  | { readonly call: 'void'; readonly id: string; readonly attempt: string; readonly isPaid: boolean };
