import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCancelReason } from '#features/payments';
import { createKeyRing } from '#platform/secrets';
import { eventually } from '#test/support/eventually';
import { testKeys } from '#test/support/settings';
import { call, post, problemOf, type Answer } from './call.ts';
import {
  bothNamings,
  cancel,
  createInReview,
  createPending,
  decidedIdOf,
  namings,
  rowOf,
  type Named,
} from './cancelling.ts';
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

/** What the database has of an operation: a command that changes nothing leaves all of it as it was. */
const traceOf = async (named: Named): Promise<unknown> => {
  const { database } = harness.testDatabase;
  const one = { operation_id: named.operationId };
  return {
    operation: await rowOf(harness, named).first(),
    // Not when they were dispatched, which happens in its own time.
    events: await database('events').where(one).orderBy('sequence').select('event_id', 'type', 'sequence'),
    entries: await database('audit_log').where({ subject: named.operationId }),
  };
};

const reasonOf = async ({ operationId }: Named): Promise<unknown> => {
  const entries = await harness.testDatabase.database('audit_log').where({ subject: operationId });
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ actor: 'merchant', action: 'payment.cancelled', shop_id: harness.shop.shopId });
  const { entry_id: entryId, after } = entries[0];
  const needs = { database: harness.testDatabase.database, keyRing: createKeyRing(testKeys) };
  return after.reason ?? readCancelReason(needs, harness.shop.shopId, entryId);
};

describe('a cancelled payment', () => {
  it.each(bothNamings)('is answered the same again by either identifier, first cancelled by %s', async (first) => {
    const named = await createPending(harness);
    const decision = await cancelHere(namings[first](named));
    expect(decision.status).toBe(200);
    const trace = await traceOf(named);
    for (const by of bothNamings) {
      const again = await cancelHere({ ...namings[by](named), reason: 'another reason' });
      expect([again.status, again.body]).toEqual([200, decision.body]);
    }
    expect(await traceOf(named)).toEqual(trace);
  });

  it('reads as cancelled by its merchant, with nothing moved, and has one event', async () => {
    const named = await createPending(harness);
    await cancelHere(namings.operation_id(named));
    const ended = {
      status: 'cancelled',
      cancel_reason: 'merchant',
      actual_amount: '0.00',
      settlement_amount: '0.00',
      commission_amount: '0.00',
      receipts: [],
      receipt_evidence_status: 'complete',
    };
    expect((await read(namings.merchant_operation_id(named))).body).toMatchObject(ended);
    const events = await harness.testDatabase.database('events').where({ operation_id: named.operationId });
    expect(events.map(({ type }) => type)).toEqual(['operation.cancelled']);
  });

  it('is what its create answers when it is sent again', async () => {
    const body = paymentBody();
    const { body: created } = await create(body);
    await cancelHere({ merchant_operation_id: body.merchant_operation_id });
    const again = await create(body);
    expect([again.status, again.body]).toMatchObject([
      200,
      {
        operation_id: (created as { operation_id: string }).operation_id,
        status: 'cancelled',
        cancel_reason: 'merchant',
      },
    ]);
  });

  it('is found by its operation_id in upper case too', async () => {
    const named = await createPending(harness);
    const answer = await cancelHere({ operation_id: named.operationId.toUpperCase() });
    expect([answer.status, decidedIdOf(answer)]).toEqual([200, named.operationId]);
  });

  it('is decided once for many commands at once', async () => {
    const named = await createPending(harness);
    const commands = Array.from({ length: 12 }, (_, index) => namings[bothNamings[index % 2]!](named));
    const answers = await Promise.all(commands.map(cancelHere));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const { events, entries } = (await traceOf(named)) as { events: unknown[]; entries: unknown[] };
    expect([events.length, entries.length]).toEqual([1, 1]);
  });
});

describe('what cannot be cancelled', () => {
  const expectUntouched = async (named: Named, answer: Fields): Promise<void> => {
    const trace = await traceOf(named);
    const answers = await Promise.all(bothNamings.map((by) => cancelHere(namings[by](named))));
    expect(answers).toMatchObject([answer, answer]);
    expect(await traceOf(named)).toEqual(trace);
  };

  it.each(['expired', 'declined', 'receipt_rejected'])('a payment that ended as %s stays as it is', async (reason) => {
    const named = await createPending(harness);
    await rowOf(harness, named).update({ status: 'cancelled', cancel_reason: reason });
    const operation = { status: 'cancelled' };
    await expectUntouched(named, { status: 200, body: { outcome: 'already_terminal', operation } });
  });

  it('a payment whose receipt a person looks at stays as it is', async () => {
    await expectUntouched(await createInReview(harness), { status: 412, body: { code: 'receipt_under_review' } });
  });

  it('is a payout, which goes on', async () => {
    const body = payoutBody();
    const created = await create(body, '/v1/payout');
    const answer = await cancelHere({ merchant_operation_id: body.merchant_operation_id });
    expect([answer.status, problemOf(answer).code]).toEqual([412, 'not_cancellable']);
    const state = await read({ merchant_operation_id: body.merchant_operation_id });
    expect(state.body).toMatchObject(created.body as object);
  });
});

describe('the payment of another shop', () => {
  it('is as absent as one that never was, and is not touched', async () => {
    const named = await createPending(harness);
    const trace = await traceOf(named);
    const cancelThere = (command: Fields): Promise<Answer> => cancel(harness.url, harness.otherShop.apiKey, command);
    const [theirs, never] = [
      await cancelThere(namings.operation_id(named)),
      await cancelThere({ operation_id: randomUUID() }),
    ];
    const told = (answer: Answer) => ({ ...problemOf(answer), request_id: null });
    expect([theirs.status, told(theirs)]).toEqual([404, told(never)]);
    // The identifier is one of their own, which they have not used yet.
    const reserved = await cancelThere(namings.merchant_operation_id(named));
    expect([reserved.status, decidedIdOf(reserved) === named.operationId]).toEqual([200, false]);
    expect(await traceOf(named)).toEqual(trace);
  });

  it('of the other API is not cancelled through this one', async () => {
    const named = await createPending(harness);
    await rowOf(harness, named).update({ api: 'h2h' });
    expect((await cancelHere(namings.operation_id(named))).status).toBe(404);
    expect(decidedIdOf(await cancelHere(namings.merchant_operation_id(named)))).not.toBe(named.operationId);
    expect(await rowOf(harness, named).first()).toMatchObject({ status: 'pending' });
  });
});

describe('a create that is still running', () => {
  it('ends as the cancelled payment, whose details are never issued', async () => {
    // Its provider takes its time to issue the details.
    const body = paymentBody({ amount: '1000.60' });
    const lookup = { merchant_operation_id: body.merchant_operation_id };
    const running = create(body);
    await eventually(
      () =>
        harness.testDatabase
          .database('operations')
          .where({ ...lookup, status: 'creating' })
          .first(),
      'the create to be under way',
    );
    expect((await read(lookup)).status).toBe(404);
    const decision = await cancelHere(lookup);
    expect(decision).toMatchObject({ status: 200, body: { outcome: 'cancelled' } });
    const created = await running;
    const ended = { operation_id: decidedIdOf(decision), status: 'cancelled', cancel_reason: 'merchant' };
    expect([created.status, created.body]).toMatchObject([200, ended]);
    for (const answer of [created, await read(lookup), await create(body)]) {
      expect(answer).toMatchObject({ status: 200, body: ended });
      for (const detail of ['number', 'name', 'bankname']) expect(answer.body).not.toHaveProperty(detail);
    }
  });
});

describe('the reason', () => {
  it.each([
    ['none', undefined, 'cancel'],
    ['an empty one', '', 'cancel'],
    ['a short one', 'Покупатель отменил заказ', 'Покупатель отменил заказ'],
    ['one of exactly 2048 bytes', 'r'.repeat(2_048), 'r'.repeat(2_048)],
    ['one of 1024 Cyrillic letters', 'я'.repeat(1_024), 'я'.repeat(1_024)],
    ['one of 512 emoji', '🙂'.repeat(512), '🙂'.repeat(512)],
    ['one that looks like SQL', "'; drop table operations; --", "'; drop table operations; --"],
  ])('can be read by a reader of the audit log: %s', async (_what, reason, written) => {
    const named = await createPending(harness);
    expect((await cancelHere({ ...namings.operation_id(named), reason })).status).toBe(200);
    expect(await reasonOf(named)).toBe(written);
  });

  it.each([
    ['2049 bytes', 'r'.repeat(2_049)],
    ['1025 Cyrillic letters', 'я'.repeat(1_025)],
    ['1024 Cyrillic letters and one of Latin', `${'я'.repeat(1_024)}r`],
    ['512 emoji and a letter', `${'🙂'.repeat(512)}r`],
  ])('of %s is refused, and nothing is cancelled', async (_what, reason) => {
    const named = await createPending(harness);
    const trace = await traceOf(named);
    for (const by of bothNamings) {
      const answer = await cancelHere({ ...namings[by](named), reason });
      expect([answer.status, problemOf(answer).errors]).toMatchObject([400, [{ path: '/body/reason' }]]);
    }
    expect(await traceOf(named)).toEqual(trace);
  });
});
