import type { SandboxDelays } from '#generated/shared/sandbox';
import { zero, type Decimal } from '#platform/money';
import type { Evidence } from '../port.ts';

type PaidOrder = { readonly due_since: Date | null; readonly evidence_after_ms: number | null };

/** One transfer for the whole order; `later` for as long as the table of magic amounts keeps it back. */
export const evidenceOf = (order: PaidOrder, paid: Decimal, documentId?: string): Evidence => {
  const { due_since: completedAt, evidence_after_ms: keptBackMs } = order;
  if (completedAt === null || paid.eq(zero)) return [];
  if (keptBackMs !== null && Date.now() < completedAt.getTime() + keptBackMs) return 'later';
  return [{ amount: paid, completedAt, ...(documentId !== undefined && { documentId }) }];
};

/** Null: the evidence comes with the report. */
export const keptBackMs = (delays: SandboxDelays | undefined, speed: number): number | null => {
  const delayMs = delays?.evidenceUnavailableMs;
  return delayMs === undefined ? null : Math.round(delayMs / speed);
};
