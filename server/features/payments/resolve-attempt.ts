import type { Operator } from '#features/access';
import { requireEvidence } from '#features/attempts';
import type { Database } from '#platform/database';
import { formatAmount, type Decimal } from '#platform/money';
import { OperatorRefusal } from '#platform/refusals';
import type { AttemptRef } from '#providers';
import type { OpenAttempt } from './list-open-attempts.ts';
import { recordResolution } from './open-attempts-store.ts';

export type AttemptResolution = {
  /** What the payer paid, in the operation's currency; zero: there is no order, and none will come. */
  readonly paid: Decimal;
  /** What says so, for the audit log. */
  readonly evidence: string;
  readonly actor: Operator;
};

type Needs = {
  readonly database: Database;
  readonly applyPendingReport: (attempt: AttemptRef) => Promise<unknown>;
};

/**
 * An operator decides about an attempt whose provider does not say. Its payment went on without it, so money that it brought goes
 * to suspense; if the provider tells of more later, the difference does. A refused create's identifier is free after the last one.
 * @throws OperatorRefusal when it was decided meanwhile, or when nothing says so.
 */
export const resolveAttempt = async (
  { database, applyPendingReport }: Needs,
  attempt: OpenAttempt,
  { paid, evidence, actor }: AttemptResolution,
): Promise<void> => {
  const decided = {
    paid: formatAmount(paid, attempt.currency),
    actor: actor.name,
    evidence: requireEvidence(evidence),
  };
  if (!(await recordResolution(database, attempt, decided))) throw new OperatorRefusal('attempt_decided_meanwhile', {});
  // If this process ends here, the servers' sweep does it.
  await applyPendingReport(attempt);
};
