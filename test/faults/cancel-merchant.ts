import { expect } from '@jest/globals';
import type { Answer } from './merchant.ts';

export type Named = { readonly operation_id: string } | { readonly merchant_operation_id: string };

const post =
  (path: string) =>
  async (url: string, apiKey: string, body: object): Promise<Answer> => {
    const response = await fetch(`${url}/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(body),
    });
    const { request_id: _requestId, ...answer } = (await response.json()) as Record<string, unknown>;
    return { status: response.status, body: answer };
  };

/** Once each, and nothing is repeated. The id of the request is left out, so that equal answers are equal. */
export const cancelOperation: (url: string, apiKey: string, named: Named) => Promise<Answer> = post('cancel_operation');
export const readOperation: (url: string, apiKey: string, named: Named) => Promise<Answer> =
  post('get_operation_state');
export const createPayout = post('payout');

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The decision that a payment is cancelled. */
export const decidedOn = (operationId: unknown): Answer => ({
  status: 200,
  body: {
    outcome: 'cancelled',
    operation: {
      operation_id: operationId,
      merchant_operation_id: expect.any(String),
      type: 'payment',
      status: 'cancelled',
      created_at: time,
      terminal_at: time,
    },
  },
});

/** What belongs to a destination and must not be in an answer. */
export const detailsIn = ({ body }: Answer): string[] =>
  ['number', 'name', 'bankname', 'bankname_details'].filter((field) => body[field] !== undefined);
