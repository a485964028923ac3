import type { components } from '#generated/connector/types';
import type { AttemptId, ShopId } from '#platform/ids';
import { decimal, zero, type Decimal } from '#platform/money';
import type { Evidence } from '#providers';
import { evidenceOf, requisitesFor, type PlacedOrder } from '#providers/sandbox';
import type { BookEntry } from './book-store.ts';

type Schemas = components['schemas'];
export type Payment = Schemas['Payment'];
export type Payout = Schemas['Payout'];

/** All that is on record of an attempt. Without `placed` the order was declined, or has not come to the bank yet. */
export type Known = {
  readonly attemptId: AttemptId;
  readonly entry: BookEntry | null;
  readonly placed: PlacedOrder | null;
};

/** The sandbox knows its orders by their attempt alone: a call does not always say whose it is. */
export const attemptOf = (attemptId: string) => ({
  shopId: '00000000-0000-4000-8000-000000000000' as ShopId,
  attemptId: attemptId as AttemptId,
});

export const toWireEvidence = (evidence: Evidence): Schemas['Evidence'] =>
  evidence === 'later'
    ? { status: 'later', items: [] }
    : {
        status: 'complete',
        items: evidence.map(({ amount, completedAt, documentId }) => ({
          amount: amount.toFixed(2),
          completed_at: completedAt.toISOString(),
          ...(documentId !== undefined && { document_id: documentId }),
        })),
      };

const statuses = { accepted: 'open', paid: 'paid', failed: 'failed' } as const;

const isTaken = (placed: PlacedOrder | null): placed is PlacedOrder & { readonly state: keyof typeof statuses } =>
  placed !== null && placed.state in statuses;

/** What there is to tell of money, by the order's state or by a fact about it. */
export type Totals = {
  readonly status: 'open' | 'paid' | 'failed';
  readonly paidTotal: Decimal;
  readonly evidence: Evidence;
};

const totalsOf = (placed: PlacedOrder & { readonly state: keyof typeof statuses }, attemptId: AttemptId): Totals => {
  const paidTotal = placed.state === 'paid' ? decimal(placed.paid_amount) : zero;
  const documentId = placed.type === 'payout' ? attemptId : undefined;
  return { status: statuses[placed.state], paidTotal, evidence: evidenceOf(placed, paidTotal, documentId) };
};

const toWireDestination = (attemptId: AttemptId, placed: PlacedOrder): Schemas['Destination'] => {
  const { number, name, bankname, banknameDetails } = requisitesFor(attemptId, placed.rail ?? 'card');
  return { number, name, bankname, bankname_details: banknameDetails };
};

/** The one form in which a payment is told: in every answer, and with other totals in callbacks. */
export const toWirePayment = ({ attemptId, entry, placed }: Known, totals?: Totals): Payment => {
  const named = { attempt_id: attemptId };
  if (entry?.direction === 'payout') return { ...named, status: 'not_found' };
  if (entry?.decline) return { ...named, status: 'declined', ...entry.decline };
  if (placed?.state === 'voided') return { ...named, status: 'voided' };
  if (entry === null || !isTaken(placed)) return { ...named, status: 'not_found' };
  const { status, paidTotal, evidence } = totals ?? totalsOf(placed, attemptId);
  return {
    ...named,
    status,
    currency: entry.currency,
    paid_total: paidTotal.toFixed(2),
    evidence: toWireEvidence(evidence),
    destination: toWireDestination(attemptId, placed),
    receipt_required: placed.receipt_verdict !== null,
  };
};

/** The same of a leg of a payout. */
export const toWirePayout = ({ attemptId, entry, placed }: Known, totals?: Totals): Payout => {
  const named = { attempt_id: attemptId };
  if (entry?.direction === 'payment') return { ...named, status: 'not_found' };
  if (entry?.decline) return { ...named, status: 'declined', ...entry.decline };
  if (placed?.state === 'voided') return { ...named, status: 'declined', reason: 'other', detail: 'voided before' };
  if (entry === null || !isTaken(placed)) return { ...named, status: 'not_found' };
  const { status, paidTotal, evidence } = totals ?? totalsOf(placed, attemptId);
  return {
    ...named,
    status,
    currency: entry.currency,
    paid_total: paidTotal.toFixed(2),
    returned_total: zero.toFixed(2),
    evidence: toWireEvidence(evidence),
  };
};
