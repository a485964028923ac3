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
  readonly clientPhone: string | null;
  /** Since when the merchant knows its client. */
  readonly clientCreatedAt: Date | null;
};

/** Where the payer sends the money. */
export type Requisites = {
  readonly number: string;
  readonly name: string;
  /** A stable bank code such as `sber`. */
  readonly bankname: string;
  readonly banknameDetails: string;
  /** What a payer needs beside the number, where there is such. */
  readonly numberAdditional?: string;
  /** What a payer's app reads in place of the number, where there is such. */
  readonly qrCode?: string;
};

/** A provider's answer admits doubt: `unknown` is looked up or voided, and never taken for a decline. */
export type PaymentAnswer =
  | {
      readonly outcome: 'accepted';
      readonly requisites: Requisites;
      readonly isReceiptRequired: boolean;
      /** Where the payer must pay other kopecks than were asked for, by which the provider knows the payment. */
      readonly payableAmount?: Decimal;
    }
  | { readonly outcome: 'declined'; readonly reason: string }
  | { readonly outcome: 'unknown' };

/** `voided`: no order exists for the attempt and none can come to exist any more; `paid`: it was too late for that. */
export type VoidAnswer =
  | { readonly outcome: 'voided' }
  | { readonly outcome: 'paid'; readonly paidTotal: Decimal }
  | { readonly outcome: 'unknown' };

/** `documentId` names the provider's own document about the transfer, where there is one. */
export type EvidenceItem = { readonly amount: Decimal; readonly completedAt: Date; readonly documentId?: string };

/** The single transfers behind a total, where the provider can prove them; `later`: it will, but cannot yet. */
export type Evidence = readonly EvidenceItem[] | 'later';

/**
 * What a provider knows about an attempt now: the total of all money, never an increment. `open` may still change;
 * `paid` and `failed` are its last word on the order, though money can still come later.
 */
export type PaymentFact = {
  readonly attempt: AttemptRef;
  readonly state: 'open' | 'paid' | 'failed';
  /** In the operation's currency. */
  readonly paidTotal: Decimal;
  readonly evidence: Evidence;
};

/** One leg of a payout: a transfer of its own, to the payout's destination. */
export type PayoutOrder = {
  readonly attempt: AttemptRef;
  /** What this leg sends. */
  readonly amount: Money;
  readonly method: string;
  readonly rail: 'card' | 'phone' | 'account';
  readonly number: string;
  readonly name: string;
  /** As the method's rule has it: a stable code, the name in a classifier, or what the merchant wrote; null: none. */
  readonly bankname: string | null;
  readonly clientId: string;
  readonly clientIp: string | null;
  readonly clientPhone: string | null;
  /** Since when the merchant knows its client. */
  readonly clientCreatedAt: Date | null;
  /** The payout that the leg belongs to: all of its amount, and which of how many legs this is, counted from 1. */
  readonly payout: { readonly amount: Decimal; readonly leg: number; readonly legs: number };
};

/** `accepted`: the outcome comes as a fact; `declined`: no money will move for this attempt. */
export type PayoutAnswer =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'declined'; readonly reason: string }
  | { readonly outcome: 'unknown' };

/**
 * What a provider knows about a leg now, as totals. `open` may still change; `paid` and `failed` are its last word on the
 * order, though money can still come back or turn out to have been sent after all.
 */
export type PayoutFact = {
  readonly attempt: AttemptRef;
  readonly state: 'open' | 'paid' | 'failed';
  /** All that was ever sent, in the operation's currency. */
  readonly paidTotal: Decimal;
  /** What of it came back. */
  readonly returnedTotal: Decimal;
  readonly evidence: Evidence;
};

/** `not_found` right after a send is no proof: the order may still be on its way. */
export type PayoutLookup =
  | { readonly outcome: 'found'; readonly fact: PayoutFact }
  | { readonly outcome: 'declined'; readonly reason: string }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'unknown' };

/** A receipt that the payer uploaded. */
export type SubmittedReceipt = {
  readonly attempt: AttemptRef;
  /** Names the file for good: submitted again, it is reviewed once, and what was found is said again. */
  readonly fileId: string;
  /** A PDF of at most 10 MiB. */
  readonly content: Buffer;
};

/** `taken`: the verdict comes as a report. */
export type SubmissionAnswer = { readonly outcome: 'taken' } | { readonly outcome: 'unknown' };

/**
 * What a provider's review found. `accepted` brings the total of all money, as facts do; `doubtful` leaves the decision to
 * us, with a reason of null where the provider gives none.
 */
export type ReceiptVerdict = { readonly attempt: AttemptRef; readonly fileId: string } & (
  | { readonly outcome: 'accepted'; readonly paidTotal: Decimal; readonly evidence: Evidence }
  | { readonly outcome: 'rejected' }
  | { readonly outcome: 'doubtful'; readonly reason: 'suspicious' | 'not_terminal' | null }
);

export type EvidenceAnswer =
  | { readonly outcome: 'found'; readonly evidence: Evidence }
  | { readonly outcome: 'unknown' };

export type DocumentAnswer =
  | { readonly outcome: 'found'; readonly content: Buffer }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'unknown' };

/**
 * The provider has surely not carried the call out and never will: it could not be reached, or said so itself. It tells nothing of
 * earlier calls for the same attempt.
 */
export class ProviderNotSentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderNotSentError';
  }
}

/** Fires when no caller waits any more. */
export type CallSignal = AbortSignal & {
  /** When it will fire, on the clock of `performance.now()`, where that is fixed. */
  readonly endsAtMs?: number;
};

/** What one connection to a payment provider can do. A method that throws anything but ProviderNotSentError has an unknown outcome. */
export type Provider = {
  readonly providerId: string;
  /** Places the order, or answers again for one that exists. */
  readonly createPayment: (order: PaymentOrder, signal: CallSignal) => Promise<PaymentAnswer>;
  /** Tells about an order that may or may not exist; `unknown` where none is found. */
  readonly lookUpPayment: (attempt: AttemptRef, signal: CallSignal) => Promise<PaymentAnswer>;
  readonly voidPayment: (attempt: AttemptRef, signal: CallSignal) => Promise<VoidAnswer>;
  /**
   * Whether a payout sent twice under one attempt is carried out once, however much time lies between. Where it is not
   * promised, a payout of unknown outcome is looked up but never sent again.
   */
  readonly isPayoutRepeatable: boolean;
  /** The transfers that the provider would make of an amount which its route allows; most make one. */
  readonly splitPayout: (amount: Money) => readonly Decimal[];
  readonly createPayout: (order: PayoutOrder, signal: CallSignal) => Promise<PayoutAnswer>;
  readonly lookUpPayout: (attempt: AttemptRef, signal: CallSignal) => Promise<PayoutLookup>;
  /** Has a receipt reviewed; only for payments whose acceptance asked for one. */
  readonly submitReceipt: (receipt: SubmittedReceipt, signal: CallSignal) => Promise<SubmissionAnswer>;
  /** Asked for where a fact said `later`. */
  readonly fetchEvidence: (attempt: AttemptRef, signal: CallSignal) => Promise<EvidenceAnswer>;
  /** The PDF of a `documentId` from the evidence of this attempt. */
  readonly fetchDocument: (attempt: AttemptRef, documentId: string, signal: CallSignal) => Promise<DocumentAnswer>;
};

/** Where a provider's facts go, whenever they come. Each resolves once the fact is on record. */
export type ProviderReports = {
  readonly report: (fact: PaymentFact) => Promise<unknown>;
  readonly reportPayout: (fact: PayoutFact) => Promise<unknown>;
  readonly reportReceipt: (verdict: ReceiptVerdict) => Promise<unknown>;
  /**
   * The provider has decided about an order whose create had no clear answer: taken it on late, or not at all. What it decided is
   * learned by asking: a payment is voided, because no payer was shown where to pay, and a leg looked up.
   */
  readonly reportDecision: (attempt: AttemptRef) => Promise<unknown>;
};

/** Stands between us and a provider, for trials of what providers may do to us. */
export type ProviderDecorator = (provider: Provider, reports: ProviderReports) => Provider;
