/** The amount tells the bodies of one identifier apart; all else in them is equal. */
export type Body = string;

/** What an answer shows of a payment, as far as it differs between two answers. */
export type Shown = {
  readonly id: string;
  readonly body: Body;
  readonly status: string;
  /** Undefined where the API does not tell why it ended. */
  readonly reason: string | null | undefined;
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
  /** Another create has the identifier; or it has the idempotency key, with another body. */
  | { readonly is: 'duplicate'; readonly of: 'identifier' | 'key' }
  | { readonly is: 'in progress' };

export type CancelAnswer =
  | { readonly is: 'decided'; readonly outcome: string; readonly id: string; readonly status: string }
  | { readonly is: 'missing' }
  | { readonly is: 'unknown' };

export type ReadAnswer =
  /** Null where the API shows none. */
  | { readonly is: 'shown'; readonly shown: Shown; readonly hasReceipts: boolean | null }
  /** All that ever had the identifier, the newest first. */
  | { readonly is: 'found'; readonly shown: readonly Shown[] }
  | { readonly is: 'missing' };

/** Which create it is, and what makes it the same as another one: its name, by which an API knows it again. */
type Named = { readonly create: number; readonly name: string; readonly body: Body };

/** Everything that the outside does to the payments of one identifier, or hears of them. */
export type PaymentCall =
  /**
   * A create takes effect twice: it writes the identifier, unless it is held, and it is answered. In between
   * others see what it has written.
   */
  | ({ readonly call: 'write'; readonly fate: Fate } & Named)
  | ({ readonly call: 'create'; readonly answer: CreateAnswer } & Named)
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
