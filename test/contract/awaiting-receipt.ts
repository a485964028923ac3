import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { components } from './documents.ts';
import { formBody, receiptParts } from '#test/support/form-body';
import { receiptPdf } from '#test/support/receipt-pdf';
import type { TestShop } from '#test/support/shop';
import { call, post, postForm, type Answer } from './call.ts';
import { paymentBody } from './payment-body.ts';

export type AwaitingPayment = components['schemas']['Operation'];

export const confirmPath = '/v1/confirm_payment';

/** A payment whose route asks for a receipt; the review accepts it. */
export const createAwaiting = async (
  url: string,
  { apiKey }: TestShop,
  amount = '1000.54',
): Promise<AwaitingPayment> => {
  const { status, body } = await call(url, post('/v1/payment', paymentBody({ amount })), apiKey);
  expect([status, body]).toEqual([200, expect.objectContaining({ status: 'awaiting_confirmation' })]);
  return body as AwaitingPayment;
};

/** As the payer's bank issues it; no two are the same file. */
export const receiptOf = ({ expected_amount: amount, number }: AwaitingPayment): Uint8Array =>
  receiptPdf({ amount, number: number ?? '', nonce: randomUUID() });

export const confirm = (
  url: string,
  { apiKey }: TestShop,
  operationId: string,
  receipt: string | Uint8Array,
): Promise<Answer> => call(url, postForm(confirmPath, formBody(receiptParts(operationId, receipt))), apiKey);
