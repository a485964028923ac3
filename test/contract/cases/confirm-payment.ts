import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '#test/support/eventually';
import { formBody, receiptParts, type FormPart } from '#test/support/form-body';
import { confirm, confirmPath, createAwaiting, receiptOf } from '../awaiting-receipt.ts';
import { call, post, postForm, postText, problemOf, type Answer } from '../call.ts';
import type { ContractCase } from '../contract-case.ts';
import { paymentBody } from '../payment-body.ts';
import { payoutBody } from '../payout-body.ts';
import type { Harness } from '../harness.ts';

const operationId = 'confirmPayment';

const sendParts = ({ url, shop }: Harness, parts: readonly FormPart[]): Promise<Answer> =>
  call(url, postForm(confirmPath, formBody(parts)), shop.apiKey);

const stateOf = async ({ url, shop }: Harness, operation: { readonly operation_id: string }) => {
  const lookup = { operation_id: operation.operation_id };
  return (await call(url, post('/v1/get_operation_state', lookup), shop.apiKey)).body as { status: string };
};

const accepted: readonly ContractCase[] = [
  {
    when: 'the receipt is a readable PDF',
    ask: async (harness: Harness) => {
      const payment = await createAwaiting(harness.url, harness.shop, '1000.55');
      const answer = await confirm(harness.url, harness.shop, payment.operation_id, receiptOf(payment));
      // Its lifetime does not count while the receipt is under review.
      const { expires_at: _expiresAt, ...waiting } = payment;
      expect(answer.body).toEqual({ ...waiting, updated_at: expect.any(String) });
      return answer;
    },
  },
  {
    when: 'the same file is sent again while it is under review',
    ask: async (harness: Harness) => {
      const payment = await createAwaiting(harness.url, harness.shop);
      const receipt = receiptOf(payment);
      await confirm(harness.url, harness.shop, payment.operation_id, receipt);
      return confirm(harness.url, harness.shop, payment.operation_id, receipt);
    },
  },
  {
    when: 'the same file is sent again after it completed the payment',
    ask: async (harness: Harness) => {
      const payment = await createAwaiting(harness.url, harness.shop);
      const receipt = receiptOf(payment);
      await confirm(harness.url, harness.shop, payment.operation_id, receipt);
      await eventually(
        async () => (await stateOf(harness, payment)).status === 'completed',
        'the receipt to be accepted',
      );
      return confirm(harness.url, harness.shop, payment.operation_id, receipt);
    },
    check: ({ body }: Answer) => expect(body).toMatchObject({ status: 'completed', actual_amount: '1000.54' }),
  },
  {
    when: 'the parts come in another order, among others',
    ask: async (harness: Harness) => {
      const payment = await createAwaiting(harness.url, harness.shop);
      const parts = receiptParts(payment.operation_id, receiptOf(payment)).reverse();
      const note = { name: 'note', content: 'что-то ещё' };
      const photo = { name: 'photo', content: '\u0000', fileName: 'a.jpg', contentType: 'image/jpeg' };
      return sendParts(harness, [note, ...parts, photo, note]);
    },
  },
  {
    when: 'the receipt is no PDF',
    ask: async (harness: Harness) => {
      const payment = await createAwaiting(harness.url, harness.shop);
      return confirm(harness.url, harness.shop, payment.operation_id, `a photo of the screen ${randomUUID()}`);
    },
    check: ({ body }: Answer) =>
      expect(body).toMatchObject({ status: 'manual_check', manual_check_reason: 'not_terminal' }),
  },
  {
    when: 'the receipt was used for a payment of another shop',
    ask: async (harness: Harness) => {
      const theirs = await createAwaiting(harness.url, harness.otherShop);
      const receipt = receiptOf(theirs);
      await confirm(harness.url, harness.otherShop, theirs.operation_id, receipt);
      const payment = await createAwaiting(harness.url, harness.shop);
      return confirm(harness.url, harness.shop, payment.operation_id, receipt);
    },
    check: ({ body }: Answer) =>
      expect(body).toMatchObject({ status: 'manual_check', manual_check_reason: 'potential_fake' }),
  },
].map((one) => ({ operationId, status: 200, code: null, ...one }));

const wellFormed = (): FormPart[] => receiptParts(randomUUID(), 'a receipt');
const without = (name: string): FormPart[] => wellFormed().filter((part) => part.name !== name);
const withOther = (name: string, content: string): FormPart[] => [...without(name), { name, content }];

const invalid: readonly ContractCase[] = [
  { when: 'operation_id is missing', parts: without('operation_id'), at: '/body/operation_id', code: 'required' },
  {
    when: 'confirmation_type is missing',
    parts: without('confirmation_type'),
    at: '/body/confirmation_type',
    code: 'required',
  },
  { when: 'receipt is missing', parts: without('receipt'), at: '/body/receipt', code: 'required' },
  {
    when: 'operation_id is not a UUID',
    parts: withOther('operation_id', 'order-1'),
    at: '/body/operation_id',
    code: 'pattern',
  },
  {
    when: 'confirmation_type is not known',
    parts: withOther('confirmation_type', 'photo'),
    at: '/body/confirmation_type',
    code: 'enum',
  },
  { when: 'receipt is not a file', parts: withOther('receipt', '%PDF-1.7'), at: '/body/receipt', code: 'type' },
].map(({ when, parts, at, code }) => ({
  operationId,
  status: 400,
  code: 'invalid_request',
  when,
  ask: (harness) => sendParts(harness, parts),
  check: (answer) => expect(problemOf(answer).errors).toContainEqual(expect.objectContaining({ path: at, code })),
}));

const absent: readonly ContractCase[] = [
  { when: 'there is no such operation', ask: (harness: Harness) => sendParts(harness, wellFormed()) },
  {
    when: 'the payment is another shop’s',
    ask: async (harness: Harness) => {
      const theirs = await createAwaiting(harness.url, harness.otherShop);
      return confirm(harness.url, harness.shop, theirs.operation_id, receiptOf(theirs));
    },
  },
].map((one) => ({ operationId, status: 404, code: 'operation_not_found', ...one }));

const idOf = ({ body }: Answer): string => (body as { operation_id: string }).operation_id;

const wrongState: readonly ContractCase[] = [
  {
    when: 'the payment needs no receipt',
    ask: async (harness: Harness) => {
      const created = await call(harness.url, post('/v1/payment', paymentBody()), harness.shop.apiKey);
      return confirm(harness.url, harness.shop, idOf(created), 'a receipt');
    },
  },
  {
    when: 'the payment has ended',
    ask: async (harness: Harness) => {
      const payment = await createAwaiting(harness.url, harness.shop);
      const lookup = { operation_id: payment.operation_id };
      await call(harness.url, post('/v1/cancel_operation', lookup), harness.shop.apiKey);
      return confirm(harness.url, harness.shop, payment.operation_id, receiptOf(payment));
    },
  },
  {
    when: 'it is a payout',
    ask: async (harness: Harness) => {
      const created = await call(harness.url, post('/v1/payout', payoutBody()), harness.shop.apiKey);
      return confirm(harness.url, harness.shop, idOf(created), 'a receipt');
    },
  },
  {
    when: 'another file is in the hands of a person',
    ask: async (harness: Harness) => {
      const payment = await createAwaiting(harness.url, harness.shop);
      await confirm(harness.url, harness.shop, payment.operation_id, `no PDF ${randomUUID()}`);
      return confirm(harness.url, harness.shop, payment.operation_id, receiptOf(payment));
    },
  },
].map((one) => ({ operationId, status: 412, code: 'wrong_state', ...one }));

export const confirmPaymentCases: readonly ContractCase[] = [
  ...accepted,
  ...invalid,
  {
    operationId,
    status: 400,
    code: 'invalid_request',
    when: 'the body is no form',
    ask: ({ url, shop }) => {
      const { headers } = postForm(confirmPath, formBody([]));
      return call(url, { ...postText(confirmPath, '{"operation_id": 1}'), headers: headers! }, shop.apiKey);
    },
    check: (answer) => expect(problemOf(answer).errors?.[0]).toMatchObject({ path: '/body', code: 'malformed_body' }),
  },
  ...absent,
  ...wrongState,
  {
    operationId,
    status: 413,
    code: 'payload_too_large',
    when: 'the file has a byte more than 10 MiB',
    ask: (harness) => sendParts(harness, receiptParts(randomUUID(), new Uint8Array(10_485_761))),
  },
];
