import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NotFoundError, ProviderDeclinedError, Turnpike } from '../sdk/src/index.ts';
import { documentedAnswer } from './documented-fixture.ts';
import { startMock, type Mock } from './start-mock.ts';

let mock: Mock;
let turnpike: Turnpike;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
  turnpike = new Turnpike({ apiKey: 'tp_test_any', baseUrl: mock.url });
});
afterAll(() => mock.stop());

const order = (merchantOperationId: string, amount: string) => ({
  merchant_operation_id: merchantOperationId,
  client_id: 'user-1',
  method: 'WT_RUB_C2C',
  amount,
  currency: 'RUB',
});

test('the SDK creates a payment and reads its end by either identifier', async () => {
  const created = await turnpike.payments.create(order('sdk-1', '500.00'));
  expect(created).toEqual(documentedAnswer('/v1/payment', 200, 'paid_in_full'));
  const later = documentedAnswer('/v1/get_operation_state', 200, 'payment_paid_in_full');
  expect(await turnpike.operations.retrieve({ merchant_operation_id: 'sdk-1' })).toEqual(later);
  expect(await turnpike.operations.retrieve({ operation_id: created.operation_id })).toEqual(later);
});

test('the SDK creates a payment with a page, hands in its receipt and reads how the review ended', async () => {
  const created = await turnpike.payments.createLink(order('sdk-receipt', '500.54'));
  expect(created).toEqual(documentedAnswer('/v1/payment/link', 200, 'receipt_accepted'));
  const receipt = Buffer.from('%PDF-1.7 a receipt');
  const taken = await turnpike.payments.confirm({ operation_id: created.operation_id, receipt });
  expect(taken).toEqual(documentedAnswer('/v1/confirm_payment', 200, 'receipt_accepted'));
  const later = documentedAnswer('/v1/get_operation_state', 200, 'payment_receipt_accepted');
  expect(await turnpike.operations.waitFor(taken)).toEqual(later);
});

test('the SDK creates a payout and reads its end, which may be less than was asked for', async () => {
  const created = await turnpike.payouts.create({ ...order('sdk-payout', '3000.57'), number: '2200000000000004' });
  expect(created).toEqual(documentedAnswer('/v1/payout', 200, 'one_leg_fails'));
  const later = documentedAnswer('/v1/get_operation_state', 200, 'payout_one_leg_fails');
  expect(await turnpike.operations.waitFor(created)).toEqual(later);
});

test('the SDK cancels a payment, also before its create', async () => {
  const decision = await turnpike.payments.cancel({ merchant_operation_id: 'sdk-cancelled', reason: 'closed' });
  expect(decision).toEqual(documentedAnswer('/v1/cancel_operation', 200, 'cancelled_before_create'));
  const created = await turnpike.payments.create(order('sdk-cancelled', '500.00'));
  expect(created).toEqual(documentedAnswer('/v1/payment', 200, 'cancelled_before_create'));
  const paid = await turnpike.payments.create(order('sdk-paid', '500.00'));
  expect(await turnpike.payments.cancel(paid)).toEqual(
    documentedAnswer('/v1/cancel_operation', 200, 'already_terminal'),
  );
});

test('the SDK goes through operations page by page, and lists methods', async () => {
  const pages = ['first_page', 'last_page'].map(
    (name) => documentedAnswer('/v1/operations', 200, name) as { items: unknown[] },
  );
  const seen: unknown[] = [];
  for await (const operation of turnpike.operations.list({ status: ['completed', 'cancelled'] })) seen.push(operation);
  expect(seen).toEqual(pages.flatMap(({ items }) => items));
  const documented = documentedAnswer('/v1/methods', 200, 'cards_and_phones') as { methods: unknown };
  expect(await turnpike.methods.list()).toEqual(documented.methods);
});

test('the SDK lists balances', async () => {
  const documented = documentedAnswer('/v1/balances', 200, 'settled_in_rub') as { balances: unknown };
  expect(await turnpike.balances.list()).toEqual(documented.balances);
});

test('a declined payment and an unknown operation are the errors of the SDK', async () => {
  await expect(turnpike.payments.create(order('sdk-2', '500.51'))).rejects.toBeInstanceOf(ProviderDeclinedError);
  await expect(turnpike.operations.retrieve({ merchant_operation_id: 'sdk-2' })).rejects.toBeInstanceOf(NotFoundError);
});
