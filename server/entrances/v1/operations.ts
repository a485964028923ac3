import type { OperationsHandlers } from '#generated/v1/handlers';
import type { Caller } from '#features/access';
import type { Lookup, OperationState, Receipt } from '#features/operations';
import { toWireOperation } from './operation.ts';

export type OperationsFeature = {
  readonly getOperationState: (caller: Caller, lookup: Lookup) => Promise<OperationState>;
};

const toWireReceipt = (receipt: Receipt) => ({
  id: receipt.receiptId,
  // The contract wants a number here; two decimals below a billion are exact in it.
  amount: Number(receipt.amount.toFixed(2)),
  completed_at: receipt.completedAt.toISOString(),
  receipt_url: null,
});

export const v1Operations = ({ getOperationState }: OperationsFeature) =>
  ({
    getOperationState: async ({ body }, caller) => {
      const lookup: Lookup =
        body.operation_id === undefined
          ? { merchantOperationId: body.merchant_operation_id ?? '' }
          : { operationId: body.operation_id };
      const { operation, evidence, receipts } = await getOperationState(caller, lookup);
      return {
        status: 200,
        body: {
          ...toWireOperation(operation),
          receipt_evidence_status: evidence,
          receipts: receipts.map(toWireReceipt),
        },
      };
    },
  }) satisfies Pick<OperationsHandlers<Caller>, 'getOperationState'>;
