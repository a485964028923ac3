import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import { alreadyDue } from '#test/support/already-due';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { startTestServer } from '#test/support/server';
import { impatient } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { brokenInvariants } from './clean-check.ts';
import { createPayment, createUntilAnswered, orderOf, type Order } from './merchant.ts';
import { createHarness, type Harness, type TestCreate } from './payment-harness.ts';

let db: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
});
afterAll(() => db.drop());

const operationsOf = ({ merchant_operation_id: identifier }: Order): Promise<{ status: string }[]> =>
  db.database('operations').where({ merchant_operation_id: identifier }).orderBy('created_at').select('status');
const orderStates = (order: Order): Promise<string[]> =>
  db
    .database('sandbox_orders')
    .join('attempts', 'attempts.attempt_id', 'sandbox_orders.attempt_id')
    .join('operations', 'operations.operation_id', 'attempts.operation_id')
    .where({ merchant_operation_id: order.merchant_operation_id })
    .orderBy('attempts.created_at')
    .pluck('sandbox_orders.state');
const moneyOf = (operationIds: readonly string[]): Promise<string[]> =>
  db.database('ledger_transactions').whereIn('operation_id', operationIds).pluck('kind');

describe('a create whose provider answers too late', () => {
  it('is refused, holds its identifier until the order is voided, and frees it then', async () => {
    const order = orderOf('600.53');
    // Without jobs nothing is voided, so that the time in between can be looked at.
    const api = await startTestServer(db.url, { TURNPIKE_ROLE: 'api', ...impatient });
    try {
      const refused = { status: 424, body: { code: 'no_provider_accepted' } };
      expect(await createPayment(api.url, shop.apiKey, order)).toMatchObject(refused);
      const held = { status: 503, body: { code: 'create_in_progress' } };
      expect(await createPayment(api.url, shop.apiKey, order)).toMatchObject(held);
      const otherBody = { ...order, amount: '601.00' };
      // No operation exists that another body could differ from.
      expect(await createPayment(api.url, shop.apiKey, otherBody)).toMatchObject(held);
    } finally {
      await api.stop();
    }
    const server = await startTestServer(db.url);
    try {
      // Another body may have the identifier now; the old one is as if it had never been sent.
      const again = { ...order, amount: '602.00' };
      await eventually(async () => {
        const { status } = await createPayment(server.url, shop.apiKey, again);
        return status === 200;
      }, 'the identifier to be free');
      await eventually(
        async () => (await operationsOf(order))[1]?.status === 'completed',
        'the new payment to be paid',
      );
    } finally {
      await server.stop();
    }
    expect(await operationsOf(order)).toEqual([{ status: 'rejected' }, { status: 'completed' }]);
    expect(await orderStates(order)).toEqual(['voided', 'paid']);
    expect(await brokenInvariants(db.database)).toEqual([]);
  });

  it('is refused again, each time with an order of its own that is voided', async () => {
    const order = orderOf('603.53');
    const server = await startTestServer(db.url, impatient);
    try {
      expect(await createPayment(server.url, shop.apiKey, order)).toMatchObject({ status: 424 });
      expect(await createUntilAnswered(server.url, shop.apiKey, order)).toMatchObject({ status: 424 });
      await eventually(
        async () => (await operationsOf(order)).every(({ status }) => status === 'rejected'),
        'both creates to be rejected for good',
      );
    } finally {
      await server.stop();
    }
    expect(await orderStates(order)).toEqual(['voided', 'voided']);
    const operationIds = await db
      .database('operations')
      .where({ merchant_operation_id: order.merchant_operation_id })
      .pluck('operation_id');
    expect(await moneyOf(operationIds)).toEqual([]);
  });
});

describe('an attempt of unknown outcome', () => {
  let harness: Harness;
  let isPaid = false;
  let isReachable = true;
  beforeAll(() => {
    harness = createHarness(db.database, shop, {
      voidPayment: () => {
        if (!isReachable) return Promise.reject(new Error('unreachable'));
        return Promise.resolve(isPaid ? { outcome: 'paid', paidTotal: decimal('700.00') } : { outcome: 'voided' });
      },
    });
  });

  const refuse = async (): Promise<TestCreate> => {
    const create = await harness.startCreate('700.00');
    const ended = { attemptId: create.attempt.attemptId, state: 'unknown' as const, declineReason: null };
    await harness.payments.rejectIntent(shop.shopId, create.operationId, ended, 'no_provider_accepted');
    return create;
  };
  const stateOf = async ({ operationId, attempt }: TestCreate) => ({
    ...(await db.database('operations').where({ operation_id: operationId }).first('status')),
    ...(await db.database('attempts').where({ attempt_id: attempt.attemptId }).first('state', 'suspense_amount')),
  });
  const sweepUntil = (create: TestCreate, status: string) =>
    eventually(async () => {
      await harness.sweepOnce();
      return (await stateOf(create)).status === status;
    }, `the refused create to be ${status}`);
  const isDue = ({ attempt }: TestCreate) =>
    db
      .database('attempts')
      .where({ attempt_id: attempt.attemptId })
      .update({ check_at: alreadyDue(db.database) });
  const auditOf = ({ operationId }: TestCreate) => db.database('audit_log').where({ subject: operationId });

  it('stays unknown while the provider cannot be asked, and is asked again later', async () => {
    const create = await refuse();
    isReachable = false;
    await eventually(async () => {
      await harness.sweepOnce();
      const { checks } = await db.database('attempts').where({ attempt_id: create.attempt.attemptId }).first('checks');
      return checks > 0;
    }, 'the provider to be asked');
    expect(await stateOf(create)).toMatchObject({ status: 'rejecting', state: 'unknown' });
    isReachable = true;
    await isDue(create);
    await sweepUntil(create, 'rejected');
    expect(await stateOf(create)).toEqual({ status: 'rejected', state: 'voided', suspense_amount: '0.00' });
  });

  it('keeps the money in suspense when the void came too late, with an audit entry', async () => {
    const create = await refuse();
    isPaid = true;
    await sweepUntil(create, 'rejected');
    isPaid = false;
    expect(await stateOf(create)).toMatchObject({ status: 'rejected', suspense_amount: '700.00' });
    expect(await moneyOf([create.operationId])).toEqual(['surplus']);
    expect(await auditOf(create)).toMatchObject([
      { actor: 'system', action: 'suspense.posted', after: { amount: '700.00', currency: 'RUB' } },
    ]);
  });

  it('keeps money that comes after it was voided in suspense, once', async () => {
    const create = await refuse();
    await sweepUntil(create, 'rejected');
    const fact = { attempt: create.attempt, state: 'paid' as const, paidTotal: decimal('700.00'), evidence: [] };
    await Promise.all([harness.applyFact(fact), harness.applyFact(fact), harness.applyFact(fact)]);
    expect(await stateOf(create)).toEqual({ status: 'rejected', state: 'voided', suspense_amount: '700.00' });
    expect(await moneyOf([create.operationId])).toEqual(['surplus']);
    expect(await auditOf(create)).toHaveLength(1);
  });

  it('breaks no invariant in any of these ways', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});

describe('a create that its process abandoned', () => {
  const abandon = async (harness: Harness): Promise<TestCreate> => harness.startCreate('800.00', 0);
  const rowOf = ({ operationId }: TestCreate) =>
    db.database('operations').where({ operation_id: operationId }).first('status', 'attempt_id', 'leased_until');

  it('is finished by the janitor when its provider had accepted', async () => {
    const requisites = {
      number: '2200000000000004',
      name: 'IVAN PETROV',
      bankname: 'sber',
      banknameDetails: 'Сбербанк',
    };
    const harness = createHarness(db.database, shop, {
      lookUpPayment: () => Promise.resolve({ outcome: 'accepted', requisites, isReceiptRequired: false }),
    });
    const create = await abandon(harness);
    await harness.placeOrder(create, '800.00');
    await eventually(async () => {
      await harness.sweepOnce();
      return (await rowOf(create)).status === 'pending';
    }, 'the create to be finished');
    expect(await rowOf(create)).toEqual({
      status: 'pending',
      attempt_id: create.attempt.attemptId,
      leased_until: null,
    });
  });

  it.each(['unknown', 'declined'] as const)('is given up and voided when the look-up says %s', async (outcome) => {
    const answer = outcome === 'declined' ? { outcome, reason: 'no' } : { outcome };
    const harness = createHarness(db.database, shop, { lookUpPayment: () => Promise.resolve(answer) });
    const create = await abandon(harness);
    await eventually(async () => {
      await harness.sweepOnce();
      return (await rowOf(create)).status === 'rejected';
    }, 'the create to be given up');
    expect(await rowOf(create)).toEqual({ status: 'rejected', attempt_id: null, leased_until: null });
  });

  it('is decided once by instances that sweep at the same time', async () => {
    const asked: string[] = [];
    const harness = createHarness(db.database, shop, {
      lookUpPayment: ({ attemptId }) => {
        asked.push(attemptId);
        return Promise.resolve({ outcome: 'unknown' });
      },
    });
    const creates = await Promise.all(Array.from({ length: 10 }, () => abandon(harness)));
    await eventually(async () => {
      await Promise.all(Array.from({ length: 4 }, () => harness.sweepOnce()));
      const rows = await Promise.all(creates.map(rowOf));
      return rows.every(({ status }) => status === 'rejected');
    }, 'all to be given up');
    expect(asked.sort()).toEqual(creates.map(({ attempt }) => attempt.attemptId as string).sort());
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
