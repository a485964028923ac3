import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { brokenInvariants } from '#test/faults/clean-check';
import { patienceMs } from '#test/support/patience';
import { eventually } from '#test/support/eventually';
import { startSandboxServers, type SandboxServers } from '#test/support/sandbox-servers';
import { NotFoundError, ProviderDeclinedError, type CreatePaymentParams, type Operation } from '@turnpike/sdk';
import { balanceShown, coins, conversionShown, figuresOf, postingsOf, type Settling } from './expected-figures.ts';
import { begun, over, waiting } from './expected-times.ts';
import { openingUnits, openShop, type Shop } from './merchant-shop.ts';

type Story = {
  readonly title: string;
  readonly kopecks: bigint;
  readonly method?: string;
  readonly paid: bigint;
  readonly provider?: string;
};

const paidStories: readonly Story[] = [
  { title: 'accepted at once and paid in full', kopecks: 123_437n, paid: 123_437n },
  { title: 'of a single kopeck', kopecks: 1n, paid: 1n },
  { title: 'to a phone number', kopecks: 33_333n, paid: 33_333n, method: 'WT_RUB_PHONE' },
  { title: 'declined by the first provider (.52)', kopecks: 20_052n, paid: 20_052n, provider: 'sandbox-2' },
  { title: 'of which the payer pays half (.57)', kopecks: 100_157n, paid: 50_078n },
  { title: 'whose details are delayed (.60)', kopecks: 55_560n, paid: 55_560n },
];

let servers: SandboxServers;
let db: SandboxServers['db'];
let server: SandboxServers['server'];
let impatientServer: SandboxServers['impatientServer'];
beforeAll(async () => {
  servers = await startSandboxServers();
  ({ db, server, impatientServer } = servers);
});
afterAll(() => servers?.stop());

const quickly = { pollMs: 50, maxPollMs: 50, timeoutMs: patienceMs };

describe.each<Settling>(['RUB', 'USDT'])('a shop that settles in %s', (settling) => {
  let shop: Shop;
  let balance = openingUnits[settling];
  beforeAll(async () => {
    shop = await openShop(db.database, server.url, settling);
  });
  afterAll(() => shop.close());

  /** The operation as it was just accepted. */
  const accepted = (order: CreatePaymentParams, { kopecks, method = 'WT_RUB_C2C' }: Story) => ({
    operation_id: expect.any(String),
    ...waiting(order),
    type: 'payment',
    status: 'pending',
    method,
    expected_amount: coins(kopecks, 2),
    actual_amount: '0.00',
    currency: 'RUB',
    ...conversionShown(settling),
    ...figuresOf(kopecks, settling).shown,
    external_confirmation: { required: false, methods: [] },
    number: expect.stringMatching(method === 'WT_RUB_PHONE' ? /^\+7\d{10}$/ : /^\d{16}$/),
    name: expect.any(String),
    bankname: expect.stringMatching(/^(sber|tcs)$/),
    ...(method === 'WT_RUB_PHONE' && { bankname_details: expect.any(String) }),
  });
  /** The same operation once it is paid: the destination is the one that was issued. */
  const completed = (created: object, paid: bigint) => {
    const { shown, recordedShown } = figuresOf(paid, settling);
    return { ...created, status: 'completed', actual_amount: coins(paid, 2), ...shown, ...recordedShown };
  };

  const expectCompletion = async (created: Operation, { paid, provider = 'sandbox-1' }: Story): Promise<object> => {
    const operationId = created.operation_id;
    balance += figuresOf(paid, settling).settlement;
    const final = await shop.turnpike.operations.waitFor(created, quickly);
    const receipt = {
      id: expect.any(String),
      amount: Number(paid) / 100,
      completed_at: expect.any(String),
      receipt_url: null,
    };
    const end = completed(created.terminal_at === undefined ? over(created, final) : created, paid);
    expect(final).toEqual({ ...end, receipt_evidence_status: 'complete', receipts: [receipt] });

    const webhooks = await eventually(async () => {
      const received = await shop.webhooksAbout(operationId);
      return received.length > 0 && received;
    }, 'the webhook');
    expect(webhooks).toEqual([
      {
        webhook_id: expect.any(String),
        type: 'operation.completed',
        timestamp: expect.any(String),
        sequence: 1,
        data: end,
      },
    ]);
    expect(await shop.eventsOf(operationId)).toEqual(['1 operation.completed']);
    expect(await shop.postingsOf(operationId)).toEqual(postingsOf(paid, settling, provider));
    expect(await shop.balance()).toEqual([balanceShown(balance, settling)]);
    return end;
  };

  it.each(paidStories)('is credited for a payment $title', async (story) => {
    const order = shop.order(coins(story.kopecks, 2), story.method);
    const created = await shop.turnpike.payments.create(order);
    expect(created).toEqual(accepted(order, story));
    const end = await expectCompletion(created, story);
    const again = await shop.turnpike.payments.create(order);
    expect(again).toEqual(end);
  });

  it('finds a payment completed already that was reported before it was accepted (.59)', async () => {
    const story = { title: '', kopecks: 77_759n, paid: 77_759n };
    const order = shop.order('777.59');
    const created = await shop.turnpike.payments.create(order);
    const { expires_at: _over, ...atOnce } = accepted(order, story);
    expect(created).toEqual({ ...completed(atOnce, story.paid), ...begun(order), terminal_at: created.updated_at });
    expect(await expectCompletion(created, story)).toEqual(created);
  });

  it.each([
    ['that every provider declines (.51)', '100.51', () => server],
    ['whose provider answers too late (.53)', '100.53', () => impatientServer],
  ])('is refused a payment %s, and nothing comes of it', async (_title, amount, serverOf) => {
    const order = shop.order(amount);
    const turnpike = shop.turnpikeAt(serverOf().url);
    const refusal: unknown = await turnpike.payments.create(order).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProviderDeclinedError);
    expect(refusal).toMatchObject({ status: 424, code: 'no_provider_accepted' });
    const { merchant_operation_id: identifier } = order;
    await expect(shop.turnpike.operations.retrieve({ merchant_operation_id: identifier })).rejects.toBeInstanceOf(
      NotFoundError,
    );
    await eventually(async () => {
      const [refused] = await db.database('operations').where({ merchant_operation_id: identifier }).select('status');
      return refused.status === 'rejected';
    }, 'every attempt to be definite');
    expect(await shop.movedFor(identifier)).toBe(0);
    expect(await shop.balance()).toEqual([balanceShown(balance, settling)]);
  });

  it('is told nothing about a payment that is not paid (.58)', async () => {
    const order = shop.order('999.58');
    const unpaid = await shop.turnpike.payments.create(order);
    expect(unpaid).toEqual(accepted(order, { title: '', kopecks: 99_958n, paid: 0n }));
    // Time enough for a later payment to be paid and reported.
    const story = { title: '', kopecks: 10_000n, paid: 10_000n };
    await expectCompletion(await shop.turnpike.payments.create(shop.order('100.00')), story);
    expect(await shop.turnpike.operations.retrieve(unpaid)).toEqual({
      ...unpaid,
      receipt_evidence_status: 'not_ready',
      receipts: [],
    });
    expect(await shop.webhooksAbout(unpaid.operation_id)).toEqual([]);
    expect(await shop.eventsOf(unpaid.operation_id)).toEqual([]);
    expect(await shop.postingsOf(unpaid.operation_id)).toEqual([]);
  });

  it('has a ledger and a history that break no invariant', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
