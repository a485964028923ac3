import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { createSpeaker } from '#server/entrances/command-line/spoken-fixture';
import { eventually } from '#test/support/eventually';
import { receiptPdf, type ReceiptParts } from '#test/support/receipt-pdf';
import { testKeys } from '#test/support/settings';
import type { Operation, WebhookEvent } from '@turnpike/sdk';
import { waiting } from './expected-times.ts';
import type { Shop } from './merchant-shop.ts';

/** A payment whose route asks for a receipt. */
export const createAwaiting = async (shop: Shop, amount: string): Promise<Operation> => {
  const order = shop.order(amount, 'WT_RUB_PHONE');
  const payment = await shop.turnpike.payments.create(order);
  expect(payment).toMatchObject({
    ...waiting(order),
    status: 'awaiting_confirmation',
    actual_amount: '0.00',
    external_confirmation: { required: true, methods: ['receipt'] },
    number: expect.stringMatching(/^\+7\d{10}$/),
  });
  return payment;
};

/** As the payer's bank issues it; no two are the same file. */
export const receiptOf = (payment: Operation, parts: Partial<ReceiptParts> = {}): Buffer =>
  receiptPdf({ amount: payment.expected_amount, number: payment.number ?? '', nonce: randomUUID(), ...parts });

export const handIn = (shop: Shop, payment: Operation, receipt: Uint8Array | string): Promise<Operation> =>
  shop.turnpike.payments.confirm({ operation_id: payment.operation_id, receipt: Buffer.from(receipt) });

/** The webhooks about a payment in the order of their sequence, once there are that many. */
export const webhooksUpTo = (
  shop: Shop,
  { operation_id: operationId }: Operation,
  sequence: number,
): Promise<WebhookEvent[]> =>
  eventually(async () => {
    const events = new Map((await shop.webhooksAbout(operationId)).map((event) => [event.sequence, event]));
    const sorted = [...events.values()].sort((one, other) => one.sequence - other.sequence);
    return sorted.length >= sequence && sorted;
  }, `${sequence} webhooks`);

/** What a webhook tells, without its identifiers. */
export const gist = ({ type, sequence, data }: WebhookEvent) => ({ type, sequence, data });

export const download = async (url: string) => {
  const response = await fetch(url);
  const content = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, content };
};

/** What an operator types, answered as JSON. */
export const decide = async (
  databaseUrl: string,
  way: string,
  operationId: string,
  ...words: readonly string[]
): Promise<object> => {
  const speak = createSpeaker(databaseUrl);
  const { code, out, err } = await speak(['reviews', way, operationId, ...words, '--yes', '--json'], testKeys);
  expect([code, err]).toEqual([0, expect.any(String)]);
  return JSON.parse(out) as object;
};
