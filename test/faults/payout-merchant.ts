import { randomUUID } from 'node:crypto';
import type { Answer } from './merchant.ts';

export const payoutOf = (amount: string, identifier: string = randomUUID()) => ({
  merchant_operation_id: identifier,
  client_id: 'client',
  method: 'WT_RUB_C2C',
  amount,
  currency: 'RUB',
  number: '2200000000000004',
});
export type PayoutOrder = ReturnType<typeof payoutOf>;

const post = async (url: string, apiKey: string, path: string, body: object): Promise<Answer> => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(body),
  });
  const { request_id: _requestId, ...answer } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body: answer };
};

/** Sends one request and no more. The id of the request is left out of the answer, so that equal answers are equal. */
export const createPayout = (url: string, apiKey: string, order: PayoutOrder): Promise<Answer> =>
  post(url, apiKey, '/v1/payout', order);

export const readByIdentifier = (
  url: string,
  apiKey: string,
  { merchant_operation_id }: PayoutOrder,
): Promise<Answer> => post(url, apiKey, '/v1/get_operation_state', { merchant_operation_id });

export const readBalance = async (url: string, apiKey: string): Promise<unknown> => {
  const response = await fetch(`${url}/v1/balances`, { headers: { 'x-api-key': apiKey } });
  return ((await response.json()) as { balances: unknown }).balances;
};
