import { zero } from '#platform/money';
import { watchContradiction } from '#features/operations';
import type { AttemptRef, PayoutFact } from '#providers';
import type { NextStep } from './payout-facts-store.ts';
import { moveToSuspense, settlePayout, type SettlePayoutNeeds } from './settle-payout.ts';

/** Each turn loses only to a step that moved the payout forward, and there are few of those. */
const mostAtOnce = 5;

const nothingNew = (attempt: AttemptRef): PayoutFact => ({
  attempt,
  state: 'open',
  paidTotal: zero,
  returnedTotal: zero,
  evidence: [],
});

/** Does what the last fact about a leg asks for, until nothing is left to do. */
export const finishLeg = async (needs: SettlePayoutNeeds, attempt: AttemptRef, first: NextStep): Promise<void> => {
  let next = first;
  for (let turn = 0; next === 'settle' || next === 'suspense'; turn += 1) {
    if (turn === mostAtOnce) throw new Error(`The fact about leg ${attempt.attemptId} found no stable payout.`);
    if (next === 'settle') await settlePayout(needs, attempt);
    else {
      const payout = await needs.facts.findPayout(attempt);
      await moveToSuspense(needs, attempt, payout?.operation_id ?? '');
    }
    next = await needs.facts.note(nothingNew(attempt));
  }
};

/**
 * Applies what a provider says about a leg. Facts are totals: a repeated, late or reordered one changes nothing. False
 * when the attempt is not known.
 */
export const applyPayoutFact = async (needs: SettlePayoutNeeds, fact: PayoutFact): Promise<boolean> => {
  const next = await needs.facts.note(fact);
  await finishLeg(needs, fact.attempt, next);
  if (fact.state === 'failed') {
    const total = fact.paidTotal.minus(fact.returnedTotal);
    await watchContradiction(needs, needs.facts.noteContradiction, fact.attempt, total);
  }
  return next !== 'unknown_attempt';
};

/** Applies what is on record about a leg: a decline that ended it, or a fact whose process died. */
export const applyPendingLegReport = (needs: SettlePayoutNeeds, attempt: AttemptRef): Promise<boolean> =>
  applyPayoutFact(needs, nothingNew(attempt));
