import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { components } from './documents.ts';
import { toWireOperation } from '#server/entrances/v1/index';
import { nothingSealed, toOperation, type OperationRecord } from '#features/operations';
import { applyPaymentFact, createPaymentFactsStore } from '#features/payments';
import type { AttemptRef, PaymentFact } from '#providers';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { decimal, zero } from '#platform/money';
import type { TestShop } from '#test/support/shop';
import { confirm, receiptOf } from './awaiting-receipt.ts';
import { call, post } from './call.ts';
import { responsesOf, undocumentedFields, violationsOf } from './document.ts';
import { paymentBody } from './payment-body.ts';
import { createHarness, type Harness } from './harness.ts';

type Operation = components['schemas']['Operation'];
type OperationState = components['schemas']['OperationState'];

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness?.strike());

const always = [
  'operation_id',
  'merchant_operation_id',
  'type',
  'status',
  'created_at',
  'updated_at',
  'method',
  'expected_amount',
  'actual_amount',
  'currency',
  'settlement_amount',
  'settlement_currency',
  'commission_amount',
  'external_confirmation',
];
const destination = ['number', 'name', 'bankname'];
const conversion = ['fx_source', 'fx_rate'];
const recorded = ['recorded_currency', 'recorded_amount'];

const kinds = {
  'a card payment': { method: 'WT_RUB_C2C', shopOf: () => harness.shop, present: destination },
  'a phone payment': {
    method: 'WT_RUB_PHONE',
    shopOf: () => harness.shop,
    present: [...destination, 'bankname_details'],
  },
  'a card payment settled in another currency': {
    method: 'WT_RUB_C2C',
    shopOf: () => harness.convertingShop,
    present: [...destination, ...conversion],
  },
  'a phone payment settled in another currency': {
    method: 'WT_RUB_PHONE',
    shopOf: () => harness.convertingShop,
    present: [...destination, 'bankname_details', ...conversion],
  },
} as const;

const unpaid = '1000.58';
const needingReceipt = '1000.54';

const states = {
  pending: { amount: unpaid, present: ['expires_at'], evidence: 'not_ready' },
  awaiting_confirmation: { amount: needingReceipt, present: ['expires_at'], evidence: 'not_ready' },
  manual_check: { amount: needingReceipt, present: ['manual_check_reason'], evidence: 'not_ready' },
  completed: { amount: unpaid, present: [...recorded, 'terminal_at'], evidence: 'complete' },
  cancelled: { amount: unpaid, present: ['cancel_reason', 'terminal_at'], evidence: 'complete' },
} as const;
type State = keyof typeof states;

const rowOf = (operation: Operation) =>
  harness.testDatabase.database('operations').where({ operation_id: operation.operation_id });

const tell = async (operation: Operation, what: Pick<PaymentFact, 'state' | 'paidTotal' | 'evidence'>) => {
  const row = await rowOf(operation).first<{ shop_id: AttemptRef['shopId']; attempt_id: AttemptRef['attemptId'] }>();
  const attempt = { shopId: row.shop_id, attemptId: row.attempt_id };
  const needs = {
    facts: createPaymentFactsStore(harness.testDatabase.database),
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
  manual_check: ({ operation_id: id }, shop) => confirm(harness.url, shop, id, `a photo of the screen ${id}`),
  completed: (operation) => tell(operation, paid(operation.expected_amount)),
  cancelled: (operation) => tell(operation, { state: 'failed', paidTotal: zero, evidence: [] }),
};

const create = async (shop: TestShop, changes: Readonly<Record<string, unknown>>): Promise<Operation> => {
  const { status, body } = await call(harness.url, post('/v1/payment', paymentBody(changes)), shop.apiKey);
  expect(status).toBe(200);
  return body as Operation;
};

const stateSchema = responsesOf('getOperationState').get(200)!.content!['application/json']!.schema;

const read = async (shop: TestShop, operation: Operation): Promise<OperationState> => {
  const lookup = { operation_id: operation.operation_id };
  const { status, body } = await call(harness.url, post('/v1/get_operation_state', lookup), shop.apiKey);
  expect([status, violationsOf(stateSchema, body), undocumentedFields(stateSchema, body)]).toEqual([200, [], []]);
  return body as OperationState;
};

describe.each(Object.entries(kinds))('%s', (_name, { method, shopOf, present }) => {
  it('has exactly the fields of its state', async () => {
    for (const [state, { amount, present: ofState, evidence }] of Object.entries(states)) {
      const created = await create(shopOf(), { method, amount });
      expect(Object.keys(created).sort()).toEqual([...always, ...present, 'expires_at'].sort());
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
    expect(await create(harness.shop, { amount: '1000.58' })).toMatchObject({
      expected_amount: '1000.58',
      actual_amount: '0.00',
      currency: 'RUB',
      settlement_currency: 'RUB',
      settlement_amount: '970.56',
      commission_amount: '30.02',
    });
  });

  it.each([
    { actual: '500.29', recorded_amount: '500.29', commission_amount: '15.01', settlement_amount: '485.28' },
    { actual: '1500.00', recorded_amount: '1500.00', commission_amount: '45.00', settlement_amount: '1455.00' },
    { actual: '0.01', recorded_amount: '0.01', commission_amount: '0.00', settlement_amount: '0.01' },
  ])('follow what was really paid: $actual of 1000.58', async ({ actual, ...figures }) => {
    const created = await create(harness.shop, { amount: '1000.58' });
    await tell(created, paid(actual));
    const seen = await read(harness.shop, created);
    expect(seen).toMatchObject({
      ...figures,
      status: 'completed',
      expected_amount: '1000.58',
      actual_amount: actual,
      recorded_currency: 'RUB',
    });
    expect(seen.receipts).toEqual([expect.objectContaining({ amount: Number(actual), receipt_url: null })]);
  });

  it('convert what was paid at the rate that was quoted', async () => {
    const created = await create(harness.convertingShop, { amount: '1000.58' });
    await tell(created, paid('500.29'));
    expect(await read(harness.convertingShop, created)).toMatchObject({
      actual_amount: '500.29',
      fx_rate: '0.012500',
      recorded_amount: '6.253625',
      recorded_currency: 'USDT',
      // 3 % are 0.18760875.
      commission_amount: '0.187609',
      settlement_amount: '6.066016',
    });
  });

  it('are zero when it was cancelled and nothing moved', async () => {
    const created = await create(harness.shop, {});
    await reach.cancelled(created, harness.shop);
    expect(await read(harness.shop, created)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'declined',
      actual_amount: '0.00',
      settlement_amount: '0.00',
      commission_amount: '0.00',
      receipts: [],
    });
  });

  it('say that evidence is partial when it does not add up', async () => {
    const created = await create(harness.shop, {});
    const evidence = [{ amount: decimal('1.00'), completedAt: new Date() }];
    await tell(created, { state: 'paid', paidTotal: decimal('2.00'), evidence });
    const seen = await read(harness.shop, created);
    expect(seen).toMatchObject({ receipt_evidence_status: 'partial', actual_amount: '2.00' });
    expect(seen.receipts).toEqual([expect.objectContaining({ amount: 2, receipt_url: null })]);
  });
});

describe('the times of a payment', () => {
  const isoMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
  const timesOf = ({ created_at, updated_at, expires_at, terminal_at }: Operation) => ({
    created_at,
    updated_at,
    expires_at,
    terminal_at,
  });
  const eventsOf = async ({ operation_id: operationId }: Operation) =>
    (await harness.testDatabase.database('events').where({ operation_id: operationId }).orderBy('sequence')) as {
      data: OperationRecord;
      created_at: Date;
    }[];

  it('are the same in the answer of the create, in reads, and in what is sent', async () => {
    const body = paymentBody({ amount: needingReceipt });
    const answered = await call(harness.url, post('/v1/payment', body), harness.shop.apiKey);
    const created = answered.body as Operation;
    expect(created.merchant_operation_id).toBe(body.merchant_operation_id);
    expect(Object.values(timesOf(created)).filter((time) => time !== undefined && !isoMs.test(time))).toEqual([]);
    expect((await call(harness.url, post('/v1/payment', body), harness.shop.apiKey)).body).toEqual(created);
    const { receipt_evidence_status: _status, receipts: _receipts, ...seen } = await read(harness.shop, created);
    expect(seen).toEqual(created);
    const [event] = await eventsOf(created);
    expect(
      toWireOperation(toOperation(event!.data, { number: created.number ?? null, annotations: null, details: null })),
    ).toEqual(created);
    expect(event!.created_at.toISOString()).toBe(created.updated_at);
  });

  it('say how long the payer has: its route gives it thirty minutes from the acceptance', async () => {
    const { created_at: createdAt, updated_at: acceptedAt, expires_at: expiresAt } = await create(harness.shop, {});
    expect(Date.parse(expiresAt!) - Date.parse(acceptedAt)).toBe(30 * 60_000);
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.parse(acceptedAt));
  });

  it('say when it changed last and when it ended', async () => {
    const created = await create(harness.shop, {});
    await tell(created, paid('1000.00'));
    const ended = await read(harness.shop, created);
    expect(ended).toMatchObject({ created_at: created.created_at, updated_at: ended.terminal_at });
    expect(Date.parse(ended.terminal_at!)).toBeGreaterThan(Date.parse(created.updated_at));
    const [event] = await eventsOf(created);
    expect(timesOf(toWireOperation(toOperation(event!.data, nothingSealed)))).toEqual(timesOf(ended));
  });

  it('leave out the time to pay once a receipt has come, which is a change', async () => {
    const created = await create(harness.shop, { amount: needingReceipt });
    const { status, body } = await confirm(harness.url, harness.shop, created.operation_id, receiptOf(created));
    const confirmed = body as Operation;
    expect([status, confirmed.status, confirmed.expires_at]).toEqual([200, 'awaiting_confirmation', undefined]);
    expect(Date.parse(confirmed.updated_at)).toBeGreaterThan(Date.parse(created.updated_at));
  });

  it('leave out the time to pay once it is over and the provider is asked a last time', async () => {
    const created = await create(harness.shop, {});
    await rowOf(created).update({ is_expiring: true });
    expect(await read(harness.shop, created)).not.toHaveProperty('expires_at');
  });
});

it('a cancelled payment was over when it was cancelled, also when its create came later', async () => {
  const body = paymentBody();
  const command = { merchant_operation_id: body.merchant_operation_id };
  const decided = await call(harness.url, post('/v1/cancel_operation', command), harness.shop.apiKey);
  const { operation } = decided.body as components['schemas']['Cancellation'];
  expect(operation).toMatchObject({ ...command, status: 'cancelled', terminal_at: operation.created_at });
  const created = (await call(harness.url, post('/v1/payment', body), harness.shop.apiKey)).body as Operation;
  expect(created).toMatchObject(operation);
  expect(Date.parse(created.updated_at)).toBeGreaterThan(Date.parse(created.created_at));
  const { receipt_evidence_status: _status, receipts: _receipts, ...seen } = await read(harness.shop, created);
  expect(seen).toEqual(created);
});
