import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import type { Decimal } from '#platform/money';
import type { AttemptRef } from '#providers';
import type { NoteContradiction } from './contradictions-store.ts';

type Needs = { readonly metrics: Pick<Metrics, 'contradictions'>; readonly log: Log };

/**
 * A provider that calls failed what it had called paid: booked money stays as it is, since it is not known which of the
 * two words is true, and an operator is told.
 */
export const watchContradiction = async (
  { metrics, log }: Needs,
  note: NoteContradiction,
  attempt: AttemptRef,
  total: Decimal,
): Promise<void> => {
  const noted = await note(attempt, total);
  if (noted === null) return;
  const { operation_id: operationId, provider_id: provider, paid } = noted;
  metrics.contradictions.inc({ provider });
  log.error({ operationId, provider, paid, now: total.toFixed(2) }, 'a provider calls failed what it had called paid');
};
