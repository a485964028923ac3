import type { Database } from '#platform/database';
import type { OperationId, ShopId } from '#platform/ids';
import type { KeyRing } from '#platform/secrets';
import { rowsById, rowsByIdentifier, rowsByNumber, rowsOfShop, type LookedUpRow } from './look-up-store.ts';
import { maskNumber } from './mask-number.ts';
import { numberPlace } from './sealed-places.ts';
import type { OperationType, StoredStatus } from './operation-states.ts';
import { numberDigestPurpose } from './operations-store.ts';

export type LookUpNeeds = { readonly database: Database; readonly keyRing: KeyRing };

export type Sought =
  | { readonly number: string }
  | { readonly operationId: string }
  | { readonly merchantOperationId: string };

/** An operation as operators see it. */
export type LookedUp = {
  readonly shop: string;
  readonly operationId: OperationId;
  readonly merchantOperationId: string;
  readonly type: OperationType;
  readonly status: StoredStatus;
  readonly expectedAmount: string;
  readonly actualAmount: string;
  readonly currency: string;
  readonly method: string;
  /** Masked; null where there is none, or none any more. */
  readonly number: string | null;
  readonly createdAt: Date;
};

/** The forms under which what an operator types may be stored: phones with the country's code, nothing with blanks. */
const storedForms = (typed: string): string[] => {
  const compact = typed.replace(/[\s()-]/g, '');
  const [, subscriber] = /^\+?[78](\d{10})$/.exec(compact) ?? [];
  return subscriber === undefined ? [compact] : [compact, `+7${subscriber}`];
};

const findRows = (
  { database, keyRing }: LookUpNeeds,
  sought: Sought,
  scope: { shopId: ShopId | null; limit: number },
) => {
  if ('operationId' in sought) return rowsById(database, sought.operationId, scope);
  if ('merchantOperationId' in sought) return rowsByIdentifier(database, sought.merchantOperationId, scope);
  const digests = storedForms(sought.number).flatMap((form) => keyRing.digestsOf(numberDigestPurpose, form));
  return rowsByNumber(database, digests, scope);
};

export const showLookedUp = (row: LookedUpRow, keyRing: KeyRing): LookedUp => ({
  shop: row.shop,
  operationId: row.operation_id,
  merchantOperationId: row.merchant_operation_id,
  type: row.type,
  status: row.status,
  expectedAmount: row.expected_amount,
  actualAmount: row.actual_amount,
  currency: row.currency,
  method: row.method,
  number:
    row.number_encrypted === null
      ? null
      : maskNumber(
          keyRing.decrypt(row.number_encrypted, numberPlace(row.shop_id, row.operation_id)),
          row.rail ?? 'account',
        ),
  createdAt: row.created_at,
});

/** Looks in one shop or, for `shopId` null, in all of them, newest first. A number is found under each key of the ring. */
export const lookUpOperations = async (
  needs: LookUpNeeds,
  sought: Sought,
  scope: { readonly shopId: ShopId | null; readonly limit: number },
): Promise<LookedUp[]> => (await findRows(needs, sought, scope)).map((row) => showLookedUp(row, needs.keyRing));

export type ListedFilters = {
  readonly from: Date | null;
  readonly before: Date | null;
  readonly type: OperationType | null;
  /** Those too that no merchant sees; null for all. */
  readonly status: StoredStatus | null;
};

/** The operations of one shop, newest first, behind the one with the id `after`. */
export const listOperationsOfShop = async (
  needs: LookUpNeeds,
  shopId: ShopId,
  filters: ListedFilters,
  page: { readonly after: string | null; readonly limit: number },
): Promise<{ readonly operations: readonly LookedUp[]; readonly next: OperationId | null }> => {
  const { from, before, type, status } = filters;
  const found = await rowsOfShop(needs.database, [shopId, from, before, type, status, page.after, page.limit + 1]);
  const shown = found.slice(0, page.limit).map((row) => showLookedUp(row, needs.keyRing));
  return { operations: shown, next: found.length > page.limit ? (shown.at(-1)?.operationId ?? null) : null };
};
