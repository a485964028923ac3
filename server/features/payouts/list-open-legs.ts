import type { Database } from '#platform/database';
import { OperatorRefusal } from '#platform/refusals';
import type { AttemptId, ShopId } from '#platform/ids';
import type { KeyRing } from '#platform/secrets';
import { decimal, zero } from '#platform/money';
import { maskNumber, numberPlace } from '#features/operations';
import { countOpenLegs, findOpenLeg, findOpenLegs, findResolvedLeg, type OpenLegRow } from './open-legs-store.ts';

export type OpenLeg = Pick<OpenLegRow, 'shop' | 'leg' | 'state' | 'amount' | 'paid' | 'currency' | 'checks'> & {
  readonly shopId: ShopId;
  readonly operationId: string;
  readonly merchantOperationId: string;
  readonly attemptId: AttemptId;
  readonly providerId: string;
  /** As operators may see it. */
  readonly number: string | null;
  readonly createdAt: Date;
};

/** Within this time providers and look-ups decide nearly every leg by themselves. */
export const stuckAfterSeconds = 300;

type Needs = { readonly database: Database; readonly keyRing: Pick<KeyRing, 'decrypt'> };
type Filter = { readonly olderThanSeconds: number; readonly shopId: ShopId | null };

const toOpenLeg = (keyRing: Needs['keyRing'], row: OpenLegRow): OpenLeg => ({
  shop: row.shop,
  shopId: row.shop_id,
  operationId: row.operation_id,
  merchantOperationId: row.merchant_operation_id,
  attemptId: row.attempt_id,
  providerId: row.provider_id,
  leg: row.leg,
  state: row.state,
  amount: row.amount,
  paid: row.paid,
  currency: row.currency,
  checks: row.checks,
  number:
    row.number_encrypted === null
      ? null
      : maskNumber(keyRing.decrypt(row.number_encrypted, numberPlace(row.shop_id, row.operation_id)), row.rail),
  createdAt: row.created_at,
});

/** The legs whose outcome is still open, oldest first; at most a thousand. */
export const listOpenLegs = async (
  { database, keyRing }: Needs,
  { olderThanSeconds, shopId }: Filter,
): Promise<OpenLeg[]> => (await findOpenLegs(database, olderThanSeconds, shopId)).map((row) => toOpenLeg(keyRing, row));

/** @throws OperatorRefusal when there is no such leg, or it is decided: by whom and when, if by an operator. */
export const requireOpenLeg = async ({ database, keyRing }: Needs, attemptId: string): Promise<OpenLeg> => {
  const row = await findOpenLeg(database, attemptId);
  if (row !== null) return toOpenLeg(keyRing, row);
  const resolved = await findResolvedLeg(database, attemptId);
  if (resolved === null) throw new OperatorRefusal('open_leg_not_found', { attemptId });
  const { actor, at, paid, currency } = resolved;
  const outcome = decimal(paid).eq(zero) ? 'failed' : 'paid';
  throw new OperatorRefusal('leg_already_resolved', { outcome, paid, currency, actor, at: at.toISOString() });
};

export const countStuckLegs = ({ database }: Pick<Needs, 'database'>): Promise<number> =>
  countOpenLegs(database, stuckAfterSeconds);
