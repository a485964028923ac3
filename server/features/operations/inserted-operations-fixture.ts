import type { Api } from '#platform/apis';
import type { Database } from '#platform/database';
import { newId, type OperationId } from '#platform/ids';
import type { OperationType, StoredStatus } from './operation-states.ts';

export type Inserted = {
  readonly operationId?: OperationId;
  readonly merchantOperationId?: string;
  readonly api?: Api;
  readonly type?: OperationType;
  readonly status?: StoredStatus;
  readonly createdAt?: Date;
};

/** An operation as a row alone, in any status and from any time: enough for what only reads operations. */
const rowOf = (shopId: string, wishes: Inserted) => {
  const {
    operationId = newId<OperationId>(),
    api = 'v1',
    type = 'payment',
    status = 'pending',
    createdAt = new Date(),
  } = wishes;
  return {
    shop_id: shopId,
    operation_id: operationId,
    api,
    merchant_operation_id: wishes.merchantOperationId ?? operationId,
    type,
    status,
    method: 'WT_RUB_C2C',
    currency: 'RUB',
    expected_amount: '100.00',
    client_id: 'client',
    body_digest: Buffer.alloc(40),
    fx_rate: '1',
    settlement_currency: 'RUB',
    tariff_percent: '3',
    tariff_fixed: '0',
    tariff_minimum: '0',
    settlement_amount: '97.00',
    commission_amount: '3.00',
    recorded_amount: status === 'completed' ? '100.00' : null,
    actual_amount: status === 'completed' ? '100.00' : '0.00',
    cancel_reason: status === 'cancelled' ? 'expired' : null,
    manual_check_reason: status === 'manual_check' ? 'not_terminal' : null,
    receipt_file_id: status === 'manual_check' ? newId() : null,
    leased_until: status === 'creating' ? new Date(Date.now() + 60_000) : null,
    created_at: createdAt,
    updated_at: createdAt,
  };
};

/** Answers their ids, in the order in which they were asked for. */
export const insertOperations = async (
  database: Database,
  shopId: string,
  wished: readonly Inserted[],
): Promise<OperationId[]> => {
  const rows = wished.map((wishes) => rowOf(shopId, wishes));
  await database.batchInsert('operations', rows, 500);
  return rows.map((row) => row.operation_id);
};
