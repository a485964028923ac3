import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deposit } from '#features/balances';
import { RequestError } from '#platform/errors';
import { newId } from '#platform/ids';
import { decimal } from '#platform/money';
import { brokenInvariants } from '#test/faults/clean-check';
import { createHarness } from '#test/faults/payment-harness';
import { createPayoutHarness, type Bank } from '#test/faults/payout-harness';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop, type TestShop } from '#test/support/shop';
import { tester } from '#test/support/operators';

let db: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database, { balance: '1000.00', methods: ['WT_RUB_C2C', 'toCard'] });
});
afterAll(() => db.drop());

const harnessWith = (banks: Readonly<Record<string, Bank>>) => createPayoutHarness(db.database, shop, banks);
const refusalOf = async (create: Promise<unknown>): Promise<unknown> => {
  const refusal: unknown = await create.catch((error: unknown) => error);
  return refusal instanceof RequestError ? [refusal.code, ...(refusal.details.fields ?? [])] : refusal;
};
const operationsOf = (identifier: string): Promise<string[]> =>
  db.database('operations').where({ merchant_operation_id: identifier }).pluck('operation_id');
const available = async (currency: string): Promise<string> =>
  (await db.database('ledger_accounts').where({ shop_id: shop.shopId, account: 'available', currency }).first())
    .balance;

describe('the bank of a payout', () => {
  let rich: TestShop;
  beforeAll(async () => {
    rich = await createTestShop(db.database, { balance: '1000.00', methods: ['toCard', 'sbp'] });
  });

  const toSbp = { method: 'sbp', number: '+79001234567' };

  it('passes on to the provider what the merchant wrote, where the method takes banks verbatim', async () => {
    const told: (string | null)[] = [];
    const createPayout: Bank['createPayout'] = ({ bankname }) => {
      told.push(bankname);
      return Promise.resolve({ outcome: 'accepted' });
    };
    const harness = createPayoutHarness(db.database, rich, { bank: { createPayout } });
    const { destination } = await harness.createInH2h('10.00', randomUUID(), 'Kaspi bank');
    expect(destination).toMatchObject({ bankname: 'Kaspi bank', banknameDetails: null });
    await harness.work();
    expect(told).toEqual(['Kaspi bank']);
  });

  it('becomes its one name before a provider is asked, and one that is not known creates nothing', async () => {
    const told: (string | null)[] = [];
    const createPayout: Bank['createPayout'] = ({ bankname }) => {
      told.push(bankname);
      return Promise.resolve({ outcome: 'accepted' });
    };
    const harness = createPayoutHarness(db.database, rich, { bank: { createPayout } });
    const { destination } = await harness.createInH2h('10.00', randomUUID(), 'bank100000000004', toSbp);
    expect(destination).toMatchObject({ bankname: 'Т-Банк', banknameDetails: 'Т-Банк' });
    await harness.work();
    expect(told).toEqual(['Т-Банк']);
    const identifier = randomUUID();
    await expect(harness.createInH2h('10.00', identifier, 'т-банк', toSbp)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field: 'destination.bank', code: 'unknown_bank' }] },
    });
    expect(await operationsOf(identifier)).toEqual([]);
  });

  it('prices a payout by the tier of its bank', async () => {
    for (const method of ['toCard', 'sbp']) {
      await db.database('tariffs').insert({
        shop_id: rich.shopId,
        tariff_id: newId(),
        direction: 'payout',
        method,
        bank_tier: 'intrabank',
      });
    }
    const harness = createPayoutHarness(db.database, rich, { bank: {} });
    const commissionsOf = async (banks: readonly string[], more = {}): Promise<string[]> => {
      const commissions = [];
      for (const bankname of banks) {
        const { commissionAmount } = await harness.createInH2h('10.00', randomUUID(), bankname, more);
        commissions.push(commissionAmount.toFixed(2));
      }
      return commissions;
    };
    // Verbatim: by the two literals alone. Classified: by the name that the bank has in the classifier.
    expect(await commissionsOf(['sber', 'Сбербанк'])).toEqual(['0.00', '0.00']);
    const interbank = ['SBER', 'сбербанк', ' sber', 'sberbank', '100000000111', 'bank100000000111'];
    expect(await commissionsOf(interbank)).toEqual(interbank.map(() => '0.20'));
    const names = ['Сбербанк', '100000000111', 'BANK100000000111', 'sber', 'SberBank'];
    expect(await commissionsOf(names, toSbp)).toEqual(names.map(() => '0.00'));
    expect(await commissionsOf(['Т-Банк', '100000000004'], toSbp)).toEqual(['0.20', '0.20']);
  });

  it('stays the name of an operation after the bank has left the list', async () => {
    const harness = createPayoutHarness(db.database, rich, { bank: {} });
    const identifier = randomUUID();
    const { operationId } = await harness.createInH2h('10.00', identifier, 'Плайт', toSbp);
    const left = { left_at: db.database.fn.now() };
    await db.database('banks').where({ list: 'sbp', name: 'Плайт' }).update(left);
    await db.database('bank_lists').where({ list: 'sbp' }).update({ version: randomUUID() });
    const after = createPayoutHarness(db.database, rich, { bank: {} });
    await expect(after.createInH2h('10.00', randomUUID(), 'Плайт', toSbp)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await after.work();
    const read = await db.database('operations').where({ operation_id: operationId }).first();
    expect(read).toMatchObject({ bankname: 'Плайт', bankname_details: 'Плайт' });
  });
});

describe('creating a payout', () => {
  it('answers what holds the identifier, though money and routes are gone since', async () => {
    const identifier = randomUUID();
    const created = await harnessWith({ bank: {} }).create('900.00', identifier);
    expect(await harnessWith({}).create('900.00', identifier)).toEqual(created);
    expect(await available('RUB')).toBe('82.000000');
    expect(await refusalOf(harnessWith({}).create('901.00', identifier))).toEqual(['identifier_reused']);
    expect(await refusalOf(harnessWith({}).create('900.00'))).toEqual(['insufficient_balance']);
    expect(await refusalOf(harnessWith({}).create('10.00'))).toEqual(['no_provider_accepted']);
  });

  it('is refused by h2h whose identifier names a payout, whatever its body, until that has failed', async () => {
    const harness = harnessWith({
      bank: { createPayout: () => Promise.resolve({ outcome: 'declined', reason: 'no' }) },
    });
    const identifier = randomUUID();
    const { operationId } = await harness.createInH2h('10.00', identifier);
    expect(await refusalOf(harness.createInH2h('10.00', identifier))).toEqual(['identifier_reused']);
    expect(await refusalOf(harness.createInH2h('11.00', identifier))).toEqual(['identifier_reused']);
    await harness.work();
    expect((await harness.createInH2h('11.00', identifier)).operationId).not.toBe(operationId);
    expect(await operationsOf(identifier)).toHaveLength(2);
  });

  it('is named by its idempotency key for good, also once it failed and its identifier is free again', async () => {
    const harness = harnessWith({
      bank: { createPayout: () => Promise.resolve({ outcome: 'declined', reason: 'no' }) },
    });
    const [identifier, idempotencyKey] = [randomUUID(), randomUUID()];
    const create = (amount = '10.00', name = identifier) =>
      harness.createInH2h(amount, name, null, { idempotencyKey, webhookUrl: 'https://shop.example/' });
    const before = decimal(await available('RUB'));
    const [first, ...others] = await Promise.all([create(), create(), create()]);
    expect(others).toEqual([first, first]);
    expect(before.minus(decimal(await available('RUB'))).toFixed(2)).toBe('10.20');
    expect(await refusalOf(create('11.00'))).toEqual(['idempotency_key_reused']);
    expect(await refusalOf(create('10.00', randomUUID()))).toEqual(['idempotency_key_reused']);
    expect(await refusalOf(harness.createInH2h('10.00', identifier))).toEqual(['identifier_reused']);
    await harness.work();
    expect(await create()).toMatchObject({ operationId: first.operationId, status: 'cancelled' });
    const { operationId } = await harness.createInH2h('10.00', identifier);
    expect(operationId).not.toBe(first.operationId);
    expect(await create()).toMatchObject({ operationId: first.operationId });
    const urls = db.database('events').where({ operation_id: first.operationId }).pluck('webhook_url');
    expect(await urls).toEqual(['https://shop.example/', 'https://shop.example/']);
  });

  it('tells its provider of the recipient and the client, of whom nothing lies about', async () => {
    const told: unknown[] = [];
    const createPayout: Bank['createPayout'] = ({ name, clientIp, clientPhone, clientCreatedAt }) => {
      told.push({ name, clientIp, clientPhone, clientCreatedAt });
      return Promise.resolve({ outcome: 'accepted' });
    };
    const harness = harnessWith({ bank: { createPayout } });
    const client = {
      clientIp: '203.0.113.9',
      clientPhone: '+79001234567',
      clientCreatedAt: new Date('2024-05-06T07:08:09.000Z'),
    };
    const name = 'ANNA SMIRNOVA';
    const { operationId, destination } = await harness.createInH2h('1.00', randomUUID(), null, { ...client, name });
    expect(destination).toMatchObject({ name });
    await harness.work();
    expect(told).toContainEqual({ name, ...client });
    const row = await db.database('operations').where({ operation_id: operationId }).first();
    expect(row).toMatchObject({ client_ip: null, holder_name: null });
    const events = await db.database('events').where({ operation_id: operationId });
    expect(
      [name, client.clientIp, client.clientPhone].filter((part) => JSON.stringify([row, events]).includes(part)),
    ).toEqual([]);
  });

  it('is not named by the key of one for which there was no money', async () => {
    const harness = harnessWith({ bank: {} });
    const more = { idempotencyKey: randomUUID() };
    const identifier = randomUUID();
    expect(await refusalOf(harness.createInH2h('100000.00', identifier, null, more))).toEqual(['insufficient_balance']);
    expect(await harness.createInH2h('1.00', identifier, null, more)).toMatchObject({ status: 'pending' });
  });

  it('tells of its acceptance in h2h, in the step that reserves the money, and not in v1', async () => {
    const harness = harnessWith({ bank: {} });
    const eventsOf = (operationId: string) =>
      db.database('events').where({ operation_id: operationId }).orderBy('sequence').select('sequence', 'type', 'data');
    const other = await createTestShop(db.database, { balance: '1000.00', methods: ['toCard'] });
    const created = await Promise.all([
      ...['1.00', '2.00'].map((amount) => harness.createInH2h(amount, randomUUID())),
      createPayoutHarness(db.database, other, { bank: {} }).createInH2h('3.00', randomUUID()),
    ]);
    for (const { operationId } of created) {
      const told = await eventsOf(operationId);
      expect(told).toMatchObject([{ sequence: 1, type: 'operation.accepted', data: { status: 'pending' } }]);
    }
    expect(await eventsOf((await harness.create('1.00')).operationId)).toEqual([]);
    const refused = randomUUID();
    expect(await refusalOf(harness.createInH2h('100000.00', refused))).toEqual(['insufficient_balance']);
    expect(await db.database('events').whereRaw(`data ->> 'merchant_operation_id' = ?`, [refused])).toEqual([]);
  });

  it('waits for a refused payment of that name whose attempt is still unknown', async () => {
    const payments = createHarness(db.database, shop);
    const { operationId, attempt } = await payments.startCreate('100.00');
    const ended = { attemptId: attempt.attemptId, state: 'unknown' as const, declineReason: null };
    await payments.payments.rejectIntent(shop.shopId, operationId, ended, 'no_provider_accepted');
    const harness = harnessWith({ bank: {} });
    expect(await refusalOf(harness.create('10.00', operationId))).toEqual(['create_in_progress']);
  });

  it('refuses what is worth nothing in the currency of the shop, and reserves the least that is', async () => {
    await db.database('fx_rates').insert({
      base: 'RUB',
      quote: 'USD',
      source: 'test',
      valid_from: new Date(0),
      rate: '0.0125',
    });
    const amount = { amount: decimal('1.00'), currency: 'USD' };
    await deposit({ database: db.database }, { shopId: shop.shopId, amount, actor: tester });
    const identifier = randomUUID();
    const harness = harnessWith({ bank: {} });
    // 0.005 rounds to the even neighbour, which is nothing.
    expect(await refusalOf(harness.create('0.40', identifier, 'USD'))).toEqual([
      'invalid_request',
      { field: 'amount', code: 'too_small', values: { currency: 'USD' } },
    ]);
    expect(await operationsOf(identifier)).toEqual([]);
    await harness.create('0.41', identifier, 'USD');
    expect(await available('USD')).toBe('0.990000');
  });

  it('refuses one of several alone that come at the same time', async () => {
    const harness = harnessWith({ bank: {} });
    const before = decimal(await available('RUB'));
    const answers = await Promise.all(
      ['10.00', '100000.00', '20.00'].map((amount) =>
        harness.create(amount).then(
          () => 'created',
          (error: Error) => error.message,
        ),
      ),
    );
    expect(answers).toEqual(['created', 'insufficient_balance', 'created']);
    expect(before.minus(decimal(await available('RUB'))).toFixed(2)).toBe('30.60');
  });

  it('breaks no invariant', async () => {
    expect(await brokenInvariants(db.database)).toEqual([]);
  });
});
