import { decimal, zero, type Decimal } from '#platform/money';
import type { EvidenceItem } from './provider.ts';

/** Evidence as it is kept on an attempt until it is needed. */
export type StoredEvidence = readonly { readonly amount: string; readonly completedAt: string }[];

export const toStoredEvidence = (items: readonly EvidenceItem[]): string =>
  JSON.stringify(items.map((item) => ({ amount: item.amount.toFixed(2), completedAt: item.completedAt })));

export const readStoredEvidence = (stored: StoredEvidence | null): EvidenceItem[] =>
  (stored ?? []).map((item) => ({ amount: decimal(item.amount), completedAt: new Date(item.completedAt) }));

const earliest = Date.UTC(2000);
const dayMs = 86_400_000;

// A provider's nonsense must not keep a settlement from being written.
const isPlausible = ({ amount, completedAt }: EvidenceItem): boolean => {
  const time = completedAt.getTime();
  return amount.gt(zero) && time >= earliest && time <= Date.now() + dayMs;
};

/** Whether the items can stand as the receipts of this total: each of some money, at a time that can have been. */
export const provesTotal = (items: readonly EvidenceItem[], total: Decimal): boolean =>
  items.every(isPlausible) && items.reduce((sum, item) => sum.plus(item.amount), zero).eq(total);
