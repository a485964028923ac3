import { isDeepStrictEqual } from 'node:util';
import { decimal, largest, smallest, zero, type Decimal } from '#platform/money';
import { OperatorRefusal } from '#platform/refusals';
import { toStoredEvidence, type Evidence, type PayoutFact, type StoredEvidence } from '#providers';
import { countedOf, netOf, type LegRow, type PayoutRow } from './payout-leg.ts';

const storedOf = (evidence: Evidence): StoredEvidence | null =>
  evidence.length === 0 ? null : (JSON.parse(toStoredEvidence(evidence)) as StoredEvidence);

const isUndecided = ({ state }: LegRow): boolean => state === 'queued' || state === 'sending' || state === 'unknown';

/** A leg after what its provider says about it: totals, which only grow. A provider that tells of a leg has taken it on. */
export const legAfterFact = (leg: LegRow, fact: Omit<PayoutFact, 'attempt'>): LegRow => {
  const paid = largest(decimal(leg.paid_amount), fact.paidTotal);
  const returned = largest(decimal(leg.returned_amount), smallest(fact.returnedTotal, paid));
  // The last word has been said: what is called open after it is out of date.
  const isStillOpen = fact.state === 'open' && leg.reported_state === null;
  const isMore = fact.paidTotal.gt(decimal(leg.paid_amount));
  const word = paid.gt(zero) ? 'paid' : 'failed';
  return {
    ...leg,
    state: isUndecided(leg) ? 'accepted' : leg.state,
    reported_state: isStillOpen ? null : word,
    paid_amount: paid.toFixed(2),
    returned_amount: returned.toFixed(2),
    evidence: isMore ? storedOf(fact.evidence) : (leg.evidence ?? storedOf(fact.evidence)),
    is_open: isStillOpen && leg.is_open,
  };
};

/**
 * A leg after an operator's decision about it, whose provider does not say.
 * @throws OperatorRefusal when it was decided meanwhile, is being sent just now, or its provider has told of more
 */
export const legAfterResolution = (leg: LegRow, paid: Decimal, actor: string): LegRow => {
  if (!leg.is_open) throw new OperatorRefusal('leg_decided_meanwhile', {});
  if (leg.is_in_hand) throw new OperatorRefusal('leg_being_sent', {});
  if (paid.lt(netOf(leg))) throw new OperatorRefusal('leg_less_than_reported', {});
  const isNothing = paid.eq(zero);
  // No provider took it on, as far as is known: what its provider pays all the same is not this payout's.
  const state = isNothing && leg.state !== 'accepted' ? 'voided' : 'accepted';
  const fact = { state: isNothing ? 'failed' : 'paid', paidTotal: paid, returnedTotal: zero, evidence: [] } as const;
  return legAfterFact({ ...leg, state, resolved_by: actor }, fact);
};

/** Money that its payout does not count: of a leg that was not carried out, or of any once the payout has ended. */
const isUncounted = ({ status }: PayoutRow, leg: LegRow): boolean =>
  !netOf(leg).eq(decimal(leg.booked_amount).plus(decimal(leg.suspense_amount))) &&
  (status !== 'pending' || leg.state !== 'accepted');

export type LegDecision = {
  readonly payout: PayoutRow;
  /** What it was. */
  readonly seen: LegRow;
  /** What it is to become. */
  readonly leg: LegRow;
  /** All legs, when it has. */
  readonly legs: readonly LegRow[];
  /** Whether no other leg of its payout was open. */
  readonly isLast: boolean;
  /** By how much the payout, while it goes on, shows more as paid. */
  readonly counted: Decimal;
  /** `finish`: it was the last open leg of its payout. `suspense`: money that the payout cannot count is to be posted. */
  readonly next: 'nothing' | 'finish' | 'suspense';
};

/**
 * What follows when one of the payout's legs becomes `changed`. Of the others it rests on whether one of them is open;
 * when none is, on all that is known of them.
 */
export const decideLeg = (payout: PayoutRow, seen: LegRow, changed: LegRow): LegDecision => {
  const isPending = payout.status === 'pending';
  const isLast = payout.legs.every((one) => one === seen || !one.is_open);
  const isDecided = isPending && isLast && !changed.is_open;
  const isSurplus = isUncounted(payout, changed);
  const leg = { ...changed, is_fact_pending: isSurplus };
  return {
    payout,
    seen,
    leg,
    legs: payout.legs.map((one) => (one === seen ? leg : one)),
    isLast,
    counted: isPending ? countedOf(leg).minus(countedOf(seen)) : zero,
    next: isSurplus ? 'suspense' : isDecided ? 'finish' : 'nothing',
  };
};

/** Whether nothing changes by it: what was decided is on record already. */
export const isOnRecord = ({ seen, leg }: LegDecision): boolean => isDeepStrictEqual(seen, leg);
