import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { decimal, zero } from '#platform/money';
import { watchContradiction } from '#features/operations';
import type { AttemptRef, PayoutFact } from '#providers';
import { decideLeg, isOnRecord, legAfterFact, type LegDecision } from './decide-leg.ts';
import type { LegStep, PayoutFactsStore, ResolutionEntry } from './payout-facts-store.ts';
import type { LegRow, PayoutRow } from './payout-leg.ts';
import { settlePayout } from './settle-payout.ts';

export type PayoutFactNeeds = {
  readonly facts: PayoutFactsStore;
  readonly metrics: Pick<Metrics, 'settlements' | 'suspense' | 'contradictions'>;
  readonly log: Log;
  /** An event waits to be sent. */
  readonly followUp: () => void;
};

/** Each turn loses only to a step that moved this leg on, or was the last but one of its payout: there are few of those. */
const mostTurns = 20;

/** What becomes of a leg, whatever it is by then, and what the audit log says about that. */
export type LegChange = {
  readonly apply: (leg: LegRow) => LegRow;
  readonly entryOf?: (leg: LegRow) => ResolutionEntry;
};

const asItIs: LegChange = { apply: (leg) => leg };

/** Posts what a leg's provider moved and its payout cannot count. */
const moveToSuspense = async (
  needs: PayoutFactNeeds,
  { shop_id: shopId, operation_id: operationId }: PayoutRow,
  leg: LegRow,
) => {
  const { attempt_id: attemptId } = leg;
  const surplus = await needs.facts.postSurplus({ shopId, attemptId });
  if (decimal(surplus).eq(zero)) return;
  needs.metrics.suspense.inc();
  needs.log.warn({ operationId, attemptId, surplus }, 'money of a payout went to suspense');
};

/** Ends the payout whose last open leg this was. False when payout and legs are not any more what was read. */
const finish = async (needs: PayoutFactNeeds, step: LegStep): Promise<boolean> => {
  const { payout, legs } = step.decision;
  const ending = settlePayout(payout, legs);
  if (!(await needs.facts.finish(step, ending))) return false;
  needs.metrics.settlements.inc({ type: 'payout', status: ending.status });
  needs.followUp();
  const left = new Set(ending.legs.filter((leg) => leg.isFactPending).map((leg) => leg.attemptId));
  for (const leg of legs.filter((one) => left.has(one.attempt_id))) await moveToSuspense(needs, payout, leg);
  return true;
};

const note = async (needs: PayoutFactNeeds, step: LegStep): Promise<boolean> =>
  (step.entry === null && isOnRecord(step.decision)) || needs.facts.noteLeg(step);

const readDecision = async (
  needs: PayoutFactNeeds,
  attempt: AttemptRef,
  { apply, entryOf }: LegChange,
): Promise<LegStep | null> => {
  const payout = await needs.facts.findPayout(attempt);
  const leg = payout?.legs.find((one) => one.attempt_id === attempt.attemptId);
  if (payout === null || leg === undefined) return null;
  return { decision: decideLeg(payout, leg, apply(leg)), entry: entryOf?.(leg) ?? null };
};

/**
 * Changes a leg and does what follows from it: decided from what is there, written if it is still there, decided afresh
 * if not. False when there is no such leg.
 */
export const changeLeg = async (needs: PayoutFactNeeds, attempt: AttemptRef, change: LegChange): Promise<boolean> => {
  let rest = change;
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const step = await readDecision(needs, attempt, rest);
    if (step === null) return false;
    const { next, payout, leg }: LegDecision = step.decision;
    if (next === 'finish' && (await finish(needs, step))) return true;
    if (next === 'finish' || !(await note(needs, step))) continue;
    if (next === 'nothing') return true;
    await moveToSuspense(needs, payout, leg);
    // The change is on record; what is left to do follows from the record alone.
    rest = asItIs;
  }
  throw new Error(`The change of leg ${attempt.attemptId} found no stable payout.`);
};

/**
 * Applies what a provider says about a leg. Facts are totals: a repeated, late or reordered one changes nothing. False
 * when the attempt is not known.
 */
export const applyPayoutFact = async (needs: PayoutFactNeeds, fact: PayoutFact): Promise<boolean> => {
  const isKnown = await changeLeg(needs, fact.attempt, { apply: (leg) => legAfterFact(leg, fact) });
  if (fact.state === 'failed') {
    const total = fact.paidTotal.minus(fact.returnedTotal);
    await watchContradiction(needs, needs.facts.noteContradiction, fact.attempt, total);
  }
  return isKnown;
};

/** Applies what is on record about a leg: a decline that ended it, or a fact whose process died. */
export const applyPendingLegReport = (needs: PayoutFactNeeds, attempt: AttemptRef): Promise<boolean> =>
  changeLeg(needs, attempt, asItIs);
