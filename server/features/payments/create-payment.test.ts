import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAttemptsStore } from '#features/attempts';
import {
  createFindKeyHolder,
  createOperationsStore,
  canonicalRequestOf,
  type CreateRequest,
} from '#features/operations';
import { rememberPricing } from '#features/pricing';
import type { Api } from '#platform/apis';
import { decimal } from '#platform/money';
import { createKeyRing } from '#platform/secrets';
import { createRouting, type PaymentAnswer, type Provider } from '#providers';
import { createHarness, type Harness } from '#test/faults/payment-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { connectFake } from '#test/support/fake-provider';
import { patienceMs } from '#test/support/patience';
import { testKeys } from '#test/support/settings';
import { createTestShop, type TestShop } from '#test/support/shop';
import { createCancellationsStore, createOpenCreates, createPayment, createPaymentsStore } from './index.ts';

const methods = { v1: 'WT_RUB_C2C', h2h: 'toCard' } as const satisfies Record<Api, string>;

let db: TestDatabase;
let shop: TestShop;
let harness: Harness;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database, { methods: Object.values(methods) });
  harness = createHarness(db.database, shop);
});
afterAll(() => db.drop());

const acceptance = (isReceiptRequired = false): PaymentAnswer => ({
  outcome: 'accepted',
  requisites: { number: '2200000000000004', name: 'IVAN PETROV', bankname: 'sber', banknameDetails: 'Сбербанк' },
  isReceiptRequired,
});

/** Creates by an API, at providers that the test knows. */
const createBy = (
  api: Api,
  ask: Provider['createPayment'] = () => Promise.resolve(acceptance()),
  mostFailures?: number,
) => {
  const { database } = db;
  const keyRing = createKeyRing(testKeys);
  const operations = createOperationsStore(database, keyRing);
  const cancellations = createCancellationsStore(database, keyRing);
  const asked: string[] = [];
  const needs = {
    attempts: createAttemptsStore(database),
    operations,
    cancellations,
    pricing: rememberPricing(database),
    payments: createPaymentsStore(database),
    routing: createRouting(database, (_kind, providerId) =>
      connectFake(
        providerId,
        {
          createPayment: (order, signal) => {
            asked.push(providerId);
            return ask(order, signal);
          },
        },
        mostFailures,
      ),
    ),
    keyRing,
    findKeyHolder: createFindKeyHolder(database),
    openCreates: createOpenCreates(cancellations.findDecided),
    followUp: () => undefined,
    applyPendingReport: () => Promise.reject(new Error('No fact came early.')),
    takeOver: () => Promise.reject(new Error('No process died.')),
    acceptanceTimeoutMs: patienceMs,
  };
  const create = (identifier: string, amount = '100.00') => {
    const money = { amount: decimal(amount), currency: 'RUB' };
    const order: CreateRequest = {
      merchantOperationId: identifier,
      clientId: 'client',
      clientIp: null,
      method: methods[api],
      amount: money,
      annotations: null,
      canonicalRequest: canonicalRequestOf('payment', {}, money),
    };
    return createPayment(needs, { shopId: shop.shopId, api, settlementCurrency: 'RUB' }, order);
  };
  return { create, asked };
};

/** An answer that is given when the test says so. */
const heldBack = () => {
  let give = (_answer: PaymentAnswer): void => undefined;
  const answer = new Promise<PaymentAnswer>((resolve) => (give = resolve));
  return { answer, give: (given: PaymentAnswer) => give(given) };
};

const attemptsOf = (identifier: string): Promise<string[]> =>
  db
    .database('attempts')
    .join('operations', 'operations.operation_id', 'attempts.operation_id')
    .where({ merchant_operation_id: identifier })
    .orderBy('position')
    .pluck('attempts.state');

const eventsOf = (operationId: string) =>
  db.database('events').where({ operation_id: operationId }).orderBy('sequence').select('*');

const fail = async (identifier: string): Promise<void> => {
  const [attempt] = await db
    .database('attempts')
    .join('operations', 'operations.operation_id', 'attempts.operation_id')
    .where({ merchant_operation_id: identifier })
    .select('attempts.attempt_id');
  await harness.applyFact({
    attempt: { shopId: shop.shopId, attemptId: attempt.attempt_id },
    state: 'failed',
    paidTotal: decimal('0'),
    evidence: [],
  });
};

describe('a create whose identifier names a payment', () => {
  it('is answered with it by v1, also once it failed', async () => {
    const { create, asked } = createBy('v1');
    const identifier = randomUUID();
    const created = await create(identifier);
    expect(await create(identifier)).toEqual(created);
    await fail(identifier);
    expect(await create(identifier)).toMatchObject({ operationId: created.operationId, status: 'cancelled' });
    expect(asked).toHaveLength(1);
  });

  it('is refused by h2h, whatever its body, until the payment has failed', async () => {
    const { create } = createBy('h2h');
    const identifier = randomUUID();
    const { operationId } = await create(identifier);
    const reused = { code: 'identifier_reused', details: { operationId } };
    await expect(create(identifier)).rejects.toMatchObject(reused);
    await expect(create(identifier, '200.00')).rejects.toMatchObject(reused);
    await fail(identifier);
    const again = await create(identifier, '200.00');
    expect(again.operationId).not.toBe(operationId);
    await expect(create(identifier)).rejects.toMatchObject({ details: { operationId: again.operationId } });
  });

  it('names none of the other API', async () => {
    const identifier = randomUUID();
    const one = await createBy('v1').create(identifier);
    expect((await createBy('h2h').create(identifier)).operationId).not.toBe(one.operationId);
  });
});

describe('a create whose identifier names one that is under way', () => {
  const twice = async (api: Api) => {
    const { answer, give } = heldBack();
    const { create, asked } = createBy(api, () => answer);
    const identifier = randomUUID();
    const first = create(identifier);
    await eventually(() => asked.length === 1, 'the first to ask its provider');
    return { first, second: create(identifier), give };
  };

  it('waits for it in v1', async () => {
    const { first, second, give } = await twice('v1');
    give(acceptance());
    expect(await second).toEqual(await first);
  });

  it('is refused at once in h2h, where no merchant is told of an operation that may never be', async () => {
    const { first, second, give } = await twice('h2h');
    await expect(second).rejects.toMatchObject({ code: 'identifier_reused', details: {} });
    give(acceptance());
    expect(await first).toMatchObject({ status: 'pending' });
  });
});

describe('a provider that wants a receipt', () => {
  const wantsOne: Provider['createPayment'] = () => Promise.resolve(acceptance(true));

  it('is fine for v1', async () => {
    const { create, asked } = createBy('v1', wantsOne);
    expect(await create(randomUUID())).toMatchObject({ status: 'awaiting_confirmation' });
    expect(asked).toEqual(['sandbox-1']);
  });

  it('is passed over for h2h, and its order is voided', async () => {
    let count = 0;
    const { create } = createBy('h2h', () => Promise.resolve(acceptance((count += 1) === 1)));
    const identifier = randomUUID();
    expect(await create(identifier)).toMatchObject({ status: 'pending', isConfirmationRequired: false });
    expect(await attemptsOf(identifier)).toEqual(['unknown', 'accepted']);
    await harness.sweepOnce();
    expect(await attemptsOf(identifier)).toEqual(['voided', 'accepted']);
  });

  it('leaves an h2h create that finds no other one without any, and its identifier free', async () => {
    const { create, asked } = createBy('h2h', wantsOne);
    const identifier = randomUUID();
    await expect(create(identifier)).rejects.toMatchObject({ code: 'no_provider_accepted' });
    expect(asked).toEqual(['sandbox-1', 'sandbox-2']);
    await expect(create(identifier)).rejects.toMatchObject({ code: 'create_in_progress' });
    await harness.sweepOnce();
    expect(await createBy('h2h').create(identifier)).toMatchObject({ status: 'pending' });
  });

  it('is given up for an h2h create whose process died', async () => {
    const { answer, give } = heldBack();
    const { create, asked } = createBy('h2h', () => answer);
    const identifier = randomUUID();
    const refusal = create(identifier).catch((error: unknown) => error);
    await eventually(() => asked.length === 1, 'the provider to be asked');
    await db
      .database('operations')
      .where({ merchant_operation_id: identifier })
      .update({ leased_until: new Date(0) });
    const lookUpPayment = () => Promise.resolve(acceptance(true));
    await createHarness(db.database, shop, { lookUpPayment }).sweepOnce();
    expect(await attemptsOf(identifier)).toEqual(['voided']);
    give(acceptance(true));
    expect(await refusal).toMatchObject({ code: 'create_in_progress' });
  });
});

describe('an acceptance', () => {
  it('is the first event of a payment of h2h, once, however often its create is sent', async () => {
    const { create } = createBy('h2h');
    const identifier = randomUUID();
    const { operationId } = await create(identifier);
    await create(identifier).catch(() => 'refused');
    const [event, ...others] = await eventsOf(operationId);
    expect([event, others]).toMatchObject([{ sequence: 1, type: 'operation.accepted', api: 'h2h' }, []]);
    expect(event.data).toMatchObject({ operation_id: operationId, status: 'pending', expected_amount: '100.00' });
    await fail(identifier);
    expect((await eventsOf(operationId)).map(({ sequence, type }) => [sequence, type])).toEqual([
      [1, 'operation.accepted'],
      [2, 'operation.cancelled'],
    ]);
  });

  it('is recorded by the sweep for an h2h create whose process died', async () => {
    const { answer, give } = heldBack();
    const { create, asked } = createBy('h2h', () => answer);
    const identifier = randomUUID();
    const first = create(identifier);
    await eventually(() => asked.length === 1, 'the provider to be asked');
    const undecided = db.database('operations').where({ merchant_operation_id: identifier });
    await undecided.clone().update({ leased_until: new Date(0) });
    const lookUpPayment = () => Promise.resolve(acceptance());
    await createHarness(db.database, shop, { lookUpPayment }).sweepOnce();
    give(acceptance());
    const { operationId } = await first;
    expect((await eventsOf(operationId)).map(({ type }) => type)).toEqual(['operation.accepted']);
  });

  it('is no event of v1, whose first one has the number 1', async () => {
    const { create } = createBy('v1');
    const identifier = randomUUID();
    const { operationId } = await create(identifier);
    expect(await eventsOf(operationId)).toEqual([]);
    await fail(identifier);
    expect((await eventsOf(operationId)).map(({ sequence, type }) => [sequence, type])).toEqual([
      [1, 'operation.cancelled'],
    ]);
  });
});

describe('a create whose first provider is down', () => {
  it('goes to the second, and once the first is not asked any more there is surely no order for it', async () => {
    let calls = 0;
    const ask = (): Promise<PaymentAnswer> => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('connection refused')) : Promise.resolve(acceptance());
    };
    const { create, asked } = createBy('v1', ask, 1);
    const [first, second] = [randomUUID(), randomUUID()];
    await create(first);
    await create(second);
    expect(asked).toEqual(['sandbox-1', 'sandbox-2', 'sandbox-2']);
    expect([await attemptsOf(first), await attemptsOf(second)]).toEqual([
      ['unknown', 'accepted'],
      ['declined', 'accepted'],
    ]);
    const currencies = db
      .database('attempts')
      .whereIn('operation_id', db.database('operations').select('operation_id'));
    expect(await currencies.distinct().pluck('currency')).toEqual(['RUB']);
    const reasons = await db.database('attempts').where({ decline_reason: 'circuit_open' }).pluck('provider_id');
    expect(reasons).toEqual(['sandbox-1']);
  });
});
