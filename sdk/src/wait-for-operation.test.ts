import { describe, expect, it } from '@jest/globals';
import { answered, problem } from '../test/contract.ts';
import { json, reset, silence } from '../test/scripted-server.ts';
import { failureOf, openScripted } from '../test/scripted-turnpike.ts';
import { AuthenticationError, NotFoundError, TimeoutError, UnavailableError, WaitTimeoutError } from './index.ts';

const pending = json(200, answered('getOperationState', 'payment_pending'));
const awaiting = json(200, answered('getOperationState', 'payment_awaiting_confirmation'));
const completed = json(200, answered('getOperationState', 'payment_paid_in_part'));
const cancelled = json(200, answered('getOperationState', 'payment_never_paid'));

const operation = answered('createPayment', 'paid_in_full');
const fast = { pollMs: 10, maxPollMs: 20 };

const { server, turnpike } = await openScripted();
const { operations } = turnpike;

describe('waiting for an operation', () => {
  it('polls until it is completed, and returns what was really paid', async () => {
    server.script(pending, awaiting, completed);
    const state = await operations.waitFor(operation, fast);
    expect(state).toEqual(answered('getOperationState', 'payment_paid_in_part'));
    expect(state.actual_amount).not.toBe(state.expected_amount);
    expect(server.requests).toHaveLength(3);
    const { merchant_operation_id } = operation;
    expect(JSON.parse(server.requests[2]?.body ?? '')).toEqual({ merchant_operation_id });
  });

  it.each([
    ['its id', operation.operation_id],
    ['an object with its id', { operation_id: operation.operation_id }],
  ])('named by %s, is over once only its receipts cannot be had', async (_how, reference) => {
    const state = answered('getOperationState', 'payment_evidence_delayed');
    const { operation_id, merchant_operation_id } = state;
    const unavailable = problem('evidence_unavailable', {
      operation_id,
      merchant_operation_id,
      operation_status: 'completed',
    });
    server.script(pending, json(503, unavailable, { 'retry-after': '60' }), json(200, state));
    await expect(operations.waitFor(reference, fast)).resolves.toEqual(state);
    expect(server.requests.map(({ body }) => JSON.parse(body))).toEqual([
      { operation_id: operation.operation_id },
      { operation_id: operation.operation_id },
      { merchant_operation_id },
    ]);
  });

  it('returns a cancelled operation as well', async () => {
    server.script(pending, cancelled);
    await expect(operations.waitFor(operation, fast)).resolves.toMatchObject({ cancel_reason: 'expired' });
  });

  it('returns at a status that was named, one or several', async () => {
    server.script(pending, awaiting);
    const one = await operations.waitFor(operation, { ...fast, until: 'awaiting_confirmation' });
    expect(one.status).toBe('awaiting_confirmation');
    server.script(pending, awaiting);
    const several = await operations.waitFor(operation, {
      ...fast,
      until: ['manual_check', 'awaiting_confirmation'],
    });
    expect(several.status).toBe('awaiting_confirmation');
  });

  it('ends at a terminal status even when another was named, since nothing follows it', async () => {
    server.script(cancelled);
    await expect(operations.waitFor(operation, { ...fast, until: 'manual_check' })).resolves.toMatchObject({
      status: 'cancelled',
    });
  });

  it('polls over failures that may pass', async () => {
    const unavailable = json(503, problem('evidence_unavailable'));
    const limited = json(429, problem('too_many_requests'), { 'retry-after': '0' });
    server.script(unavailable, reset, limited, completed);
    await expect(operations.waitFor(operation, fast)).resolves.toMatchObject({ status: 'completed' });
    expect(server.requests).toHaveLength(4);
  });

  it('ends with any other failure', async () => {
    server.script(pending, json(404, problem('operation_not_found')));
    expect(await failureOf(operations.waitFor(operation, fast))).toBeInstanceOf(NotFoundError);
    server.script(json(401, problem('api_key_invalid')));
    expect(await failureOf(operations.waitFor(operation, fast))).toBeInstanceOf(AuthenticationError);
  });

  it('gives up when its time is over, and says how far the operation was', async () => {
    server.script(pending);
    const failure = await failureOf(operations.waitFor(operation, { ...fast, timeoutMs: 200 }));
    expect(failure).toBeInstanceOf(WaitTimeoutError);
    expect(failure).toBeInstanceOf(TimeoutError);
    expect(failure).toMatchObject({
      message: 'After 200 ms the operation is still pending.',
      operation: { status: 'pending' },
    });
  });

  it('gives up in the middle of a read', async () => {
    server.script(silence);
    const failure = await failureOf(operations.waitFor(operation, { ...fast, timeoutMs: 200 }));
    expect(failure).toBeInstanceOf(WaitTimeoutError);
    expect(failure).toMatchObject({ operation: undefined });
  });

  it('says why nothing could be read', async () => {
    server.script(json(503, problem('temporarily_unavailable')));
    const failure = await failureOf(operations.waitFor(operation, { ...fast, timeoutMs: 200 }));
    expect(failure).toBeInstanceOf(WaitTimeoutError);
    expect((failure as WaitTimeoutError).cause).toBeInstanceOf(UnavailableError);
  });

  it('lengthens its pauses up to the longest', async () => {
    server.script(pending);
    await failureOf(operations.waitFor(operation, { pollMs: 40, maxPollMs: 160, timeoutMs: 1_000 }));
    // 40 + 60 + 90 + 135 + 160 + 160 + 160 …, each up to a fifth shorter: neither 25 reads nor two.
    expect(server.requests.length).toBeGreaterThanOrEqual(4);
    expect(server.requests.length).toBeLessThanOrEqual(12);
  });

  it('stops at once when its signal is aborted', async () => {
    const controller = new AbortController();
    server.script((response, request) => {
      pending(response, request);
      setTimeout(() => controller.abort(), 50);
    });
    const call = operations.waitFor(operation, {
      pollMs: 60_000,
      maxPollMs: 60_000,
      signal: controller.signal,
    });
    expect(await failureOf(call)).toMatchObject({ name: 'AbortError' });
    expect(server.requests).toHaveLength(1);
  });
});
