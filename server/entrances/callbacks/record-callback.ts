import type { AttemptKind } from '#features/attempts';
import { RequestError } from '#platform/errors';
import type { AttemptId, ShopId } from '#platform/ids';
import type { AttemptRef, ProviderReports } from '#providers';
import { isTaken, readPaymentFact, readPayoutFact, readVerdict, type Wire } from '#providers/http';
import { unfitPlace } from '../http/unfit-request.ts';
import { refuseBreach, type Callback } from './read-callback.ts';

export type RecordNeeds = {
  readonly findAttempt: (attempt: AttemptRef) => Promise<AttemptKind | null>;
  readonly reports: ProviderReports;
};

const kindOf = { 'payment.changed': 'payment', 'payout.changed': 'payout', 'receipt.reviewed': 'payment' } as const;

const requireCurrency = (told: { readonly currency: string }, { currency }: AttemptKind): void => {
  if (told.currency !== currency) throw unfitPlace('/body/data/currency', 'enum', { values: currency });
};

/** An acceptance is told only after an unknown outcome; what it was about is then looked into. So is a decline. */
const recordPayment = async (
  { reports }: RecordNeeds,
  attempt: AttemptRef,
  payment: Wire['Payment'],
): Promise<void> => {
  if (payment.status === 'not_found') return;
  if (isTaken(payment)) await reports.report(readPaymentFact(attempt, payment));
  await reports.reportDecision(attempt);
};

/** A fact about a leg in doubt says that it was taken on. */
const recordPayout = async ({ reports }: RecordNeeds, attempt: AttemptRef, payout: Wire['Payout']): Promise<void> => {
  if (isTaken(payout)) await reports.reportPayout(readPayoutFact(attempt, payout));
  else if (payout.status === 'declined') await reports.reportDecision(attempt);
};

const recordReview = async ({ reports }: RecordNeeds, attempt: AttemptRef, review: Wire['Review']): Promise<void> => {
  const verdict = readVerdict(attempt, review);
  if (verdict !== null) await reports.reportReceipt(verdict);
};

const record = (needs: RecordNeeds, attempt: AttemptRef, kind: AttemptKind, callback: Callback): Promise<void> => {
  const { type, data } = callback;
  if ('currency' in data) requireCurrency(data, kind);
  if (type === 'payment.changed') return recordPayment(needs, attempt, data);
  return type === 'payout.changed' ? recordPayout(needs, attempt, data) : recordReview(needs, attempt, data);
};

/**
 * Puts on record what a connector tells of an attempt, and resolves when it is. An attempt of another provider or shop is answered as
 * one that there is not: a connector learns nothing of others.
 */
export const recordCallback = async (needs: RecordNeeds, providerId: string, callback: Callback): Promise<void> => {
  const attempt = { shopId: callback.shopId as ShopId, attemptId: callback.data.attempt_id as AttemptId };
  const kind = await needs.findAttempt(attempt);
  const isTheirs = kind?.providerId === providerId && kind.type === kindOf[callback.type];
  if (kind === null || !isTheirs) throw new RequestError('operation_not_found');
  await record(needs, attempt, kind, callback).catch(refuseBreach);
};
