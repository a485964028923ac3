import { describe, expect, it } from '@jest/globals';
import { answered, problem, requested } from '../test/contract.ts';
import { json, reset } from '../test/scripted-server.ts';
import { openScripted } from '../test/scripted-turnpike.ts';
import { ConflictError, InvalidRequestError, NoTariffError, ProviderDeclinedError } from './index.ts';

const order = requested('createPayment', 'receipt_accepted');
const created = json(200, answered('createPaymentLink', 'receipt_accepted'));

const { server, turnpike } = await openScripted();

describe('creating a payment with a page', () => {
  it('carries exactly the fields it was given, and answers where the page is', async () => {
    server.script(created);
    const payment = await turnpike.payments.createLink(order);
    expect(payment).toEqual(answered('createPaymentLink', 'receipt_accepted'));
    expect(payment.payment_url).toMatch(new RegExp(`/${payment.operation_id}$`));
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/v1/payment/link' });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(order);
  });

  it.each([
    ['a 503', json(503, problem('create_in_progress'))],
    ['a broken connection', reset],
  ])('sends the same identifier and body again after %s', async (_what, failing) => {
    server.script(failing, created);
    const params = { ...order };
    const call = turnpike.payments.createLink(params);
    params.merchant_operation_id = 'another';
    await expect(call).resolves.toHaveProperty('payment_url');
    expect(server.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([order, order]);
  });

  it.each([
    ['invalid_request', InvalidRequestError],
    ['identifier_reused', ConflictError],
    ['no_suitable_tariff', NoTariffError],
    ['no_provider_accepted', ProviderDeclinedError],
  ] as const)('takes %s for an answer and does not send it again', async (code, errorClass) => {
    server.script(json(problem(code).status, problem(code)));
    await expect(turnpike.payments.createLink(order)).rejects.toBeInstanceOf(errorClass);
    expect(server.requests).toHaveLength(1);
  });
});
