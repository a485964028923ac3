import type { Currency, Decimal } from '#platform/money';
import type { OperationId } from '#platform/ids';
import type { CreateRequest } from './create-body.ts';
import { toOperation, type Destination, type Operation, type OperationRecord } from './operation.ts';

/** What is settled about an operation when it is created. */
type Created = {
  readonly operationId: OperationId;
  readonly order: CreateRequest;
  readonly quote: {
    readonly fxSource: string | null;
    readonly fxRate: Decimal;
    readonly settlementCurrency: Currency;
  };
  readonly figures: { readonly settlement: Decimal; readonly commission: Decimal };
};

/** What the step that created it has written besides. */
type Written = Pick<OperationRecord, 'type' | 'status' | 'created_at' | 'updated_at'> & Partial<OperationRecord>;

/** An operation whose create was just recorded, without reading it back: as the row would show it. */
export const createdOperation = (
  { operationId, order, quote, figures }: Created,
  destination: Destination | null,
  written: Written,
): Operation => {
  const record: OperationRecord = {
    operation_id: operationId,
    merchant_operation_id: order.merchantOperationId,
    method: order.method,
    currency: order.amount.currency,
    expected_amount: order.amount.amount.toFixed(),
    actual_amount: '0',
    fx_source: quote.fxSource,
    fx_rate: quote.fxRate.toFixed(),
    settlement_currency: quote.settlementCurrency,
    settlement_amount: figures.settlement.toFixed(),
    commission_amount: figures.commission.toFixed(),
    is_confirmation_required: false,
    holder_name: destination?.name ?? null,
    bankname: destination?.bankname ?? null,
    bankname_details: destination?.banknameDetails ?? null,
    ...written,
  };
  const annotations = order.annotations === null ? null : JSON.stringify(order.annotations);
  const details = destination === null ? null : JSON.stringify(destination);
  return toOperation(record, { number: destination?.number ?? null, annotations, details });
};
