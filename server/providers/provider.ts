import type { Decimal, Money } from '#platform/money';
import type { AttemptId, ShopId } from '#platform/ids';

/** Names one attempt for good: the provider keeps at most one order for it, whatever is sent how often. */
export type AttemptRef = { readonly shopId: ShopId; readonly attemptId: AttemptId };

export type PaymentOrder = {
  readonly attempt: AttemptRef;
  readonly amount: Money;
  readonly method: string;
  readonly rail: 'card' | 'phone' | 'account';
  readonly clientId: string;
  readonly clientIp: string | null;
};

/** Where the payer sends the money. */
export type Requisites = {
  readonly number: string;
  readonly name: string;
  /** A stable bank code such as `sber`. */
  readonly bankname: string;
  readonly banknameDetails: string;
};

/** A provider's answer admits doubt: `unknown` is looked up or voided, and never taken for a decline. */
export type PaymentAnswer =
  | { readonly outcome: 'accepted'; readonly requisites: Requisites; readonly isReceiptRequired: boolean }
  | { readonly outcome: 'declined'; readonly reason: string }
  | { readonly outcome: 'unknown' };

/** `voided`: no order exists for the attempt and none can come to exist any more; `paid`: it was too late for that. */
export type VoidAnswer =
  | { readonly outcome: 'voided' }
  | { readonly outcome: 'paid'; readonly paidTotal: Decimal }
  | { readonly outcome: 'unknown' };

export type EvidenceItem = { readonly amount: Decimal; readonly completedAt: Date };

/**
 * What a provider knows about an attempt now: the total of all money, never an increment. `open` may still change;
 * `paid` and `failed` are its last word on the order, though money can still come later.
 */
export type PaymentFact = {
  readonly attempt: AttemptRef;
  readonly state: 'open' | 'paid' | 'failed';
  /** In the operation's currency. */
  readonly paidTotal: Decimal;
  /** The single transfers behind the total, where the provider can prove them. */
  readonly evidence: readonly EvidenceItem[];
};

/** What one connection to a payment provider can do. A method that throws has an unknown outcome. */
export type Provider = {
  readonly providerId: string;
  /** Places the order, or answers again for one that exists. `signal` fires when nobody waits any more. */
  readonly createPayment: (order: PaymentOrder, signal: AbortSignal) => Promise<PaymentAnswer>;
  /** Tells about an order that may or may not exist; `unknown` where none is found. */
  readonly lookUpPayment: (attempt: AttemptRef, signal: AbortSignal) => Promise<PaymentAnswer>;
  readonly voidPayment: (attempt: AttemptRef, signal: AbortSignal) => Promise<VoidAnswer>;
};
