import type { Operator } from '#features/access';
import { requireEvidence } from '#features/attempts';
import { OperatorRefusal } from '#platform/refusals';
import { decimal, zero, type Decimal } from '#platform/money';
import { changeLeg, type PayoutFactNeeds } from './apply-payout-fact.ts';
import { legAfterResolution } from './decide-leg.ts';
import type { OpenLeg } from './list-open-legs.ts';

export type Resolution = {
  /** What of the leg arrived, in the operation's currency; zero: nothing did, and nothing will. */
  readonly paid: Decimal;
  /** What says so, for the audit log. */
  readonly evidence: string;
  readonly actor: Operator;
};

/**
 * An operator decides about a leg whose provider does not say. If the provider says otherwise later, the difference goes
 * to suspense.
 * @throws OperatorRefusal when the leg was to send less, is being sent just now, or was decided meanwhile, or when nothing says so.
 */
export const resolvePayoutLeg = async (
  needs: PayoutFactNeeds,
  leg: Pick<OpenLeg, 'shopId' | 'attemptId' | 'amount' | 'currency'>,
  { paid, evidence, actor }: Resolution,
): Promise<void> => {
  if (paid.lt(zero) || paid.gt(decimal(leg.amount)) || !paid.round(2).eq(paid)) {
    throw new OperatorRefusal('leg_amount_wrong', { amount: leg.amount, currency: leg.currency });
  }
  const told = requireEvidence(evidence);
  await changeLeg(needs, leg, {
    apply: (seen) => legAfterResolution(seen, paid, actor.name),
    entryOf: (seen) => ({
      before: { attempt_id: seen.attempt_id, leg: seen.leg, state: seen.state },
      after: { attempt_id: seen.attempt_id, leg: seen.leg, paid_amount: paid.toFixed(2), evidence: told },
    }),
  });
};
