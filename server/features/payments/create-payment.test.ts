import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAttemptsStore } from '#features/attempts';
import {
  clientPlace,
  createFindKeyHolder,
  createOperationsStore,
  canonicalRequestOf,
  toOperation,
  type CreateRequest,
} from '#features/operations';
import { rememberPricing } from '#features/pricing';
import { checkOwnUrl, urlNeedsOf } from '#features/webhooks';
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

type AcceptedAnswer = Extract<PaymentAnswer, { outcome: 'accepted' }>;

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
    checkWebhookUrl: (url: string) => checkOwnUrl(urlNeedsOf([]), url),
    findKeyHolder: createFindKeyHolder(database),
    openCreates: createOpenCreates(cancellations.findDecided),
    followUp: () => undefined,
    applyPendingReport: () => Promise.reject(new Error('No fact came early.')),
    takeOver: () => Promise.reject(new Error('No process died.')),
    acceptanceTimeoutMs: patienceMs,
  };
  const create = (identifier: string, amount = '100.00', more: Partial<CreateRequest> = {}) => {
    const { webhookUrl = null } = more;
    const money = { amount: decimal(amount), currency: 'RUB' };
    const order: CreateRequest = {
      merchantOperationId: identifier,
      clientId: 'client',
      clientIp: null,
      clientPhone: null,
      clientCreatedAt: null,
      method: methods[api],
      amount: money,
      annotations: null,
      webhookUrl: null,
      idempotencyKey: null,
      ...more,
      canonicalRequest: canonicalRequestOf('payment', { identifier }, money, null, webhookUrl),
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

describe('an idempotency key', () => {
  const keyed = (idempotencyKey = randomUUID()) => ({ idempotencyKey });

  it('names one payment for good, also one that failed and whose identifier is free again', async () => {
    const { create, asked } = createBy('h2h');
    const [identifier, key] = [randomUUID(), keyed()];
    const created = await create(identifier, '100.00', key);
    expect(await create(identifier, '100.00', key)).toEqual(created);
    await fail(identifier);
    const failed = { operationId: created.operationId, status: 'cancelled' };
    expect(await create(identifier, '100.00', key)).toMatchObject(failed);
    const another = await create(identifier, '100.00', keyed());
    expect(another.operationId).not.toBe(created.operationId);
    expect(await create(identifier, '100.00', key)).toMatchObject(failed);
    expect(asked).toHaveLength(2);
  });

  it('is refused with another body, be it the identifier that differs', async () => {
    const { create } = createBy('h2h');
    const [identifier, key] = [randomUUID(), keyed()];
    const { operationId } = await create(identifier, '100.00', key);
    const reused = { code: 'idempotency_key_reused', details: { operationId } };
    await expect(create(identifier, '200.00', key)).rejects.toMatchObject(reused);
    await expect(create(randomUUID(), '100.00', key)).rejects.toMatchObject(reused);
    await fail(identifier);
    await expect(create(identifier, '200.00', key)).rejects.toMatchObject(reused);
  });

  it('does not open an identifier that another create holds', async () => {
    const { create } = createBy('h2h');
    const identifier = randomUUID();
    const { operationId } = await create(identifier, '100.00', keyed());
    const held = { code: 'identifier_reused', details: { operationId } };
    await expect(create(identifier, '100.00', keyed())).rejects.toMatchObject(held);
    await expect(create(identifier)).rejects.toMatchObject(held);
  });

  it('lets the second of two at once wait for the first, and have its answer', async () => {
    const { answer, give } = heldBack();
    const { create, asked } = createBy('h2h', () => answer);
    const [identifier, key] = [randomUUID(), keyed()];
    const both = [create(identifier, '100.00', key), create(identifier, '100.00', key)];
    await eventually(() => asked.length === 1, 'the first to ask its provider');
    await expect(create(identifier, '200.00', key)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    give(acceptance());
    const [one, other] = await Promise.all(both);
    expect(one).toEqual(other);
    expect(asked).toHaveLength(1);
  });

  it('makes one payment of many creates at once, whatever identifiers they have', async () => {
    const { create } = createBy('h2h');
    const keys = [keyed(), keyed()];
    const names = [randomUUID(), randomUUID()];
    // Each key with each name, in both orders: what crosses must not hold each other up.
    const sent = Array.from({ length: 8 }, (_, nth) => create(names[nth % 2]!, '100.00', keys[(nth >> 1) % 2]));
    const outcomes = await Promise.allSettled(sent);
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.operationId] : []));
    const codes = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : [],
    );
    const stored = await db.database('operations').whereIn('merchant_operation_id', names).pluck('operation_id');
    expect(new Set(made)).toEqual(new Set(stored));
    expect(stored.length).toBeLessThanOrEqual(2);
    expect(codes.filter((code) => !['identifier_reused', 'idempotency_key_reused'].includes(code))).toEqual([]);
  });

  it('is let go by a create that was refused', async () => {
    const declined = createBy('h2h', () => Promise.resolve({ outcome: 'declined', reason: 'no' }));
    const [identifier, key] = [randomUUID(), keyed()];
    await expect(declined.create(identifier, '100.00', key)).rejects.toMatchObject({ code: 'no_provider_accepted' });
    expect(await createBy('h2h').create(identifier, '200.00', key)).toMatchObject({ status: 'pending' });
  });

  it('finds the payment of a create whose process died, once the sweep has decided it', async () => {
    const { answer, give } = heldBack();
    const dying = createBy('h2h', () => answer);
    const [identifier, key] = [randomUUID(), keyed()];
    const lost = dying.create(identifier, '100.00', key).catch(() => 'lost');
    await eventually(() => dying.asked.length === 1, 'the provider to be asked');
    const undecided = db.database('operations').where({ merchant_operation_id: identifier });
    const { create, asked } = createBy('h2h');
    await undecided.clone().update({ leased_until: new Date(0) });
    await createHarness(db.database, shop, { lookUpPayment: () => Promise.resolve(acceptance()) }).sweepOnce();
    give(acceptance());
    await lost;
    const [{ operation_id: operationId }] = await undecided.select('operation_id');
    await expect(create(identifier, '100.00', key)).resolves.toMatchObject({ operationId, status: 'pending' });
    expect(asked).toEqual([]);
  });
});

describe('a URL for the events of a payment', () => {
  const webhookUrl = 'https://shop.example/hooks?order=1';

  it('is kept with it, and with each of its events', async () => {
    const { create } = createBy('h2h');
    const identifier = randomUUID();
    const { operationId } = await create(identifier, '100.00', { webhookUrl });
    await fail(identifier);
    const urls = (await eventsOf(operationId)).map(({ webhook_url: url }) => url as string);
    expect(urls).toEqual([webhookUrl, webhookUrl]);
    expect(await db.database('operations').where({ operation_id: operationId }).pluck('webhook_url')).toEqual([
      webhookUrl,
    ]);
  });

  it('counts as part of the body', async () => {
    const { create } = createBy('v1');
    const identifier = randomUUID();
    const created = await create(identifier, '100.00', { webhookUrl });
    expect(await create(identifier, '100.00', { webhookUrl })).toEqual(created);
    await expect(create(identifier)).rejects.toMatchObject({ code: 'identifier_reused' });
    const other = { webhookUrl: `${webhookUrl}&other` };
    await expect(create(identifier, '100.00', other)).rejects.toMatchObject({ code: 'identifier_reused' });
  });

  it.each([
    'no url',
    'http://shop.example/hooks',
    'http://127.0.0.1/hooks',
    'https://127.0.0.1/hooks',
    'https://[::ffff:10.0.0.1]/hooks',
    'https://user:secret@shop.example/hooks',
    'ftp://shop.example/hooks',
    `https://shop.example/${'a'.repeat(2_048)}`,
  ])('is refused before anything else is looked at: %#', async (url) => {
    const { create, asked } = createBy('h2h');
    const identifier = randomUUID();
    await expect(create(identifier, '0.001', { webhookUrl: url })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field: 'webhook_url', code: 'format' }] },
    });
    expect(asked).toEqual([]);
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

describe('what a merchant tells of its client', () => {
  const client = {
    clientIp: '203.0.113.9',
    clientPhone: '+79001234567',
    clientCreatedAt: new Date('2024-05-06T07:08:09.000Z'),
  };

  it('reaches the provider, and is sealed where the profile of the API says so', async () => {
    const told: unknown[] = [];
    const { create } = createBy('h2h', (order) => {
      told.push({ clientIp: order.clientIp, clientPhone: order.clientPhone, clientCreatedAt: order.clientCreatedAt });
      return Promise.resolve(acceptance());
    });
    const { operationId } = await create(randomUUID(), '100.00', client);
    expect(told).toEqual([client]);
    const row = await db.database('operations').where({ operation_id: operationId }).first();
    expect(row).toMatchObject({ client_ip: null, holder_name: null });
    const text = JSON.stringify({ ...row, events: await eventsOf(operationId) });
    const sealed = [row.client_encrypted, row.details_encrypted]
      .map((bytes: Buffer) => bytes.toString('latin1'))
      .join();
    expect(
      [client.clientIp, client.clientPhone, 'IVAN PETROV'].filter((part) => (text + sealed).includes(part)),
    ).toEqual([]);
    const keyRing = createKeyRing(testKeys);
    expect(JSON.parse(keyRing.decrypt(row.client_encrypted, clientPlace(shop.shopId, operationId)))).toEqual({
      ip: client.clientIp,
      phone: client.clientPhone,
      createdAt: client.clientCreatedAt.toISOString(),
    });
  });

  it('stays where v1 has it', async () => {
    const { create } = createBy('v1');
    const { operationId } = await create(randomUUID(), '100.00', { clientIp: client.clientIp });
    const row = await db.database('operations').where({ operation_id: operationId }).first();
    expect(row).toMatchObject({ client_ip: client.clientIp, holder_name: 'IVAN PETROV', client_encrypted: null });
    expect(row.details_encrypted).toBeNull();
  });
});

describe('what a provider tells of its destination', () => {
  const detailed = (): Promise<PaymentAnswer> =>
    Promise.resolve({
      outcome: 'accepted',
      requisites: {
        number: '2200000000000004',
        name: 'IVAN PETROV',
        bankname: 'sber',
        banknameDetails: 'Сбербанк',
        numberAdditional: '044525225',
        qrCode: 'https://qr.example/AS1000',
      },
      isReceiptRequired: false,
    });

  it('is answered by the create, by a repeated one and by a read alike, and filled in to events', async () => {
    const { create } = createBy('h2h', detailed);
    const key = { idempotencyKey: randomUUID() };
    const identifier = randomUUID();
    const created = await create(identifier, '100.00', key);
    expect(created.destination).toEqual({
      number: '2200000000000004',
      name: 'IVAN PETROV',
      bankname: 'sber',
      banknameDetails: null,
      numberAdditional: '044525225',
      qrCode: 'https://qr.example/AS1000',
    });
    expect(await create(identifier, '100.00', key)).toEqual(created);
    const operations = createOperationsStore(db.database, createKeyRing(testKeys));
    const [event] = await eventsOf(created.operationId);
    const unsealedOf = await operations.readSealed(shop.shopId, [created.operationId]);
    expect(toOperation(event.data, unsealedOf(created.operationId))).toEqual(created);
  });
});

describe('a provider that asks for other kopecks', () => {
  const asking = (payable: string) => (): Promise<PaymentAnswer> =>
    Promise.resolve({ ...(acceptance() as AcceptedAnswer), payableAmount: decimal(payable) });

  it('is taken at its word by h2h, whose operation has both amounts', async () => {
    const { create } = createBy('h2h', asking('100.37'));
    const key = { idempotencyKey: randomUUID() };
    const identifier = randomUUID();
    const created = await create(identifier, '100.00', key);
    expect([created.expectedAmount, created.payableAmount].map((amount) => amount.toFixed(2))).toEqual([
      '100.00',
      '100.37',
    ]);
    expect(await create(identifier, '100.00', key)).toEqual(created);
    const [event] = await eventsOf(created.operationId);
    expect(event.data).toMatchObject({ expected_amount: '100.00', payable_amount: '100.37' });
  });

  it('is passed over by v1, whose merchants would not be told', async () => {
    const { create, asked } = createBy('v1', asking('100.37'));
    await expect(create(randomUUID())).rejects.toMatchObject({ code: 'no_provider_accepted' });
    expect(asked).toEqual(['sandbox-1', 'sandbox-2']);
  });

  it.each(['101.00', '99.00', '100.001'])('is passed over where it asks for %s', async (payable) => {
    const { create } = createBy('h2h', asking(payable));
    await expect(create(randomUUID())).rejects.toMatchObject({ code: 'no_provider_accepted' });
  });

  it('is fine for either API where the kopecks are those asked for', async () => {
    const { payableAmount } = await createBy('v1', asking('100.00')).create(randomUUID());
    expect(payableAmount.toFixed(2)).toBe('100.00');
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
