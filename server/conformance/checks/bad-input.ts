import { randomUUID } from 'node:crypto';
import type { OperationId } from '../exchange.ts';
import { bodyOf, NotTried, requireState, requireStatus, Unmet, type Json } from '../outcomes.ts';
import type { Check, Trial } from '../trial.ts';

type Creating = { readonly operationId: OperationId; readonly order: (changes?: Json) => Promise<Json> };

/** The creates of the directions that are served. */
const createsOf = async (trial: Trial): Promise<readonly Creating[]> => {
  const { payments, payouts } = await trial.capabilities();
  const creates: Creating[] = [
    ...((payouts ?? []).length > 0
      ? [{ operationId: 'createPayout' as const, order: (c?: Json) => trial.payout('plain', c) }]
      : []),
    ...((payments ?? []).length > 0
      ? [{ operationId: 'createPayment' as const, order: (c?: Json) => trial.payment('plain', c) }]
      : []),
  ];
  if (creates.length === 0) throw new NotTried('it serves neither payments nor payouts');
  return creates;
};

const onEachCreate =
  (look: (trial: Trial, create: Creating) => Promise<void>) =>
  async (trial: Trial): Promise<void> => {
    for (const create of await createsOf(trial)) await look(trial, create);
  };

const wrongAmounts: readonly unknown[] = [
  '1000',
  '1000.0',
  '01000.00',
  '1000.000',
  '-1.00',
  '0.00',
  '1e3',
  ' 1000.00',
  1000,
];

export const badInputChecks: readonly Check[] = [
  {
    name: 'attempt_malformed',
    requirement: 'An attempt id that is no UUID in lower case is refused with 400 invalid_request',
    where: 'schema AttemptId',
    run: onEachCreate(async (trial, { operationId, order }) => {
      const attempt_id = randomUUID().toUpperCase().replace(/^./, 'A');
      requireStatus(
        await trial.call(operationId, { params: { attempt_id }, body: await order() }),
        400,
        'invalid_request',
      );
    }),
  },
  {
    name: 'deadline_missing',
    requirement: 'A call without x-timeout-ms is refused with 400 invalid_request',
    where: 'parameter x-timeout-ms',
    run: onEachCreate(async (trial, { operationId, order }) => {
      const done = await trial.call(operationId, { body: await order(), headers: { 'x-timeout-ms': '' } });
      requireStatus(done, 400, 'invalid_request');
    }),
  },
  {
    name: 'json_broken',
    requirement: 'A body that is no JSON is refused with 400 invalid_request',
    where: 'Errors; responses of the creates',
    run: onEachCreate(async (trial, { operationId }) => {
      requireStatus(await trial.call(operationId, { raw: '{"shop_id": ' }), 400, 'invalid_request');
    }),
  },
  {
    name: 'field_missing',
    requirement: 'An order without a required field is refused with 400, which names its place',
    where: 'Errors; schemas of the creates',
    run: onEachCreate(async (trial, { operationId, order }) => {
      const { amount: _amount, ...body } = await order();
      const done = await trial.call(operationId, { body });
      requireStatus(done, 400, 'invalid_request');
      const errors = bodyOf(done)['errors'];
      const places = Array.isArray(errors) ? errors.map((one: Json) => one['path']) : [];
      if (!places.includes('/body/amount')) throw new Unmet('Its errors do not name /body/amount.', done);
    }),
  },
  {
    name: 'amount_malformed',
    requirement: 'An amount is a text with exactly two decimals above zero; every other one is refused with 400',
    where: 'Money and time; schema OrderedAmount',
    run: onEachCreate(async (trial, { operationId, order }) => {
      for (const amount of wrongAmounts) {
        const done = await trial.call(operationId, { body: await order({ amount }) });
        if (done.answer?.status !== 400) {
          throw new Unmet(
            `The amount ${JSON.stringify(amount)} is answered ${done.answer?.status ?? 'nothing'}.`,
            done,
          );
        }
      }
    }),
  },
  {
    name: 'media_type_unknown',
    requirement: 'A body that is not application/json is refused with 415 unsupported_media_type',
    where: 'responses, UnsupportedMediaType',
    run: onEachCreate(async (trial, { operationId, order }) => {
      const done = await trial.call(operationId, { body: await order(), headers: { 'content-type': 'text/plain' } });
      requireStatus(done, 415, 'unsupported_media_type');
    }),
  },
  {
    name: 'body_too_large',
    requirement: 'A body of more than 64 KiB is refused with 413 payload_too_large',
    where: 'Limits; responses, PayloadTooLarge',
    run: onEachCreate(async (trial, { operationId, order }) => {
      const body = await order({ padding: 'x'.repeat(70_000) });
      requireStatus(await trial.call(operationId, { body }), 413, 'payload_too_large');
    }),
  },
  {
    name: 'field_unknown',
    requirement: 'Fields that are not known are ignored',
    where: 'Versions; schemas of the creates',
    run: onEachCreate(async (trial, { operationId, order }) => {
      const more = {
        a_field_of_tomorrow: { deep: [1, 'two'] },
        client: { id: 'conformance-1', nickname: 'of tomorrow' },
      };
      const done = await trial.call(operationId, { body: await order(more) });
      requireState(done, ['open', 'paid', 'declined', 'failed']);
    }),
  },
];
