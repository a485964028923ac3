import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NewConnector } from '#features/connectors';
import type { RunningServer } from '#server/start-server';
import { brokenInvariants } from '#test/faults/clean-check';
import { addTestConnector, callbackOf, routeOver, sendCallback } from '#test/support/connected-shop';
import { declinedOrder, orderThatIs, takenPayment, takenPayout, transfer } from '#test/support/connector-orders';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import {
  connectorProblem,
  startFakeConnector,
  type ConnectorCall,
  type ConnectorReply,
  type FakeConnector,
} from '#test/support/fake-connector';
import { startTestServer } from '#test/support/server';
import { openShop, type Shop } from './merchant-shop.ts';

let db: TestDatabase;
let server: RunningServer;
let connector: FakeConnector;
let secrets: NewConnector;
let shop: Shop;
beforeAll(async () => {
  db = await createTestDatabase();
  connector = await startFakeConnector();
  secrets = await addTestConnector(db.database, 'bank', connector.url);
  server = await startTestServer(db.url, { CONNECTOR_ALLOWED_NETWORKS: '127.0.0.0/8' });
});
beforeEach(async () => {
  connector.calls.length = 0;
  shop = await openShop(db.database, server.url, 'RUB', '10000.00');
  await routeOver(db.database, shop, 'bank');
});
afterEach(async () => {
  await shop.close();
  expect(await brokenInvariants(db.database)).toEqual([]);
});
afterAll(async () => {
  await server.stop();
  await connector.close();
  await db.drop();
});

const called = (method: string, part: string) => (call: ConnectorCall) =>
  call.method === method && call.path.includes(part);
const attemptOf = async (operationId: string): Promise<string> =>
  db
    .database('attempts')
    .where({ operation_id: operationId })
    .first()
    .then((row) => row.attempt_id as string);
const stateOf = async (attemptId: string): Promise<string> =>
  db
    .database('attempts')
    .where({ attempt_id: attemptId })
    .first()
    .then((row) => row.state as string);
const tell = (type: string, data: object) =>
  sendCallback(server.url, 'bank', callbackOf(shop.shopId, type, data), { secret: secrets.callbackSecret });
/** Answers by the method and the path of a call; what is not named is not carried out. */
const answering = (table: Readonly<Record<string, (path: string) => ConnectorReply>>): void =>
  connector.answer(({ method, path }) => {
    const [, reply] = Object.entries(table).find(([start]) => `${method} ${path}`.startsWith(start)) ?? [];
    return reply?.(path) ?? connectorProblem('not_carried_out', 503);
  });

describe('a payment over a connector', () => {
  it('is settled by the totals that its callbacks tell, in any order and as often as they come', async () => {
    answering({ 'PUT /connector/v1/payments': (path) => ({ body: takenPayment(path) }) });
    const payment = await shop.turnpike.payments.create(shop.order('1000.00'));
    expect(payment).toMatchObject({ status: 'pending', number: '2200009724804666', bankname: 'sber' });
    const path = connector.calls.find(called('PUT', '/payments/'))!.path;
    const paid = takenPayment(path, {
      status: 'paid',
      paid_total: '1000.00',
      evidence: { status: 'complete', items: [transfer('400.00'), transfer('600.00')] },
    });
    expect((await tell('payment.changed', takenPayment(path, { paid_total: '400.00' }))).status).toBe(204);
    for (const callback of [paid, takenPayment(path, { paid_total: '400.00' }), paid]) {
      expect((await tell('payment.changed', callback)).status).toBe(204);
    }
    const final = await shop.finalOf(payment);
    expect(final).toMatchObject({ status: 'completed', actual_amount: '1000.00' });
    expect(final.receipts?.map(({ amount }) => amount)).toEqual([400, 600]);
    expect(await shop.postingsOf(payment.operation_id)).toEqual([
      'clearing:bank -1000.000000 RUB',
      'available 970.000000 RUB',
      'commission 30.000000 RUB',
    ]);
  });

  it('whose create was not answered goes elsewhere, and is voided when the connector tells that it took it on', async () => {
    await routeOver(db.database, shop, 'bank', 'sandbox-1');
    answering({
      'PUT /connector/v1/payments': () => connectorProblem('outcome_unknown', 503),
      'POST /connector/v1/payments': () => connectorProblem('outcome_unknown', 503),
    });
    const payment = await shop.turnpike.payments.create(shop.order('100.00'));
    const { path } = connector.calls.find(called('PUT', '/payments/'))!;
    const attemptId = path.split('/')[4]!;
    await eventually(() => connector.calls.some(called('POST', attemptId)), 'the first void');
    expect(await stateOf(attemptId)).toBe('unknown');
    answering({ 'POST /connector/v1/payments': (asked) => ({ body: orderThatIs(asked, 'voided') }) });
    await eventually(async () => {
      // The first void may have put its next turn off only after the callback.
      expect((await tell('payment.changed', takenPayment(path))).status).toBe(204);
      return (await stateOf(attemptId)) === 'voided';
    }, 'the attempt to be voided');
    expect(payment.number).not.toBe('2200009724804666');
  });

  it('that was paid before it was answered is completed', async () => {
    answering({
      'PUT /connector/v1/payments': (path) => ({ body: takenPayment(path, { status: 'paid', paid_total: '500.00' }) }),
    });
    const payment = await shop.turnpike.payments.create(shop.order('500.00'));
    expect(await shop.finalOf(payment)).toMatchObject({ status: 'completed', actual_amount: '500.00' });
  });

  it('is refused at once where its connector says that nothing was carried out', async () => {
    answering({});
    await expect(shop.turnpike.payments.create(shop.order('500.00'))).rejects.toMatchObject({
      code: 'no_provider_accepted',
    });
    const [attempt] = await db.database('attempts').where({ shop_id: shop.shopId });
    expect(attempt).toMatchObject({ state: 'declined', decline_reason: 'provider_unavailable' });
  });
});

describe('a payout over a connector', () => {
  it('is settled by its callback, and what comes back later goes to suspense', async () => {
    answering({ 'PUT /connector/v1/payouts': (path) => ({ body: takenPayout(path) }) });
    const payout = await shop.turnpike.payouts.create(shop.payout('1000.00'));
    await eventually(() => connector.calls.some(called('PUT', '/payouts/')), 'the leg to be sent');
    const { path, body } = connector.calls.find(called('PUT', '/payouts/'))!;
    expect(JSON.parse(body)).toMatchObject({ amount: '1000.00', payout: { amount: '1000.00', leg: 1, legs: 1 } });
    const paid = { status: 'paid', paid_total: '1000.00' };
    expect((await tell('payout.changed', takenPayout(path, paid))).status).toBe(204);
    expect(await shop.finalOf(payout)).toMatchObject({ status: 'completed', actual_amount: '1000.00' });
    expect((await tell('payout.changed', takenPayout(path, { ...paid, returned_total: '985.00' }))).status).toBe(204);
    const [leg] = await db.database('attempts').where({ operation_id: payout.operation_id });
    expect(leg).toMatchObject({ suspense_amount: '-985.00' });
  });

  it('of unknown outcome is taken on late, by a callback', async () => {
    answering({});
    connector.answer(({ method }) =>
      method === 'PUT'
        ? { take: (_response, socket) => void socket.destroy() }
        : connectorProblem('outcome_unknown', 503),
    );
    const payout = await shop.turnpike.payouts.create(shop.payout('200.00'));
    await eventually(() => connector.calls.some(called('GET', '/payouts/')), 'the leg to be looked up');
    const { path } = connector.calls.find(called('PUT', '/payouts/'))!;
    expect((await tell('payout.changed', takenPayout(path))).status).toBe(204);
    expect(await stateOf(await attemptOf(payout.operation_id))).toBe('accepted');
    expect((await tell('payout.changed', takenPayout(path, { status: 'failed' }))).status).toBe(204);
    expect(await shop.finalOf(payout)).toMatchObject({ status: 'cancelled' });
    expect(connector.calls.filter(called('PUT', '/payouts/'))).toHaveLength(1);
  });

  it('of unknown outcome goes elsewhere once its connector has told that it declined it', async () => {
    await routeOver(db.database, shop, 'bank', 'sandbox-1');
    let isDecided = false;
    connector.answer(({ method, path }) => {
      if (method === 'PUT') return connectorProblem('outcome_unknown', 503);
      return isDecided ? { body: declinedOrder(path) } : connectorProblem('outcome_unknown', 503);
    });
    const payout = await shop.turnpike.payouts.create(shop.payout('100.00'));
    await eventually(() => connector.calls.some(called('GET', '/payouts/')), 'the leg to be looked up');
    const { path } = connector.calls.find(called('PUT', '/payouts/'))!;
    isDecided = true;
    expect((await tell('payout.changed', declinedOrder(path))).status).toBe(204);
    expect(await shop.finalOf(payout)).toMatchObject({ status: 'completed', actual_amount: '100.00' });
  });

  it('that was surely not sent is sent again to the same connector', async () => {
    answering({});
    const payout = await shop.turnpike.payouts.create(shop.payout('100.00'));
    await eventually(() => connector.calls.some(called('PUT', '/payouts/')), 'the leg to be sent');
    answering({
      'PUT /connector/v1/payouts': (path) => ({ body: takenPayout(path, { status: 'paid', paid_total: '100.00' }) }),
    });
    expect(await shop.finalOf(payout)).toMatchObject({ status: 'completed' });
    const [first, second] = connector.calls.filter(called('PUT', '/payouts/'));
    expect(second?.path).toBe(first?.path);
  });
});
