import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { components } from '#generated/v1/types';
import { applyPaymentFact, createFactsStore } from '#features/payments';
import type { AttemptRef, PaymentFact } from '#providers';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { decimal, zero } from '#platform/money';
import type { TestShop } from '#test/support/shop';
import { confirm } from './awaiting-receipt.ts';
import { call, post } from './call.ts';
import { responsesOf, undocumentedFields, violationsOf } from './document.ts';
import { paymentBody } from './payment-body.ts';
import { createStage, type Stage } from './stage.ts';

type Operation = components['schemas']['Operation'];
type OperationState = components['schemas']['OperationState'];

let stage: Stage;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.strike());

const always = [
  'operation_id', 'type', 'status', 'method', 'expected_amount', 'actual_amount', 'currency', 'settlement_amount',
  'settlement_currency', 'commission_amount', 'external_confirmation',
];
const destination = ['number', 'name', 'bankname'];
const conversion = ['fx_source', 'fx_rate'];
const recorded = ['recorded_currency', 'recorded_amount'];

const kinds = {
  'a card payment': { method: 'WT_RUB_C2C', shopOf: () => stage.shop, present: destination },
  'a phone payment': { method: 'WT_RUB_PHONE', shopOf: () => stage.shop, present: [...destination, 'bankname_details'] },
  'a card payment settled in another currency': {
    method: 'WT_RUB_C2C', shopOf: () => stage.convertingShop, present: [...destination, ...conversion],
  },
  'a phone payment settled in another currency': {
    method: 'WT_RUB_PHONE', shopOf: () => stage.convertingShop,
    present: [...destination, 'bankname_details', ...conversion],
  },
} as const;

const unpaid = '1000.58';
const needingReceipt = '1000.54';

const states = {
  pending: { amount: unpaid, present: [], evidence: 'not_ready' },
  awaiting_confirmation: { amount: needingReceipt, present: [], evidence: 'not_ready' },
  manual_check: { amount: needingReceipt, present: ['manual_check_reason'], evidence: 'not_ready' },
  completed: { amount: unpaid, present: recorded, evidence: 'complete' },
  cancelled: { amount: unpaid, present: ['cancel_reason'], evidence: 'complete' },
} as const;
type State = keyof typeof states;

const rowOf = (operation: Operation) =>
  stage.testDatabase.database('operations').where({ operation_id: operation.operation_id });

const tell = async (operation: Operation, what: Pick<PaymentFact, 'state' | 'paidTotal' | 'evidence'>) => {
  const row = await rowOf(operation).first<{ shop_id: AttemptRef['shopId']; attempt_id: AttemptRef['attemptId'] }>();
  const attempt = { shopId: row.shop_id, attemptId: row.attempt_id };
  const needs = {
    facts: createFactsStore(stage.testDatabase.database),
    metrics: createMetrics(),
    log: createLog('silent'),
    followUp: () => undefined,
  };
  expect(await applyPaymentFact(needs, { attempt, ...what })).toBe(true);
};

const paid = (text: string) => ({
  state: 'paid' as const,
  paidTotal: decimal(text),
  evidence: [{ amount: decimal(text), completedAt: new Date() }],
});

const reach: Record<State, (operation: Operation, shop: TestShop) => Promise<unknown>> = {
  pending: () => Promise.resolve(),
  awaiting_confirmation: () => Promise.resolve(),
  manual_check: ({ operation_id: id }, shop) => confirm(stage.url, shop, id, `a photo of the screen ${id}`),
  completed: (operation) => tell(operation, paid(operation.expected_amount)),
  cancelled: (operation) => tell(operation, { state: 'failed', paidTotal: zero, evidence: [] }),
};

const create = async (shop: TestShop, changes: Readonly<Record<string, unknown>>): Promise<Operation> => {
  const { status, body } = await call(stage.url, post('/v1/payment', paymentBody(changes)), shop.apiKey);
  expect(status).toBe(200);
  return body as Operation;
};

const stateSchema = responsesOf('getOperationState').get(200)!.content!['application/json']!.schema;

const read = async (shop: TestShop, operation: Operation): Promise<OperationState> => {
  const lookup = { operation_id: operation.operation_id };
  const { status, body } = await call(stage.url, post('/v1/get_operation_state', lookup), shop.apiKey);
  expect([status, violationsOf(stateSchema, body), undocumentedFields(stateSchema, body)]).toEqual([200, [], []]);
  return body as OperationState;
};

describe.each(Object.entries(kinds))('%s', (_name, { method, shopOf, present }) => {
  it('has exactly the fields of its state', async () => {
    for (const [state, { amount, present: ofState, evidence }] of Object.entries(states)) {
      const created = await create(shopOf(), { method, amount });
      expect(Object.keys(created).sort()).toEqual([...always, ...present].sort());
      await reach[state as State](created, shopOf());
      const seen = await read(shopOf(), created);
      const fields = [...always, ...present, ...ofState, 'receipt_evidence_status', 'receipts'];
      expect([state, Object.keys(seen).sort()]).toEqual([state, fields.sort()]);
      expect(seen).toMatchObject({ status: state, type: 'payment', method, receipt_evidence_status: evidence });
      expect(seen.receipts).toHaveLength(state === 'completed' ? 1 : 0);
      const isReceiptDue = state === 'awaiting_confirmation' || state === 'manual_check';
      expect(seen.external_confirmation).toEqual({ required: isReceiptDue, methods: isReceiptDue ? ['receipt'] : [] });
    }
  });

  it('keeps its destination from the create to the end', async () => {
    const created = await create(shopOf(), { method });
    await reach.completed(created, shopOf());
    const seen = await read(shopOf(), created);
    const names = new Set<string>(present);
    expect(seen).toMatchObject(Object.fromEntries(Object.entries(created).filter(([field]) => names.has(field))));
    expect(created.number).toMatch(method === 'WT_RUB_C2C' ? /^\d{16,19}$/ : /^\+7\d{10}$/);
  });
});

describe('the figures of a payment', () => {
  it('are expected ones while it is pending, without a recorded amount', async () => {
    expect(await create(stage.shop, { amount: '1000.58' })).toMatchObject({
      expected_amount: '1000.58', actual_amount: '0.00', currency: 'RUB', settlement_currency: 'RUB',
      settlement_amount: '970.56', commission_amount: '30.02',
    });
  });

  it.each([
    { actual: '500.29', recorded_amount: '500.29', commission_amount: '15.01', settlement_amount: '485.28' },
    { actual: '1500.00', recorded_amount: '1500.00', commission_amount: '45.00', settlement_amount: '1455.00' },
    { actual: '0.01', recorded_amount: '0.01', commission_amount: '0.00', settlement_amount: '0.01' },
  ])('follow what was really paid: $actual of 1000.58', async ({ actual, ...figures }) => {
    const created = await create(stage.shop, { amount: '1000.58' });
    await tell(created, paid(actual));
    const seen = await read(stage.shop, created);
    expect(seen).toMatchObject({
      ...figures, status: 'completed', expected_amount: '1000.58', actual_amount: actual, recorded_currency: 'RUB',
    });
    expect(seen.receipts).toEqual([expect.objectContaining({ amount: Number(actual), receipt_url: null })]);
  });

  it('convert what was paid at the rate that was quoted', async () => {
    const created = await create(stage.convertingShop, { amount: '1000.58' });
    await tell(created, paid('500.29'));
    expect(await read(stage.convertingShop, created)).toMatchObject({
      actual_amount: '500.29', fx_rate: '0.012500', recorded_amount: '6.253625', recorded_currency: 'USDT',
      // 3 % are 0.18760875.
      commission_amount: '0.187609', settlement_amount: '6.066016',
    });
  });

  it('are zero when it was cancelled and nothing moved', async () => {
    const created = await create(stage.shop, {});
    await reach.cancelled(created, stage.shop);
    expect(await read(stage.shop, created)).toMatchObject({
      status: 'cancelled', cancel_reason: 'declined', actual_amount: '0.00', settlement_amount: '0.00',
      commission_amount: '0.00', receipts: [],
    });
  });

  it('say that evidence is partial when it does not add up', async () => {
    const created = await create(stage.shop, {});
    const evidence = [{ amount: decimal('1.00'), completedAt: new Date() }];
    await tell(created, { state: 'paid', paidTotal: decimal('2.00'), evidence });
    const seen = await read(stage.shop, created);
    expect(seen).toMatchObject({ receipt_evidence_status: 'partial', actual_amount: '2.00' });
    expect(seen.receipts).toEqual([expect.objectContaining({ amount: 2, receipt_url: null })]);
  });
});
