import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { endBackends, holdOperation, someoneWaits } from '#test/faults/held-locks';
import { eventually } from '#test/support/eventually';
import { call, post, postText, problemOf, type Answer } from '../call.ts';
import {
  bothNamings,
  cancel,
  createInReview,
  createPending,
  createReviewed,
  namings,
  rowOf,
  type Named,
} from '../cancelling.ts';
import type { ContractCase } from '../contract-case.ts';
import { paymentBody } from '../payment-body.ts';
import { payoutBody } from '../payout-body.ts';
import type { Harness } from '../harness.ts';

const path = '/v1/cancel_operation';
const operationId = 'cancelOperation';

const createPaid = async ({ url, shop }: Harness): Promise<Named> => {
  // The sandbox tells of this one before it answers the create.
  const body = paymentBody({ amount: '1000.59' });
  const created = await call(url, post('/v1/payment', body), shop.apiKey);
  expect(created.body).toMatchObject({ status: 'completed' });
  return {
    operationId: (created.body as { operation_id: string }).operation_id,
    identifier: body.merchant_operation_id,
  };
};

const createExpired = async (harness: Harness): Promise<Named> => {
  const named = await createPending(harness);
  await rowOf(harness, named).update({ expires_at: new Date() });
  await eventually(
    async () => (await rowOf(harness, named).first<{ status: string }>()).status === 'cancelled',
    'the payment to expire',
  );
  return named;
};

/** The answers whose payment can be named in both ways. */
const decided: readonly ContractCase[] = [
  { when: 'the payment is pending', createIn: createPending, shown: ['cancelled', 'cancelled'] },
  {
    when: 'the payment was cancelled before',
    createIn: async (harness: Harness) => {
      const named = await createPending(harness);
      await cancel(harness.url, harness.shop.apiKey, namings.merchant_operation_id(named));
      return named;
    },
    shown: ['cancelled', 'cancelled'],
  },
  { when: 'the payment is completed', createIn: createPaid, shown: ['already_terminal', 'completed'] },
  { when: 'the payment has expired', createIn: createExpired, shown: ['already_terminal', 'cancelled'] },
].flatMap(({ when, createIn, shown: [outcome, status] }) =>
  bothNamings.map(
    (by): ContractCase => ({
      operationId,
      status: 200,
      code: null,
      when: `${when} and named by ${by}`,
      ask: async (harness) => {
        const named = await createIn(harness);
        const answer = await cancel(harness.url, harness.shop.apiKey, namings[by](named));
        const operation = {
          operation_id: named.operationId,
          merchant_operation_id: named.identifier,
          type: 'payment',
          status,
          created_at: expect.any(String),
          terminal_at: expect.any(String),
        };
        expect(answer.body).toEqual({ outcome, operation });
        return answer;
      },
    }),
  ),
);

const beforeCreate: ContractCase = {
  operationId,
  status: 200,
  code: null,
  when: 'no create with the identifier has come yet',
  ask: ({ url, shop }) => cancel(url, shop.apiKey, { merchant_operation_id: `order-${randomUUID()}` }),
  check: ({ body }) =>
    expect(body).toMatchObject({ outcome: 'cancelled', operation: { type: 'payment', status: 'cancelled' } }),
};

const invalid: readonly ContractCase[] = [
  { when: 'no identifier is sent', command: { reason: 'why' }, at: '/body', code: 'one_of' },
  {
    when: 'both identifiers are sent',
    command: { operation_id: randomUUID(), merchant_operation_id: 'order-1' },
    at: '/body',
    code: 'one_of',
  },
  {
    when: 'the operation_id is not a UUID',
    command: { operation_id: 'order-1' },
    at: '/body/operation_id',
    code: 'pattern',
  },
  {
    when: 'the reason has too many characters',
    command: { operation_id: randomUUID(), reason: 'r'.repeat(2_049) },
    at: '/body/reason',
    code: 'max_length',
  },
  {
    when: 'the reason has few characters and too many bytes',
    command: { operation_id: randomUUID(), reason: 'я'.repeat(1_025) },
    at: '/body/reason',
    code: 'max_length',
  },
].map(({ when, command, at, code }) => ({
  operationId,
  status: 400,
  code: 'invalid_request',
  when,
  ask: ({ url, shop }) => cancel(url, shop.apiKey, command),
  check: (answer) => expect(problemOf(answer).errors).toContainEqual(expect.objectContaining({ path: at, code })),
}));

const absent: readonly ContractCase[] = [
  {
    when: 'there is no payment with the operation_id',
    ask: ({ url, shop }: Harness) => cancel(url, shop.apiKey, { operation_id: randomUUID() }),
  },
  {
    when: 'the payment is another shop’s',
    ask: async (harness: Harness) =>
      cancel(harness.url, harness.otherShop.apiKey, namings.operation_id(await createPending(harness))),
  },
].map((one) => ({ operationId, status: 404, code: 'operation_not_found', ...one }));

const createPayout = async ({ url, shop }: Harness): Promise<Named> => {
  const body = payoutBody();
  const created = await call(url, post('/v1/payout', body), shop.apiKey);
  const { operation_id } = created.body as { operation_id: string };
  return { operationId: operation_id, identifier: body.merchant_operation_id };
};

const forbidden: readonly ContractCase[] = bothNamings.flatMap((by): ContractCase[] => [
  {
    operationId,
    status: 412,
    code: 'not_cancellable',
    when: `it is a payout, named by ${by}`,
    ask: async (harness) => cancel(harness.url, harness.shop.apiKey, namings[by](await createPayout(harness))),
  },
  {
    operationId,
    status: 412,
    code: 'receipt_under_review',
    when: `its receipt is under review, named by ${by}`,
    ask: async (harness) => cancel(harness.url, harness.shop.apiKey, namings[by](await createReviewed(harness))),
  },
  {
    operationId,
    status: 412,
    code: 'receipt_under_review',
    when: `a person looks at its receipt, named by ${by}`,
    ask: async (harness) => cancel(harness.url, harness.shop.apiKey, namings[by](await createInReview(harness))),
  },
]);

/** The connection is lost while the command is being carried out: it is not known whether it was. */
const loseConnection = async (harness: Harness): Promise<Answer> => {
  const { database } = harness.testDatabase;
  const named = await createPending(harness);
  const lock = await holdOperation(database, named.operationId);
  try {
    const answer = cancel(harness.url, harness.shop.apiKey, namings.operation_id(named));
    await endBackends(database, await someoneWaits(lock, 'the cancellation to reach the payment'));
    return await answer;
  } finally {
    await lock.release();
  }
};

export const cancelOperationCases: readonly ContractCase[] = [
  ...decided,
  beforeCreate,
  ...invalid,
  {
    operationId,
    status: 400,
    code: 'invalid_request',
    when: 'the body is not JSON',
    ask: ({ url, shop }) => call(url, postText(path, 'operation_id=1'), shop.apiKey),
    check: (answer) => expect(problemOf(answer).errors?.[0]).toMatchObject({ path: '/body', code: 'json' }),
  },
  ...absent,
  ...forbidden,
  {
    operationId,
    status: 503,
    code: 'cancellation_in_doubt',
    when: 'the connection to the database is lost meanwhile',
    ask: loseConnection,
  },
];
