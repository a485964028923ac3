import { setTimeout as sleep } from 'node:timers/promises';
import {
  approveReview,
  askForReceiptAgain,
  createReviewsStore,
  rejectReview,
  type ReviewRow,
} from '#features/receipts';
import { createPaymentFactsStore } from '#features/payments';
import type { Database } from '#platform/database';
import { decimal, largest } from '#platform/money';
import { decider } from '#test/support/operators';
import type { BankScript } from './plan-operations.ts';

/** A decision whose command said that it was done. */
export type Decided = { readonly operationId: string; readonly way: string; readonly amount: string | null };

const pauseMs = 200;
const most = 50;

/** An operator who decides what waits for a decision, as the payment's script says, until stopped. */
export const startOperator = (database: Database, scriptOf: (amount: string) => BankScript) => {
  const reviews = createReviewsStore(database);
  const needs = { reviews, facts: createPaymentFactsStore(database) };
  const decision = { actor: decider, note: null };
  const decided: Decided[] = [];
  const asked = new Set<string>();
  let isOver = false;
  let isPatient = true;

  const wayOf = ({ operation_id: id, expected_amount: amount }: ReviewRow): string => {
    const [first = '', then] = (scriptOf(decimal(amount).toFixed(2)).receipt?.decision ?? 'reject').split(', then ');
    return then !== undefined && (asked.has(id) || !isPatient) ? then : first;
  };
  const decide = async (review: ReviewRow): Promise<void> => {
    const way = wayOf(review);
    const amount = largest(decimal(review.expected_amount), decimal(review.paid_amount));
    if (way === 'approve') await approveReview(needs, review, amount, decision);
    else if (way === 'reject') await rejectReview(needs, review, decision);
    else await askForReceiptAgain(needs, review, decision);
    if (way === 'ask again') asked.add(review.operation_id);
    decided.push({ operationId: review.operation_id, way, amount: way === 'approve' ? amount.toFixed(2) : null });
  };
  const work = async (): Promise<void> => {
    while (!isOver) {
      // Who was too late, or whose database was away, looks again.
      const waiting = await reviews.undecided(null, most).catch(() => []);
      for (const review of waiting) await decide(review).catch(() => undefined);
      await sleep(pauseMs);
    }
  };
  const working = work();
  return {
    decided: (): readonly Decided[] => decided,
    /** From now on no merchant is asked for a receipt again. */
    finish: (): void => {
      isPatient = false;
    },
    stop: async (): Promise<void> => {
      isOver = true;
      await working;
    },
  };
};
