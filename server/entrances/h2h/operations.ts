import type { OperationsHandlers } from '#generated/h2h/handlers';
import type { Caller } from '#features/access';
import type { Operation } from '#features/operations';
import { inEnvelope } from './envelope.ts';
import { toWireItem, toWireOperation } from './operation.ts';

type Counted = { readonly operations: readonly Operation[]; readonly total: number };

export type OperationsFeature = {
  readonly readOperation: (caller: Caller, operationId: string) => Promise<Operation>;
  /** Newest first, as what follows. */
  readonly findNamedOperations: (caller: Caller, merchantOperationId: string) => Promise<Counted>;
  readonly pageOperations: (caller: Caller, page: { readonly skip: number; readonly take: number }) => Promise<Counted>;
};

export const h2hOperations = ({ readOperation, findNamedOperations, pageOperations }: OperationsFeature) =>
  ({
    getOperation: async ({ params, requestId }, caller) => {
      const operation = await readOperation(caller, params.id);
      return { status: 200, body: inEnvelope(requestId, toWireOperation(operation), 0) };
    },
    findOperations: async ({ params, requestId }, caller) => {
      const { operations, total } = await findNamedOperations(caller, params.idTransactionMerchant);
      return { status: 200, body: inEnvelope(requestId, operations.map(toWireOperation), total) };
    },
    listOperations: async ({ body, requestId }, caller) => {
      const { operations, total } = await pageOperations(caller, body);
      return { status: 200, body: inEnvelope(requestId, operations.map(toWireItem), total) };
    },
  }) satisfies OperationsHandlers<Caller>;
