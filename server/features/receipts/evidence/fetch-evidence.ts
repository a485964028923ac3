import { eachApart } from '#platform/each-apart';
import type { Log } from '#platform/logs';
import { decimal } from '#platform/money';
import { receiptsOf, type Routing } from '#providers';
import type { AwaitedEvidence, EvidenceStore } from './evidence-store.ts';

export type FetchEvidenceNeeds = {
  readonly evidence: EvidenceStore;
  readonly routing: Pick<Routing, 'provider'>;
  readonly log: Log;
};

const batchSize = 20;

const fetchOne = async (needs: FetchEvidenceNeeds, awaited: AwaitedEvidence): Promise<void> => {
  const attempt = { shopId: awaited.shop_id, attemptId: awaited.attempt_id };
  const provider = await needs.routing.provider(awaited.provider_id);
  const answer = await provider.fetchEvidence(attempt);
  const evidence = 'evidence' in answer ? answer.evidence : 'later';
  if (evidence === 'later' && !awaited.is_overdue) return;
  // One that never comes is replaced, as one that does not add up is: a merchant must not wait for ever.
  await needs.evidence.record(
    attempt,
    receiptsOf(evidence === 'later' ? [] : evidence, decimal(awaited.booked_amount)),
  );
};

/** Asks for the evidence that providers did not have yet when they reported. True when there may be more to do at once. */
export const fetchEvidence = async (needs: FetchEvidenceNeeds): Promise<boolean> => {
  const due = await needs.evidence.claimDue(batchSize);
  await eachApart(due.rows, (awaited) => fetchOne(needs, awaited), needs.log, 'evidence could not be fetched');
  return due.isMore;
};
