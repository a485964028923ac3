import { ConfigurationError } from './errors.ts';
import type { OperationReference } from './operation.ts';

export type Identifier = { operation_id: string } | { merchant_operation_id: string };

/** Nothing but the identifier is sent, also when the reference is a whole operation. */
export const identifierOf = (reference: OperationReference): Identifier => {
  if (typeof reference === 'string') return { operation_id: reference };
  const { operation_id, merchant_operation_id } = reference ?? {};
  // A whole operation has both; two identifiers alone may name two operations.
  if (operation_id !== undefined && 'type' in reference) return { operation_id };
  if (operation_id !== undefined && merchant_operation_id === undefined) return { operation_id };
  if (merchant_operation_id !== undefined && operation_id === undefined) return { merchant_operation_id };
  throw new ConfigurationError('Name the operation by exactly one of operation_id and merchant_operation_id.');
};
