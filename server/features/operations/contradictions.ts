import type { Database, Statement } from '#platform/database';
import { runStatement } from '#platform/database';
import { newId } from '#platform/ids';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import type { Decimal } from '#platform/money';
import type { AttemptRef } from '#providers';

type Contradiction = { readonly operation_id: string; readonly provider_id: string; readonly paid: string };

const noteContradiction: Statement = {
  name: 'note_contradiction',
  text: `select * from note_contradiction($1, $2, $3, $4)`,
};

export type NoteContradiction = (attempt: AttemptRef, total: Decimal) => Promise<Contradiction | null>;

/** Null when the provider had not said more than `total`, or its taking it back is on record already. */
export const createNoteContradiction =
  (database: Database): NoteContradiction =>
  async ({ shopId, attemptId }, total) => {
    const [noted] = await runStatement<Contradiction>(database, noteContradiction, [
      shopId, attemptId, total.toFixed(2), newId(),
    ]);
    return noted ?? null;
  };

type Needs = { readonly metrics: Pick<Metrics, 'contradictions'>; readonly log: Log };

/**
 * A provider that calls failed what it had called paid: booked money stays as it is, since nobody knows which of the two
 * words is true, and an operator is told.
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
