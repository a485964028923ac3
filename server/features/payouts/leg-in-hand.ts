import { formatAmount } from '#platform/money';
import { plainName, profileOf } from '#features/operations';
import type { DueLeg } from './legs-store.ts';
import type { DraftedLeg, PayoutDraft } from './payout.ts';

const toDueLeg = (draft: PayoutDraft, { attemptId, providerId, amount }: DraftedLeg, leg: number): DueLeg => {
  const { shopId, api, operationId, order, destination } = draft;
  const { currency } = order.amount;
  return {
    shop_id: shopId,
    operation_id: operationId,
    attempt_id: attemptId,
    provider_id: providerId,
    leg,
    legs: draft.legs.length,
    amount: formatAmount(amount, currency),
    was: 'queued',
    checks: 0,
    claim: 1,
    claimedAtMs: draft.draftedAtMs,
    api,
    method: order.method,
    currency,
    expected_amount: formatAmount(order.amount.amount, currency),
    client_id: order.clientId,
    client_ip: profileOf(api).sealsPersons ? null : order.clientIp,
    number_encrypted: draft.sealed.encrypted,
    holder_name: plainName(api, destination.name),
    client_encrypted: draft.clientEncrypted,
    details_encrypted: draft.detailsEncrypted,
    bankname: destination.bankname,
  };
};

/** The legs of a payout that this process sends as soon as it is recorded, as a claim would have answered them. */
export const inHandOf = (draft: PayoutDraft): DueLeg[] =>
  draft.legs.flatMap((leg, index) => (leg.isInHand ? [toDueLeg(draft, leg, index + 1)] : []));
