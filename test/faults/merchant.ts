import { randomUUID } from 'node:crypto';
import { eventually } from '#test/support/eventually';

export type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

export const orderOf = (amount: string, identifier: string = randomUUID()) => ({
  merchant_operation_id: identifier,
  client_id: 'client',
  method: 'WT_RUB_C2C',
  amount,
  currency: 'RUB',
});
export type Order = ReturnType<typeof orderOf>;

/**
 * A merchant that sends one request and no more: what the SDK would repeat must be seen here. The id of the request is
 * left out of the answer, so that equal answers are equal.
 */
export const createPayment = async (url: string, apiKey: string, order: Order): Promise<Answer> => {
  const response = await fetch(`${url}/v1/payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(order),
  });
  const { request_id: _requestId, ...body } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body };
};

/** Repeats the create as long as the server says that its outcome is not known yet. */
export const createUntilAnswered = (url: string, apiKey: string, order: Order): Promise<Answer> =>
  eventually(async () => {
    const answer = await createPayment(url, apiKey, order);
    return answer.status === 503 ? null : answer;
  }, 'an answer to the repeated create');
