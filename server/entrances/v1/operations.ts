import type { OperationsHandlers } from '#generated/v1/handlers';
import type { Caller } from '#features/access';
import type { LinkedReceipt, Lookup, OperationState } from '#features/operations';
import type { Cancellation, CancelRequest } from '#features/payments';
import { toWireOperation } from './operation.ts';

export type OperationsFeature = {
  readonly getOperationState: (caller: Caller, lookup: Lookup) => Promise<OperationState>;
  readonly cancelOperation: (caller: Caller, request: CancelRequest) => Promise<Cancellation>;
};

type Identified = { readonly operation_id?: string; readonly merchant_operation_id?: string };

/** The document lets exactly one of the two through. */
const lookupOf = ({ operation_id: operationId, merchant_operation_id: merchantOperationId }: Identified): Lookup =>
  operationId === undefined ? { merchantOperationId: merchantOperationId ?? '' } : { operationId };

const toWireReceipt = (receipt: LinkedReceipt) => ({
  id: receipt.receiptId,
  // The contract wants a number here; two decimals below a billion are exact in it.
  amount: Number(receipt.amount.toFixed(2)),
  completed_at: receipt.completedAt.toISOString(),
  receipt_url: receipt.url,
});

const toWireCancelled = (payment: Omit<Cancellation, 'outcome'>) => ({
  operation_id: payment.operationId,
  merchant_operation_id: payment.merchantOperationId,
  type: 'payment' as const,
  status: payment.status,
  created_at: payment.createdAt.toISOString(),
  terminal_at: payment.terminalAt.toISOString(),
});

export const v1Operations = ({ getOperationState, cancelOperation }: OperationsFeature) =>
  ({
    getOperationState: async ({ body }, caller) => {
      const { operation, evidence, receipts } = await getOperationState(caller, lookupOf(body));
      return {
        status: 200,
        body: {
          ...toWireOperation(operation),
          receipt_evidence_status: evidence,
          receipts: receipts.map(toWireReceipt),
        },
      };
    },
    cancelOperation: async ({ body }, caller) => {
      const request = { lookup: lookupOf(body), reason: body.reason ?? null };
      const { outcome, ...payment } = await cancelOperation(caller, request);
      return { status: 200, body: { outcome, operation: toWireCancelled(payment) } };
    },
  }) satisfies Pick<OperationsHandlers<Caller>, 'getOperationState' | 'cancelOperation'>;
