import type { CancelReason, Destination, Operation } from '#features/operations';
import type { Money } from '#platform/money';
import type { OperationId } from '#platform/ids';

/** The destination is there only while the payer has something to do with it. */
type Payable = {
  readonly step: 'pay' | 'pay_and_upload' | 'upload_again';
  readonly destination: Omit<Destination, 'numberAdditional' | 'qrCode'>;
  /** At least one. */
  readonly remainingSeconds: number;
};

type UnderReview = { readonly step: 'under_review' };
/** Its lifetime is over, and it is not known yet whether it was paid in time. */
type Expiring = { readonly step: 'expiring' };

/** What was received may be less than asked, or more. */
type Paid = { readonly step: 'paid'; readonly received: Money };
type Cancelled = { readonly step: 'cancelled'; readonly reason: CancelReason };

type Shown = {
  readonly operationId: OperationId;
  readonly amount: Money;
  /** The merchant. Names of shops are handles for operators. */
  readonly payee: string;
  readonly isTest: boolean;
  /** What the merchant says it is for. */
  readonly description: string | null;
  /** Where the merchant wants the payer to go from here. */
  readonly returnUrl: string | null;
};

/** A payment as its payer may see it. */
export type HostedPage = Shown & (Payable | UnderReview | Expiring | Paid | Cancelled);

export type Step = HostedPage['step'];

export const isPayable = (page: HostedPage): page is Shown & Payable =>
  page.step === 'pay' || page.step === 'pay_and_upload' || page.step === 'upload_again';

export const isFinal = ({ step }: Pick<HostedPage, 'step'>): boolean => step === 'paid' || step === 'cancelled';

export type PageFacts = Pick<Operation, 'status'> & {
  readonly isReceiptHeld: boolean;
  readonly isExpiring: boolean;
  readonly eventSequence: number;
  readonly remainingSeconds: number | null;
};

export const stepOf = (facts: PageFacts): Step => {
  if (facts.status === 'completed') return 'paid';
  if (facts.status === 'cancelled') return 'cancelled';
  // Payers are not told who looks at their receipt, nor why.
  if (facts.status === 'manual_check' || facts.isReceiptHeld) return 'under_review';
  if (facts.isExpiring || (facts.remainingSeconds ?? 0) <= 0) return 'expiring';
  if (facts.status === 'pending') return 'pay';
  // The first event says that a receipt is awaited; one awaited after more of them was asked for again.
  return facts.eventSequence > 1 ? 'upload_again' : 'pay_and_upload';
};
