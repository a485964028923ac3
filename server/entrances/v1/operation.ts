import type { components } from '#generated/v1/types';
import { formatAmount, formatRate } from '#platform/money';
import type { Operation } from '#features/operations';

type WireOperation = components['schemas']['Operation'];

const destinationOf = ({ destination }: Operation): Partial<WireOperation> =>
  destination === null
    ? {}
    : {
        number: destination.number,
        ...(destination.name !== null && { name: destination.name }),
        ...(destination.bankname !== null && { bankname: destination.bankname }),
        ...(destination.banknameDetails !== null && { bankname_details: destination.banknameDetails }),
      };

const conversionOf = (operation: Operation): Partial<WireOperation> =>
  operation.fxSource === null
    ? {}
    : {
        fx_source: operation.fxSource,
        fx_rate: formatRate(operation.fxRate, operation.currency, operation.settlementCurrency),
      };

const recordedOf = ({ recordedAmount, settlementCurrency }: Operation): Partial<WireOperation> =>
  recordedAmount === null
    ? {}
    : {
        recorded_currency: settlementCurrency,
        recorded_amount: formatAmount(recordedAmount, settlementCurrency),
      };

const annotationsOf = ({ annotations }: Operation): Partial<WireOperation> => ({
  ...(annotations?.returnUrl && { return_url: annotations.returnUrl }),
  ...(annotations?.description && { description: annotations.description }),
  ...(annotations?.metadata && { metadata: annotations.metadata }),
});

const adjustmentsOf = ({ adjustments, currency, settlementCurrency }: Operation) =>
  adjustments.map((adjustment) => ({
    adjustment_id: adjustment.adjustmentId,
    kind: adjustment.kind,
    amount: formatAmount(adjustment.amount, currency),
    settlement_amount: formatAmount(adjustment.settlementAmount, settlementCurrency),
    commission_amount: formatAmount(adjustment.commissionAmount, settlementCurrency),
    created_at: adjustment.createdAt.toISOString(),
  }));

/** The operation object of v1. */
export const toWireOperation = (operation: Operation): WireOperation => ({
  operation_id: operation.operationId,
  merchant_operation_id: operation.merchantOperationId,
  type: operation.type,
  status: operation.status,
  created_at: operation.createdAt.toISOString(),
  updated_at: operation.updatedAt.toISOString(),
  ...(operation.expiresAt !== null && { expires_at: operation.expiresAt.toISOString() }),
  ...(operation.terminalAt !== null && { terminal_at: operation.terminalAt.toISOString() }),
  method: operation.method,
  expected_amount: formatAmount(operation.expectedAmount, operation.currency),
  actual_amount: formatAmount(operation.actualAmount, operation.currency),
  currency: operation.currency,
  ...conversionOf(operation),
  ...recordedOf(operation),
  settlement_amount: formatAmount(operation.settlementAmount, operation.settlementCurrency),
  settlement_currency: operation.settlementCurrency,
  commission_amount: formatAmount(operation.commissionAmount, operation.settlementCurrency),
  external_confirmation: {
    required: operation.isConfirmationRequired,
    methods: operation.isConfirmationRequired ? ['receipt'] : [],
  },
  ...destinationOf(operation),
  ...(operation.manualCheckReason !== null && { manual_check_reason: operation.manualCheckReason }),
  ...(operation.cancelReason !== null && { cancel_reason: operation.cancelReason }),
  ...annotationsOf(operation),
  ...(operation.adjustments.length > 0 && { adjustments: adjustmentsOf(operation) }),
});
