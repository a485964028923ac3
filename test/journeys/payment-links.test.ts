import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningServer } from '#server/start-server';
import { brokenInvariants } from '#test/faults/clean-check';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { patienceMs } from '#test/support/patience';
import { startTestServer } from '#test/support/server';
import { NotFoundError, ProviderDeclinedError } from '@turnpike/sdk';
import { changed, over } from './expected-times.ts';
import { openShop, type Shop } from './merchant-shop.ts';
import { handIn, receiptOf, webhooksUpTo } from './receipt-uploads.ts';

let db: TestDatabase;
let server: RunningServer;
let shop: Shop;
beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer(db.url);
  shop = await openShop(db.database, server.url, 'RUB');
});
afterAll(async () => {
  await shop.close();
  await server.stop();
  expect(await brokenInvariants(db.database)).toEqual([]);
  await db.drop();
});

const quickly = { pollMs: 50, maxPollMs: 50, timeoutMs: patienceMs };
const pageAt = (url: string): Promise<Response> => fetch(url);

describe('a payment that is created with a page', () => {
  it('is the payment that it would be without, and its address is told to no caller that does not ask for it', async () => {
    const order = shop.order('1000.00');
    const { payment_url: url, ...payment } = await shop.turnpike.payments.createLink(order);
    expect(payment).toMatchObject({
      type: 'payment',
      status: 'pending',
      expected_amount: '1000.00',
      number: expect.any(String),
    });
    expect(url).toBe(`${server.url}/pay/${payment.operation_id}`);
    const page = await pageAt(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);

    const final = await shop.turnpike.operations.waitFor(payment, quickly);
    expect(final).toMatchObject({
      ...over(payment, final),
      status: 'completed',
      actual_amount: '1000.00',
      settlement_amount: '970.00',
    });
    expect(final).not.toHaveProperty('expires_at');
    const [webhook] = await webhooksUpTo(shop, payment, 1);
    const { receipts: _receipts, receipt_evidence_status: _status, ...end } = final;
    expect(webhook?.data).toEqual(end);
    expect(await shop.turnpike.payments.create(order)).toEqual(end);
    expect(await shop.turnpike.payments.createLink(order)).toEqual({ ...end, payment_url: url });
  });

  it('has a page only once that is asked for', async () => {
    const order = shop.order('1000.58');
    const payment = await shop.turnpike.payments.create(order);
    expect(payment).not.toHaveProperty('payment_url');
    const url = `${server.url}/pay/${payment.operation_id}`;
    expect((await pageAt(url)).status).toBe(404);
    expect(await shop.turnpike.payments.createLink(order)).toEqual({ ...payment, payment_url: url });
    expect((await pageAt(url)).status).toBe(200);
  });

  it('takes the receipt from its merchant as well', async () => {
    const { payment_url: url, ...payment } = await shop.turnpike.payments.createLink(
      shop.order('1000.54', 'WT_RUB_PHONE'),
    );
    expect(payment).toMatchObject({ status: 'awaiting_confirmation' });
    const handed = await handIn(shop, payment, receiptOf(payment));
    expect(handed).toEqual(changed(payment, handed));
    expect(await shop.turnpike.operations.waitFor(payment, quickly)).toMatchObject({
      status: 'completed',
      actual_amount: '1000.54',
    });
    expect((await pageAt(url)).status).toBe(200);
  });

  it('is refused as any other, and then there is no page either', async () => {
    const order = shop.order('1000.51');
    await expect(shop.turnpike.payments.createLink(order)).rejects.toBeInstanceOf(ProviderDeclinedError);
    const { merchant_operation_id } = order;
    await expect(shop.turnpike.operations.retrieve({ merchant_operation_id })).rejects.toBeInstanceOf(NotFoundError);
    const attempted = await db.database('operations').where({ merchant_operation_id }).pluck('operation_id');
    expect(attempted).toHaveLength(1);
    for (const id of attempted) expect((await pageAt(`${server.url}/pay/${id}`)).status).toBe(404);
    const differing = shop.order('10.00');
    await shop.turnpike.payments.createLink(differing);
    await expect(shop.turnpike.payments.createLink({ ...differing, amount: '11.00' })).rejects.toMatchObject({
      status: 412,
      code: 'identifier_reused',
    });
  });

  it('that was cancelled before has a page that shows no destination', async () => {
    const order = shop.order('1500.00');
    const { operation } = await shop.turnpike.payments.cancel({ merchant_operation_id: order.merchant_operation_id });
    const payment = await shop.turnpike.payments.createLink(order);
    expect(payment).toMatchObject({
      operation_id: operation.operation_id,
      status: 'cancelled',
      cancel_reason: 'merchant',
    });
    expect(payment).not.toHaveProperty('number');
    const page = await pageAt(payment.payment_url);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toMatch(/\d{16}|\+7\d{10}/);
  });
});

it('pages are where the configuration says that they are', async () => {
  const elsewhere = await startTestServer(db.url, {
    PUBLIC_URL: 'https://gateway.example',
    PAY_URL: 'https://pay.example/p/',
  });
  const other = await openShop(db.database, elsewhere.url, 'RUB');
  try {
    const payment = await other.turnpike.payments.createLink(other.order('10.58'));
    expect(payment.payment_url).toBe(`https://pay.example/p/${payment.operation_id}`);
    expect((await pageAt(`${elsewhere.url}/p/${payment.operation_id}`)).status).toBe(200);
  } finally {
    await other.close();
    await elsewhere.stop();
  }
});
