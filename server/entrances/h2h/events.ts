import { toOperation, type OperationRecord } from '#features/operations';
import type { RenderEvent } from '#features/webhooks';
import { toWireOperation } from './operation.ts';

/** The `data` of an event: the operation as it was. */
export const renderEvent: RenderEvent = (snapshot, unsealed) =>
  toWireOperation(toOperation(snapshot as OperationRecord, unsealed));
