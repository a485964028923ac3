import type { Operator } from '#features/access';
import { OperatorRefusal } from '#platform/refusals';
import { decimal, zero, type Decimal } from '#platform/money';
import { finishLeg } from './apply-payout-fact.ts';
import type { OpenLeg } from './list-open-legs.ts';
import type { SettlePayoutNeeds } from './settle-payout.ts';

export type Resolution = {
  /** What of the leg arrived, in the operation's currency; zero: nothing did, and nothing will. */
  readonly paid: Decimal;
  readonly actor: Operator;
};

/**
 * An operator decides about a leg whose provider does not say. If the provider says otherwise later, the difference goes
 * to suspense.
 * @throws OperatorRefusal when the leg was to send less, is being sent just now, or was decided meanwhile.
 */
export const resolvePayoutLeg = async (
  needs: SettlePayoutNeeds,
  leg: Pick<OpenLeg, 'shopId' | 'attemptId' | 'amount' | 'currency'>,
  { paid, actor }: Resolution,
): Promise<void> => {
  if (paid.lt(zero) || paid.gt(decimal(leg.amount)) || !paid.round(2).eq(paid)) {
    throw new OperatorRefusal('leg_amount_wrong', { amount: leg.amount, currency: leg.currency });
  }
  const next = await needs.facts.resolve(leg, actor.name, paid.toFixed(2));
  if (next === 'sending') throw new OperatorRefusal('leg_being_sent', {});
  if (next === 'decided') throw new OperatorRefusal('leg_decided_meanwhile', {});
  if (next === 'less_than_noted') throw new OperatorRefusal('leg_less_than_reported', {});
  await finishLeg(needs, leg, next);
};
