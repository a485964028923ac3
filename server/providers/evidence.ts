import { decimal, zero, type Decimal } from '#platform/money';
import type { Evidence, EvidenceItem } from './port.ts';

/** Evidence as it is kept on an attempt until it is needed. */
export type StoredEvidence =
  | readonly { readonly amount: string; readonly completedAt: string; readonly documentId?: string }[]
  | 'later';

const toStoredItem = ({ amount, completedAt, documentId }: EvidenceItem) => ({
  amount: amount.toFixed(2),
  completedAt,
  ...(documentId !== undefined && { documentId }),
});

export const toStoredEvidence = (evidence: Evidence): string =>
  JSON.stringify(evidence === 'later' ? evidence : evidence.map(toStoredItem));

export const readStoredEvidence = (stored: StoredEvidence | null): Evidence =>
  stored === 'later'
    ? stored
    : (stored ?? []).map((item) => ({
        ...item,
        amount: decimal(item.amount),
        completedAt: new Date(item.completedAt),
      }));

const earliest = Date.UTC(2000);
const dayMs = 86_400_000;

// A provider's nonsense must not keep a settlement from being written.
const isPlausible = ({ amount, completedAt }: EvidenceItem): boolean => {
  const time = completedAt.getTime();
  return amount.gt(zero) && time >= earliest && time <= Date.now() + dayMs;
};

/** Whether the items can stand as the receipts of this total: each of some money, at a time that can have been. */
const provesTotal = (items: readonly EvidenceItem[], total: Decimal): boolean =>
  items.every(isPlausible) && items.reduce((sum, item) => sum.plus(item.amount), zero).eq(total);

/** A transfer as it is recorded with its operation. */
export type ReceiptLine = {
  readonly amount: string;
  /** Null: now. */
  readonly completedAt: Date | null;
  readonly documentId: string | null;
};

/**
 * The receipts of a total: none yet, where the evidence comes later. Evidence that does not add up is not shown as if it
 * did: one item stands for all of it.
 */
export const receiptsOf = (evidence: Evidence, total: Decimal): { lines: ReceiptLine[]; isSynthetic: boolean } => {
  if (evidence === 'later') return { lines: [], isSynthetic: false };
  if (!provesTotal(evidence, total)) {
    return { lines: [{ amount: total.toFixed(2), completedAt: null, documentId: null }], isSynthetic: true };
  }
  const lines = evidence.map(({ amount, completedAt, documentId }) => ({
    amount: amount.toFixed(2),
    completedAt,
    documentId: documentId ?? null,
  }));
  return { lines, isSynthetic: false };
};
