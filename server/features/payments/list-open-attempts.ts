import type { Database } from '#platform/database';
import type { AttemptId, OperationId, ShopId } from '#platform/ids';
import { OperatorRefusal } from '#platform/refusals';
import {
  countOpenAttempts,
  findOpenAttempt,
  findOpenAttempts,
  findResolvedAttempt,
  type OpenAttemptRow,
} from './open-attempts-store.ts';

export type OpenAttempt = Pick<
  OpenAttemptRow,
  'shop' | 'status' | 'state' | 'amount' | 'currency' | 'checks' | 'since'
> & {
  readonly shopId: ShopId;
  readonly operationId: OperationId;
  readonly merchantOperationId: string;
  readonly attemptId: AttemptId;
  readonly providerId: string;
};

/** Within this time nearly every provider confirms that it holds no order. */
export const openAfterSeconds = 300;

type Needs = { readonly database: Database };
type Filter = { readonly olderThanSeconds: number; readonly shopId: ShopId | null };

const toOpenAttempt = ({
  shop_id: shopId,
  operation_id: operationId,
  merchant_operation_id: merchantOperationId,
  attempt_id: attemptId,
  provider_id: providerId,
  ...same
}: OpenAttemptRow): OpenAttempt => ({ ...same, shopId, operationId, merchantOperationId, attemptId, providerId });

/**
 * Attempts of payments whose provider may hold an order that is not wanted any more, those first of which nothing was learned for the
 * longest time; at most a thousand.
 */
export const listOpenAttempts = async (
  { database }: Needs,
  { olderThanSeconds, shopId }: Filter,
): Promise<OpenAttempt[]> => (await findOpenAttempts(database, olderThanSeconds, shopId)).map(toOpenAttempt);

/** @throws OperatorRefusal when there is no such attempt, or it is decided: by whom and when, if by an operator. */
export const requireOpenAttempt = async ({ database }: Needs, attemptId: string): Promise<OpenAttempt> => {
  const row = await findOpenAttempt(database, attemptId);
  if (row !== null) return toOpenAttempt(row);
  const resolved = await findResolvedAttempt(database, attemptId);
  if (resolved === null) throw new OperatorRefusal('open_attempt_not_found', { attemptId });
  throw new OperatorRefusal('attempt_already_resolved', { actor: resolved.actor, at: resolved.at.toISOString() });
};

export const countAttemptsOpenTooLong = ({ database }: Needs): Promise<number> =>
  countOpenAttempts(database, openAfterSeconds);
