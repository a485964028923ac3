import { recordAudit, type Actor, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import { OperatorRefusal } from '#platform/refusals';
import { faultOfRate } from './rate-rules.ts';
import { insertRate, lockRates, type NewRate, type Rate } from './rates-store.ts';

type Needs = { readonly database: Database };

/**
 * The only way in which a rate comes to be, fetched or named by hand: it succeeds the one before it, which ends where it
 * begins and stays on record. Belongs into a transaction; holds the writers' lock until its end.
 */
export const succeedRate = async (tx: Database, wanted: NewRate, actor: Actor): Promise<Rate> => {
  await lockRates(tx);
  const { from, to, source } = wanted;
  const subject = `${from} to ${to} by ${source}`;
  const written = await insertRate(tx, wanted);
  if (written === null) {
    throw new OperatorRefusal('rate_exists', { subject, validFrom: String(wanted.validFrom?.toISOString()) });
  }
  const { before, after } = written;
  const action = before === null ? 'rate.created' : 'rate.changed';
  await recordAudit(tx, { actor, action, subject, before, after });
  return after;
};

/** Sets a rate by hand, from now on or from a moment to come. */
export const setRate = async ({ database }: Needs, wanted: NewRate, actor: Operator): Promise<Rate> => {
  const { from, to, rate, validFrom, validUntil } = wanted;
  const now = new Date();
  const fault = faultOfRate(from, to, rate);
  if (fault !== null) throw new OperatorRefusal('rate_wrong', { rate, fault });
  if (validFrom !== null && validFrom < now) {
    throw new OperatorRefusal('rate_in_the_past', {});
  }
  if (validUntil !== null && validUntil <= (validFrom ?? now)) {
    throw new OperatorRefusal('rate_ends_before_it_begins', {});
  }
  return database.transaction((tx) => succeedRate(tx, wanted, actor));
};
