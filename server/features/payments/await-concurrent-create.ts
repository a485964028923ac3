import { setTimeout as sleep } from 'node:timers/promises';
import { RequestError, type ErrorCode } from '#platform/errors';
import {
  isVisible,
  operationOf,
  requireSameRequest,
  type KeyHolder,
  type Operation,
  type OperationsStore,
  type SentCreate,
} from '#features/operations';
import type { ShopId } from '#platform/ids';
import type { KeyRing } from '#platform/secrets';
import type { PaymentsStore } from './payments-store.ts';

export type ConcurrentCreateNeeds = {
  readonly payments: Pick<PaymentsStore, 'findDecision'>;
  readonly operations: Pick<OperationsStore, 'unseal'>;
  readonly keyRing: Pick<KeyRing, 'isDigestOf'>;
  /** Takes over a create whose process died; afterwards it is decided, or freed, or still open at a provider. */
  readonly takeOver: (shopId: ShopId, operationId: string) => Promise<void>;
};

const firstPauseMs = 20;
const longestPauseMs = 250;

const inProgress = (): RequestError => new RequestError('create_in_progress');

/** The work goes on without the one who waits for it, whose own time is limited. */
const before = async (deadline: number, work: Promise<void>): Promise<void> => {
  const enough = new AbortController();
  const late = sleep(Math.max(0, deadline - performance.now()), 'late', { signal: enough.signal }).catch(() => 'done');
  const outcome = await Promise.race([work.then(() => 'done'), late]).finally(() => enough.abort());
  if (outcome === 'late') {
    work.catch(() => undefined);
    throw inProgress();
  }
};

/**
 * Waits for the create that holds an identifier and answers what it answers, a refusal included.
 * Answers null when the identifier was let go by a create that no process will answer for.
 */
export const awaitConcurrentCreate = async (
  needs: ConcurrentCreateNeeds,
  held: KeyHolder,
  order: SentCreate,
  deadline: number,
): Promise<Operation | null> => {
  // Its merchant was already refused; the identifier is free, for any body, once every attempt of it is definite.
  if (held.status === 'rejecting') throw inProgress();
  requireSameRequest(needs.keyRing, held, order);
  const shopId = held.shop_id as ShopId;
  let current = held;
  for (let pauseMs = firstPauseMs; current.status === 'creating'; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    if (current.is_lease_over) {
      await before(deadline, needs.takeOver(shopId, held.operation_id));
    } else {
      if (performance.now() >= deadline) throw inProgress();
      await sleep(pauseMs);
    }
    const next = await needs.payments.findDecision(shopId, held.operation_id);
    if (next === null) throw new Error('An operation is never deleted.');
    current = next;
  }
  if (isVisible(current.status)) {
    // The identifier may change hands meanwhile: a refused create can be cancelled, and filled in by another body.
    requireSameRequest(needs.keyRing, current, order);
    return operationOf(current, needs.operations);
  }
  if (current.rejection_code !== null) throw new RequestError(current.rejection_code as ErrorCode);
  // Given up, or taken over since: its merchant was answered nothing, so this request is as good as the first. So it is
  // when a cancellation came after that.
  if (current.status === 'rejected' || current.status === 'tombstone') return null;
  throw inProgress();
};
