import { describe, expect, it } from '@jest/globals';
import { answered, problem, requested } from '../test/contract.ts';
import { cutOff, json, reset, silence } from '../test/scripted-server.ts';
import { failureOf, openScripted } from '../test/scripted-turnpike.ts';
import { ConflictError, InvalidRequestError, NoTariffError, ProviderDeclinedError, TimeoutError } from './index.ts';

const order = requested('createPayout', 'paid_in_full');
const created = json(200, answered('createPayout', 'paid_in_full'));

const { server, turnpike } = await openScripted();

describe('creating a payout', () => {
  it('carries exactly the fields it was given, and answers the operation', async () => {
    server.script(created);
    await expect(turnpike.payouts.create(order)).resolves.toEqual(answered('createPayout', 'paid_in_full'));
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/payout' });
    expect(JSON.parse(request?.body ?? '')).toEqual(order);
  });

  it.each([
    ['a 503', json(503, problem('create_in_progress'))],
    ['a broken connection', reset],
    ['an answer that breaks off', cutOff],
  ])('sends the same identifier and body again after %s', async (_what, failing) => {
    server.script(failing, created);
    const params = { ...order };
    const call = turnpike.payouts.create(params);
    params.merchant_operation_id = 'another';
    params.amount = '9999.00';
    await expect(call).resolves.toMatchObject({ status: 'pending' });
    expect(server.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([order, order]);
  });

  it('answers the same payout when it is called again after a timeout', async () => {
    server.script(silence, json(200, answered('getOperationState', 'payout_paid_in_full')));
    expect(await failureOf(turnpike.payouts.create(order, { timeoutMs: 200 }))).toBeInstanceOf(TimeoutError);
    await expect(turnpike.payouts.create(order)).resolves.toMatchObject({ status: 'completed' });
    expect(server.requests[1]?.body).toBe(server.requests[0]?.body);
  });

  it.each([
    ['invalid_request', InvalidRequestError],
    ['identifier_reused', ConflictError],
    ['insufficient_balance', ConflictError],
    ['no_suitable_tariff', NoTariffError],
    ['no_provider_accepted', ProviderDeclinedError],
  ] as const)('takes %s for an answer and does not send it again', async (code, errorClass) => {
    server.script(json(problem(code).status, problem(code)));
    const failure = await failureOf(turnpike.payouts.create(order));
    expect(failure).toBeInstanceOf(errorClass);
    expect(failure).toMatchObject({ code });
    expect(server.requests).toHaveLength(1);
  });

  it('is followed to its end, which may be less than was asked for', async () => {
    const partial = answered('getOperationState', 'payout_one_leg_fails');
    server.script(json(200, answered('createPayout', 'one_leg_fails')), json(200, partial));
    const payout = await turnpike.payouts.create(requested('createPayout', 'one_leg_fails'));
    const ended = await turnpike.operations.waitFor(payout);
    expect(ended).toEqual(partial);
    expect(ended.status).toBe('completed');
    expect(ended.actual_amount).not.toBe(ended.expected_amount);
    expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual({ merchant_operation_id: payout.merchant_operation_id });
  });
});
