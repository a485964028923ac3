import { randomUUID } from 'node:crypto';
import { formBody, receiptParts } from '#test/support/form-body';
import { get, post, postForm, type Sent } from './call.ts';
import { routeOf, type BuiltOperation } from './built-operations.ts';
import { paymentBody } from './payment-body.ts';
import { payoutBody } from './payout-body.ts';

/**
 * One well-formed request of each operation that needs more than its path. What it asks for need not exist: it is for tests of what comes before
 * the operation itself.
 */
export const sampleRequests = {
  createPayment: () => post('/v1/payment', paymentBody()),
  createPaymentLink: () => post('/v1/payment/link', paymentBody()),
  createPayout: () => post('/v1/payout', payoutBody()),
  getOperationState: () => post('/v1/get_operation_state', { merchant_operation_id: 'order-nobody-made' }),
  // By an identifier, because it would write something then: what must not be carried out leaves a trace if it is.
  cancelOperation: () => post('/v1/cancel_operation', { merchant_operation_id: `order-${randomUUID()}` }),
  confirmPayment: () => postForm('/v1/confirm_payment', formBody(receiptParts(randomUUID(), 'a receipt'))),
} as const satisfies Partial<Record<BuiltOperation, () => Sent>>;

const written: Partial<Record<BuiltOperation, () => Sent>> = sampleRequests;

export const sampleOf = (operationId: BuiltOperation): Sent => {
  const { method, path } = routeOf(operationId);
  const sent = written[operationId]?.() ?? (method === 'get' ? get(path) : undefined);
  if (sent === undefined) throw new Error(`${operationId} has no sample.`);
  if (sent.path !== path || sent.method.toLowerCase() !== method) throw new Error(`${operationId} is elsewhere.`);
  return sent;
};
