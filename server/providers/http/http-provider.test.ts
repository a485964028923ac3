import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#platform/ids';
import type { ConnectedProvider } from '#providers';
import {
  declinedOrder,
  newAttempt,
  orderThatIs,
  paymentOrder,
  payoutOrder,
  takenPayment,
  takenPayout,
  transfer,
} from '#test/support/connector-orders';
import { connectorProblem, startFakeConnector, type FakeConnector } from '#test/support/fake-connector';
import { openConnector } from '#test/support/open-connector';
import { patienceMs } from '#test/support/patience';
import type { ConnectorSettings } from './index.ts';

let connector: FakeConnector;
let opened: ReturnType<typeof openConnector>;
let provider: ConnectedProvider;
let settings: ConnectorSettings;
let told: [string, unknown][];

beforeEach(async () => {
  connector = await startFakeConnector();
  told = [];
  settings = { url: connector.url, secret: 's3cret', authority: null, certificate: null, isPayoutRepeatable: true };
  opened = openConnector(
    () => settings,
    (name, fact) => told.push([name, fact]),
  );
  ({ provider } = opened);
});
afterEach(async () => {
  await connector.close();
  await opened.close();
});

const unknown = { outcome: 'unknown' };
const notSent = { outcome: 'not_sent', reason: 'provider_unavailable' };

describe('a payment at a connector', () => {
  it('is asked for by its attempt, with the secret, what is left of the time, and all that is known of the client', async () => {
    connector.answer(({ path }) => ({ body: takenPayment(path) }));
    const order = paymentOrder();
    await provider.createPayment(order, patienceMs);
    const [call] = connector.calls;
    expect(call).toMatchObject({
      method: 'PUT',
      path: `/connector/v1/payments/${order.attempt.attemptId}`,
      headers: { authorization: 'Bearer s3cret', 'accept-encoding': 'identity' },
    });
    expect(Number(call?.headers['x-timeout-ms'])).toBeGreaterThan(0);
    expect(Number(call?.headers['x-timeout-ms'])).toBeLessThanOrEqual(60_000);
    expect(JSON.parse(call?.body ?? '')).toEqual({
      shop_id: order.attempt.shopId,
      method: 'WT_RUB_C2C',
      rail: 'card',
      amount: '1000.00',
      currency: 'RUB',
      client: { id: 'user-70538', ip: '203.0.113.7', created_at: '2025-06-01T12:00:00.000Z' },
    });
  });

  it('is accepted with where the payer sends the money', async () => {
    const destination = {
      number: '1',
      name: 'N',
      bankname: 'sber',
      bankname_details: 'Сбербанк',
      number_additional: 'HDFC0001234',
      qr_code: 'https://qr',
    };
    connector.answer(({ path }) => ({
      body: takenPayment(path, { destination, receipt_required: true, payable_amount: '1000.37', added: 'later' }),
    }));
    const answer = await provider.createPayment(paymentOrder(), patienceMs);
    expect(JSON.parse(JSON.stringify(answer))).toEqual({
      outcome: 'accepted',
      requisites: {
        number: '1',
        name: 'N',
        bankname: 'sber',
        banknameDetails: 'Сбербанк',
        numberAdditional: 'HDFC0001234',
        qrCode: 'https://qr',
      },
      isReceiptRequired: true,
      payableAmount: '1000.37',
    });
    expect(told).toEqual([]);
  });

  it('that is paid already is accepted, and its money reported', async () => {
    const evidence = { status: 'complete', items: [{ ...transfer('1000.00'), document_id: 'doc-1' }] };
    connector.answer(({ path }) => ({
      body: takenPayment(path, { status: 'paid', paid_total: '1000.00', evidence }),
    }));
    const order = paymentOrder();
    expect(await provider.createPayment(order, patienceMs)).toMatchObject({ outcome: 'accepted' });
    const items = [{ amount: '1000.00', completedAt: new Date('2026-02-10T09:00:02.113Z'), documentId: 'doc-1' }];
    expect(told.map(([name]) => name)).toEqual(['report']);
    expect(JSON.parse(JSON.stringify(told[0]?.[1]))).toEqual(
      JSON.parse(
        JSON.stringify({
          attempt: order.attempt,
          state: 'paid',
          paidTotal: '1000',
          evidence: items.map((item) => ({ ...item, amount: '1000' })),
        }),
      ),
    );
  });

  it.each([
    ['declined', (path: string) => declinedOrder(path), 'limit_exceeded'],
    ['declined for a reason that is new', (path: string) => declinedOrder(path, 'full_moon'), 'other'],
    ['voided before it came', (path: string) => orderThatIs(path, 'voided'), 'voided'],
    ['an old one that failed', (path: string) => takenPayment(path, { status: 'failed' }), 'failed'],
  ])('is declined where it is %s', async (_what, body, reason) => {
    connector.answer(({ path }) => ({ body: body(path) }));
    expect(await provider.createPayment(paymentOrder(), patienceMs)).toEqual({ outcome: 'declined', reason });
  });

  it.each([
    ['voided', (path: string) => orderThatIs(path, 'voided'), { outcome: 'voided' }],
    ['failed', (path: string) => takenPayment(path, { status: 'failed' }), { outcome: 'voided' }],
    ['still open', (path: string) => takenPayment(path), unknown],
    ['not found', (path: string) => orderThatIs(path, 'not_found'), unknown],
  ])('that is to be voided and is %s', async (_what, body, answer) => {
    connector.answer(({ path }) => ({ body: body(path) }));
    expect(await provider.voidPayment(newAttempt())).toEqual(answer);
  });

  it.each(['paid', 'open'])('that has money and is %s is too late to be voided', async (status) => {
    connector.answer(({ path }) => ({ body: takenPayment(path, { status, paid_total: '600.00' }) }));
    expect(await provider.voidPayment(newAttempt())).toMatchObject({ outcome: 'paid' });
    expect(told).toMatchObject([['report', { state: status }]]);
  });
});

describe('a leg at a connector', () => {
  it('is sent with its destination and the payout that it belongs to', async () => {
    connector.answer(({ path }) => ({ body: takenPayout(path) }));
    const order = { ...payoutOrder(), bankname: 'sber' };
    expect(await provider.createPayout(order)).toEqual({ outcome: 'accepted' });
    expect(JSON.parse(connector.calls[0]?.body ?? '')).toMatchObject({
      amount: '1000.00',
      destination: { number: '2200000000000004', name: 'Анна Смирнова', bankname: 'sber' },
      payout: { amount: '3000.00', leg: 1, legs: 3 },
    });
    expect(told).toEqual([]);
  });

  it('whose outcome is there already is accepted, and its outcome reported', async () => {
    connector.answer(({ path }) => ({ body: takenPayout(path, { status: 'failed', reason: 'bank_unreachable' }) }));
    expect(await provider.createPayout(payoutOrder())).toEqual({ outcome: 'accepted' });
    expect(told).toMatchObject([['reportPayout', { state: 'failed' }]]);
  });

  it.each([
    ['found', (path: string) => takenPayout(path, { status: 'paid', paid_total: '5.00' }), 'found'],
    ['declined', (path: string) => declinedOrder(path), 'declined'],
    ['not found', (path: string) => orderThatIs(path, 'not_found'), 'not_found'],
  ])('is %s', async (_what, body, outcome) => {
    connector.answer(({ path }) => ({ body: body(path) }));
    expect(await provider.lookUpPayout(newAttempt())).toMatchObject({ outcome });
    expect(provider.isPayoutRepeatable).toBe(true);
  });

  it('that a create does not find has an unknown outcome, because only a look-up finds nothing', async () => {
    connector.answer(({ path }) => ({ body: orderThatIs(path, 'not_found') }));
    expect(await provider.createPayout(payoutOrder())).toEqual(unknown);
  });
});

describe('what proves a payment at a connector', () => {
  const fileId = newId();
  const review = (path: string, fields: object) => ({ attempt_id: path.split('/')[4], file_id: fileId, ...fields });

  it('is handed over as a form, and a verdict that is there is reported', async () => {
    connector.answer(({ path }) => ({ body: review(path, { verdict: 'doubtful', doubt: 'not_terminal' }) }));
    const attempt = newAttempt();
    const receipt = { attempt, fileId, content: Buffer.from('%PDF-1.4 receipt') };
    expect(await provider.submitReceipt(receipt)).toEqual({ outcome: 'taken' });
    const [call] = connector.calls;
    expect(call?.path).toBe(`/connector/v1/payments/${attempt.attemptId}/receipts/${fileId}`);
    expect(call?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(call?.body).toMatch(/name="receipt".*\r\nContent-Type: application\/pdf\r\n\r\n%PDF-1.4 receipt\r\n/);
    expect(told).toMatchObject([['reportReceipt', { attempt, fileId, outcome: 'doubtful', reason: 'not_terminal' }]]);
  });

  it('is under review while nothing is found, and of another file it is not believed', async () => {
    connector.answer(({ path }) => ({ body: review(path, { verdict: 'pending' }) }));
    const receipt = { attempt: newAttempt(), fileId, content: Buffer.from('%PDF') };
    expect(await provider.submitReceipt(receipt)).toEqual({ outcome: 'taken' });
    expect(await provider.submitReceipt({ ...receipt, fileId: newId() })).toEqual(unknown);
    expect(told).toEqual([]);
  });

  it('is fetched when there is more to show', async () => {
    connector.answer(({ path }) => ({
      body: { attempt_id: path.split('/')[4], evidence: { status: 'later', items: [] } },
    }));
    expect(await provider.fetchEvidence(newAttempt())).toEqual({ outcome: 'found', evidence: 'later' });
  });

  it('may be a document, whose absence is believed only where the contract says it', async () => {
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(1_000_000, 7)]);
    connector.answer({ headers: { 'content-type': 'application/pdf' }, body: content });
    expect(await provider.fetchDocument(newAttempt(), 'doc-1')).toEqual({ outcome: 'found', content });
    connector.answer(connectorProblem('document_not_found', 404));
    expect(await provider.fetchDocument(newAttempt(), 'doc-1')).toEqual({ outcome: 'not_found' });
    connector.answer({ status: 404, headers: { 'content-type': 'text/html' }, body: 'no such page' });
    expect(await provider.fetchDocument(newAttempt(), 'doc-1')).toEqual(unknown);
  });
});

describe('an order that was surely not carried out', () => {
  it.each(['not_carried_out', 'too_many_requests'])('is told by the contract: %s', async (code) => {
    connector.answer(connectorProblem(code, code === 'not_carried_out' ? 503 : 429));
    expect(await provider.createPayment(paymentOrder(), patienceMs)).toEqual(notSent);
    expect(await provider.createPayout(payoutOrder())).toEqual(notSent);
    expect(await provider.lookUpPayout(newAttempt())).toEqual(unknown);
  });

  it('is one that found no connection', async () => {
    await connector.close();
    expect(await provider.createPayout(payoutOrder())).toEqual(notSent);
  });

  it('is one whose connector has an address that may not be connected to', async () => {
    settings = { ...settings, url: 'http://169.254.169.254' };
    expect(await provider.createPayout(payoutOrder())).toEqual(notSent);
  });

  it.each(['https://127.0.0.1', 'https://localhost'])('is one whose connector speaks no TLS: %s', async (origin) => {
    settings = { ...settings, url: connector.url.replace('http://127.0.0.1', origin) };
    expect(await provider.createPayout(payoutOrder())).toEqual(notSent);
    expect(connector.calls).toEqual([]);
  });
});

describe('what a connector tells of itself', () => {
  const health = { status: 'up', methods: [] };
  const capabilities = { name: 'Example Bank', repeats_payouts: true, payments: [], payouts: [] };
  const balances = [{ currency: 'RUB', available: '-1.50', as_of: '2026-02-10T09:00:00.000Z' }];

  it('is read piece by piece, so that one that cannot be had leaves the others', async () => {
    connector.answer(({ path }) => {
      if (path.endsWith('/capabilities')) return { body: capabilities };
      return path.endsWith('/balances') ? { body: { balances } } : { body: { ...health, status: 'fine' } };
    });
    expect(await opened.describe()).toEqual({ capabilities, balances, health: null });
    expect(connector.calls.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer s3cret'));
  });

  it('is nothing where it cannot be asked', async () => {
    await connector.close();
    expect(await opened.describe()).toEqual({ capabilities: null, balances: null, health: null });
  });
});

describe('settings', () => {
  it('that change are gone by within a second, with connections of their own', async () => {
    connector.answer(({ path }) => ({ body: takenPayout(path) }));
    await provider.createPayout(payoutOrder());
    const other = await startFakeConnector();
    other.answer(({ path }) => ({ body: takenPayout(path) }));
    settings = { ...settings, url: other.url, secret: 'another' };
    while (other.calls.length === 0) await provider.createPayout(payoutOrder());
    expect(other.calls[0]?.headers.authorization).toBe('Bearer another');
    await other.close();
  });
});
