import { describe, expect, it } from '@jest/globals';
import { answered, problem } from '../test/contract.ts';
import { cutOff, json, reset, silence } from '../test/scripted-server.ts';
import { failureOf, openScripted } from '../test/scripted-turnpike.ts';
import {
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  TimeoutError,
  UnavailableError,
  type CancelPaymentParams,
} from './index.ts';

const order: CancelPaymentParams = { merchant_operation_id: 'order-1', reason: 'Покупатель отменил заказ' };
const cancelled = json(200, answered('cancelOperation', 'cancelled'));

const { server, turnpike } = await openScripted();

const sentBodies = (): unknown[] => server.requests.map(({ body }) => JSON.parse(body) as unknown);

describe('cancelling a payment', () => {
  it('carries its identifier and its reason, and answers the decision', async () => {
    server.script(cancelled);
    await expect(turnpike.payments.cancel(order)).resolves.toEqual(answered('cancelOperation', 'cancelled'));
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/v1/cancel_operation' });
    expect(sentBodies()).toEqual([order]);
  });

  it('takes a payment for its name, and sends nothing else of it', async () => {
    server.script(cancelled);
    const payment = answered('createPayment', 'paid_in_full');
    await turnpike.payments.cancel(payment);
    await turnpike.payments.cancel({ operation_id: payment.operation_id, reason: '' });
    const { operation_id } = payment;
    expect(sentBodies()).toEqual([{ operation_id }, { operation_id, reason: '' }]);
  });

  it('says so when the payment had ended otherwise', async () => {
    server.script(json(200, answered('cancelOperation', 'already_terminal')));
    await expect(turnpike.payments.cancel(order)).resolves.toMatchObject({
      outcome: 'already_terminal',
      operation: { status: 'completed' },
    });
  });

  it.each([
    ['a cancellation in doubt', json(503, problem('cancellation_in_doubt'))],
    ['a broken connection', reset],
    ['an answer that breaks off', cutOff],
  ])('sends the same command again after %s', async (_what, failing) => {
    server.script(failing, cancelled);
    const params = { ...order };
    const call = turnpike.payments.cancel(params);
    params.reason = 'another';
    await expect(call).resolves.toMatchObject({ outcome: 'cancelled' });
    expect(sentBodies()).toEqual([order, order]);
  });

  it('is not known to have happened while the server is in doubt, or silent', async () => {
    server.script(json(503, problem('cancellation_in_doubt')));
    const inDoubt = await failureOf(turnpike.payments.cancel(order, { maxRetries: 0 }));
    expect(inDoubt).toBeInstanceOf(UnavailableError);
    expect(inDoubt).toMatchObject({ code: 'cancellation_in_doubt', status: 503 });
    server.script(silence);
    const silent = await failureOf(turnpike.payments.cancel(order, { timeoutMs: 200 }));
    expect(silent).toBeInstanceOf(TimeoutError);
  });

  it.each([
    ['invalid_request', InvalidRequestError],
    ['operation_not_found', NotFoundError],
    ['receipt_under_review', ConflictError],
    ['not_cancellable', ConflictError],
  ] as const)('takes %s for an answer and does not send it again', async (code, errorClass) => {
    server.script(json(problem(code).status, problem(code)));
    const failure = await failureOf(turnpike.payments.cancel(order));
    expect(failure).toBeInstanceOf(errorClass);
    expect(failure).toMatchObject({ code });
    expect(server.requests).toHaveLength(1);
  });
});
