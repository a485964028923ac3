import { runStatement, type Database, type Statement } from '#platform/database';
import { newId } from '#platform/ids';
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
      shopId,
      attemptId,
      total.toFixed(2),
      newId(),
    ]);
    return noted ?? null;
  };
