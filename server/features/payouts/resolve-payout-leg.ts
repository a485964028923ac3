import type { Actor } from '#features/access';
import { OperatorError } from '#platform/errors';
import { decimal, zero, type Decimal } from '#platform/money';
import { finishLeg } from './apply-payout-fact.ts';
import type { OpenLeg } from './list-open-legs.ts';
import type { SettlePayoutNeeds } from './settle-payout.ts';

export type Resolution = {
  /** What of the leg arrived, in the operation's currency; zero: nothing did, and nothing will. */
  readonly paid: Decimal;
  readonly actor: Actor;
};

/**
 * An operator decides about a leg whose provider does not say. If the provider says otherwise later, the difference goes
 * to suspense.
 * @throws OperatorError when the leg was to send less, is being sent just now, or was decided meanwhile.
 */
export const resolvePayoutLeg = async (
  needs: SettlePayoutNeeds,
  leg: Pick<OpenLeg, 'shopId' | 'attemptId' | 'amount' | 'currency'>,
  { paid, actor }: Resolution,
): Promise<void> => {
  if (paid.lt(zero) || paid.gt(decimal(leg.amount)) || !paid.round(2).eq(paid)) {
    throw new OperatorError(`The leg was to send ${leg.amount} ${leg.currency}; give at most that, with two decimals.`);
  }
  const next = await needs.facts.resolve(leg, actor, paid.toFixed(2));
  if (next === 'sending') throw new OperatorError('The leg is being sent just now; try again in a minute.');
  if (next === 'decided') throw new OperatorError('The leg was decided meanwhile; nothing was changed.');
  if (next === 'less_than_noted')
    throw new OperatorError('Its provider has told of more money than that; see the list.');
  await finishLeg(needs, leg, next);
};
