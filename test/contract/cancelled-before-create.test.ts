import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#test/support/eventually';
import { call, post, problemOf, type Answer } from './call.ts';
import { bothNamings, cancel, decidedIdOf, namings, type Named } from './cancelling.ts';
import { paymentBody } from './payment-body.ts';
import { payoutBody } from './payout-body.ts';
import { createHarness, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness?.strike());

type Fields = Readonly<Record<string, unknown>>;

const cancelHere = (command: Fields): Promise<Answer> => cancel(harness.url, harness.shop.apiKey, command);
const read = (lookup: Fields): Promise<Answer> =>
  call(harness.url, post('/v1/get_operation_state', lookup), harness.shop.apiKey);
const create = (body: Fields, path = '/v1/payment'): Promise<Answer> =>
  call(harness.url, post(path, body), harness.shop.apiKey);

describe('an identifier that was cancelled before its create', () => {
  const cancelFirst = async () => {
    const body = paymentBody();
    const lookup = { merchant_operation_id: body.merchant_operation_id };
    const decision = await cancelHere(lookup);
    expect(decision.status).toBe(200);
    return {
      body,
      lookup,
      decision,
      named: { operationId: decidedIdOf(decision), identifier: body.merchant_operation_id },
    };
  };
  const eventsOf = ({ operationId }: Named) =>
    harness.testDatabase.database('events').where({ operation_id: operationId }).select('type', 'sequence');

  it('reads 404 and tells nothing until a create follows, and is answered the same by either identifier', async () => {
    const { decision, named } = await cancelFirst();
    for (const by of bothNamings) {
      expect((await read(namings[by](named))).status).toBe(404);
      const again = await cancelHere(namings[by](named));
      expect([again.status, again.body]).toEqual([200, decision.body]);
    }
    expect(await eventsOf(named)).toEqual([]);
    const entries = await harness.testDatabase.database('audit_log').where({ subject: named.operationId });
    expect(entries).toMatchObject([{ actor: 'merchant', action: 'payment.cancelled', after: { reason: 'cancel' } }]);
  });

  it('is filled in by the first create, whose body is the one that counts', async () => {
    const { body, lookup, decision, named } = await cancelFirst();
    const created = await create(body);
    const { outcome: _outcome, operation } = decision.body as { outcome: string; operation: object };
    expect([created.status, created.body]).toMatchObject([200, { ...operation, cancel_reason: 'merchant' }]);
    expect((await create(body)).body).toEqual(created.body);
    expect((await read(lookup)).body).toEqual({
      ...(created.body as object),
      receipt_evidence_status: 'complete',
      receipts: [],
    });
    for (const other of [
      { ...body, client_id: 'client-2' },
      { ...body, amount: '1.00' },
    ]) {
      expect(problemOf(await create(other))).toMatchObject({
        code: 'identifier_reused',
        operation_id: named.operationId,
      });
    }
    expect((await cancelHere(lookup)).body).toEqual(decision.body);
    expect(await eventsOf(named)).toEqual([{ type: 'operation.cancelled', sequence: 1 }]);
  });

  it('is filled in once by many equal creates at once', async () => {
    const { body, named } = await cancelFirst();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(body)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { operation_id: named.operationId, status: 'cancelled' } });
    expect(await eventsOf(named)).toHaveLength(1);
  });

  it.each([
    ['before', false],
    ['after', true],
  ] as const)('is not for a payout, neither %s a payment filled it in', async (_when, isFilled) => {
    const { body, named } = await cancelFirst();
    if (isFilled) await create(body);
    const payout = await create(payoutBody({ merchant_operation_id: body.merchant_operation_id }), '/v1/payout');
    const { code, operation_id: told } = problemOf(payout);
    // Before a create fills it in it reads 404, so it is not named.
    expect([payout.status, code, told]).toEqual([412, 'identifier_reused', isFilled ? named.operationId : undefined]);
    expect((await read({ operation_id: named.operationId })).status).toBe(isFilled ? 200 : 404);
  });

  it('waits on when a create is refused', async () => {
    const { body, lookup, named } = await cancelFirst();
    expect((await create({ ...body, amount: 'much' })).status).toBe(400);
    expect((await create({ ...body, method: 'WT_XXX' })).status).toBe(400);
    expect((await read(lookup)).status).toBe(404);
    expect(await create(body)).toMatchObject({ status: 200, body: { operation_id: named.operationId } });
  });

  it('is filled in although no provider would take the payment', async () => {
    const { apiKey } = harness.routelessShop;
    const body = paymentBody();
    await cancel(harness.url, apiKey, { merchant_operation_id: body.merchant_operation_id });
    const created = await call(harness.url, post('/v1/payment', body), apiKey);
    expect(created).toMatchObject({ status: 200, body: { status: 'cancelled', cancel_reason: 'merchant' } });
  });
});

it('a create that is still being decided is not named by the refusal of another body', async () => {
  const body = paymentBody({ amount: '1000.60' });
  const identifier = { merchant_operation_id: body.merchant_operation_id };
  const open = create(body);
  const undecided = () =>
    harness.testDatabase
      .database('operations')
      .where({ ...identifier, status: 'creating' })
      .first();
  await eventually(undecided, 'a create that waits for its provider');
  for (const other of [create({ ...body, client_id: 'client-2' }), create(payoutBody(identifier), '/v1/payout')]) {
    const refusal = await other;
    expect([refusal.status, problemOf(refusal).code, problemOf(refusal).operation_id]).toEqual([
      412,
      'identifier_reused',
      undefined,
    ]);
  }
  await cancelHere(identifier);
  const { operation_id: operationId } = (await open).body as { operation_id: string };
  expect(problemOf(await create({ ...body, client_id: 'client-2' })).operation_id).toBe(operationId);
  expect((await read({ operation_id: operationId })).status).toBe(200);
});

it('a refused create whose attempts are not all closed is not named either, and shows no quote once it is cancelled', async () => {
  const body = paymentBody();
  const { apiKey, shopId } = harness.convertingShop;
  const ask = (sent: Fields, path = '/v1/payment') => call(harness.url, post(path, sent), apiKey);
  const lookup = { merchant_operation_id: body.merchant_operation_id };
  const decision = await cancel(harness.url, apiKey, lookup);
  const row = harness.testDatabase
    .database('operations')
    .where({ shop_id: shopId, operation_id: decidedIdOf(decision) });
  const filled = await ask(body);
  expect(filled).toMatchObject({ status: 200, body: { status: 'cancelled', settlement_currency: 'USDT' } });
  for (const shown of [
    filled,
    await ask(body),
    await call(harness.url, post('/v1/get_operation_state', lookup), apiKey),
  ]) {
    expect(Object.keys(shown.body as object).filter((field) => field.startsWith('fx_'))).toEqual([]);
  }
  const [{ data }] = await harness.testDatabase.database('events').where({ operation_id: decidedIdOf(decision) });
  expect(data).not.toHaveProperty('fx_source');
  await row.clone().update({ status: 'rejecting', cancel_reason: null, finished_at: null });
  for (const refusal of [await ask({ ...body, client_id: 'client-2' }), await ask(payoutBody(lookup), '/v1/payout')]) {
    expect([refusal.status, problemOf(refusal).operation_id]).toEqual([503, undefined]);
  }
  await row.clone().update({ status: 'cancelled', cancel_reason: 'merchant', finished_at: new Date() });
});
