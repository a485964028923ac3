import { eachApart } from '#platform/each-apart';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import type { PaymentFact, Routing } from '#providers';
import type { ExpiringPayment, ExpiryStore } from './expiry-store.ts';

export type ExpiryNeeds = {
  readonly expiry: ExpiryStore;
  readonly routing: Pick<Routing, 'provider'>;
  readonly applyFact: (fact: PaymentFact) => Promise<unknown>;
  readonly metrics: Pick<Metrics, 'settlements'>;
  readonly log: Log;
  /** An event waits to be sent. */
  readonly followUp: () => void;
};

const batchSize = 50;

/** The provider is asked first, and takes no money for it any more; one that cannot tell is asked again in a while. */
const expire = async (needs: ExpiryNeeds, payment: ExpiringPayment): Promise<void> => {
  const attempt = { shopId: payment.shop_id, attemptId: payment.attempt_id };
  const provider = await needs.routing.provider(payment.provider_id);
  const answer = await provider.voidPayment(attempt);
  if (answer.outcome === 'paid') {
    const proof = await provider.fetchEvidence(attempt);
    const evidence = 'evidence' in proof ? proof.evidence : [];
    await needs.applyFact({ attempt, state: 'paid', paidTotal: answer.paidTotal, evidence });
  } else if (answer.outcome === 'voided' && (await needs.expiry.end(payment))) {
    needs.metrics.settlements.inc({ type: 'payment', status: 'cancelled' });
    needs.followUp();
  }
};

/**
 * Ends payments whose lifetime is over. Each run looks at those whose time has come since the one before; the first run
 * of a process looks at all.
 */
export const createExpirySweep = (needs: ExpiryNeeds): (() => Promise<boolean>) => {
  let since: Date | null = null;
  return async () => {
    const { due, seenUntil } = await needs.expiry.claimDue(since, batchSize);
    await eachApart(due, (payment) => expire(needs, payment), needs.log, 'a payment did not expire');
    since = seenUntil ?? since;
    // Where none could be had, others are at them.
    return seenUntil === null && due.length > 0;
  };
};
