import { recordAudit, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import { OperatorRefusal } from '#platform/refusals';
import type { OpenMismatch } from './list-mismatches.ts';
import type { MismatchRow, StrayRow } from './mismatches-store.ts';
import { assignLine, findAttemptRow, resolveStray, runResolution } from './resolutions-store.ts';

/**
 * `accept`: what the lines say is right, and the house keeps or bears the difference. `suspense`: the provider settled more, which
 * waits in suspense for a decision whose it is. `dismiss`: the provider's error; nothing moves. `assign`: a line that names no
 * attempt is of the one that is named.
 */
export const resolutionWays = ['accept', 'suspense', 'dismiss', 'assign'] as const;
export type ResolutionWay = (typeof resolutionWays)[number];

export type ResolutionOrder = {
  readonly way: ResolutionWay;
  /** Of `assign` alone. */
  readonly attemptId: string | null;
  readonly reason: string;
  readonly actor: Operator;
};

type Needs = { readonly database: Database };

const mostReasonCharacters = 500;

const recorded = { accept: 'accepted', suspense: 'suspended', dismiss: 'dismissed' } as const;

const resolveAttempt = async (
  { database }: Needs,
  row: MismatchRow,
  { way, reason, actor }: ResolutionOrder,
): Promise<void> => {
  if (way === 'assign') throw new OperatorRefusal('mismatch_way_wrong', { kind: row.kind, way });
  const outcome = await runResolution(database, { row, way: recorded[way], actor: actor.name, reason });
  if (outcome === 'changed') throw new OperatorRefusal('mismatch_changed_meanwhile', {});
  if (outcome === 'under_way') {
    throw new OperatorRefusal('settled_too_early', { type: row.direction, operationId: row.operation_id });
  }
};

/** The shop's step comes first: repeated, it finds itself done. */
const assign = async (
  { database }: Needs,
  stray: StrayRow,
  { attemptId, reason, actor }: ResolutionOrder,
): Promise<void> => {
  const attempt = attemptId === null ? null : await findAttemptRow(database, attemptId);
  if (attempt === null || attempt.provider_id !== stray.provider_id) {
    throw new OperatorRefusal('attempt_not_found', { attemptId: attemptId ?? '', providerId: stray.provider_id });
  }
  if (attempt.direction !== stray.direction || attempt.currency !== stray.currency) {
    const { direction, currency } = attempt;
    throw new OperatorRefusal('attempt_of_another_kind', { attemptId: attemptId!, direction, currency });
  }
  await assignLine(database, attempt.shop_id, { stray, attemptId: attemptId!, actor: actor.name, reason });
  await resolveStray(database, stray, 'assigned');
};

const dismissStray = ({ database }: Needs, stray: StrayRow, { reason, actor }: ResolutionOrder): Promise<void> =>
  database.transaction(async (tx) => {
    if (!(await resolveStray(tx, stray, 'dismissed'))) throw new OperatorRefusal('mismatch_changed_meanwhile', {});
    const { file_id: fileId, line, reference, amount, currency } = stray;
    const after = { kind: 'missing_here', reference, amount, currency, reason };
    await recordAudit(tx, { actor, action: 'reconciliation.dismissed', subject: `${fileId}:${line}`, after });
  });

/**
 * Carries out what an operator decided about a mismatch, if it is still as it was seen.
 * @throws OperatorRefusal when it changed meanwhile, or the way does not fit the kind.
 */
export const resolveMismatch = async (needs: Needs, open: OpenMismatch, order: ResolutionOrder): Promise<void> => {
  const { kind, told, due } = open.shown;
  if (order.reason.trim() === '' || order.reason.length > mostReasonCharacters) {
    throw new OperatorRefusal('reason_wrong', { limit: mostReasonCharacters });
  }
  if ((order.way === 'assign') !== (order.attemptId !== null)) {
    throw new OperatorRefusal('mismatch_way_wrong', { kind, way: order.way });
  }
  if ('attempt' in open) {
    if (order.way === 'suspense' && !told.gt(due)) throw new OperatorRefusal('mismatch_not_beyond', {});
    return resolveAttempt(needs, open.attempt, order);
  }
  if (order.way === 'assign') return assign(needs, open.stray, order);
  if (order.way === 'dismiss') return dismissStray(needs, open.stray, order);
  throw new OperatorRefusal('mismatch_way_wrong', { kind, way: order.way });
};
