import { routes } from '#generated/connector/routes';
import type { Breakage, Json } from '#test/support/broken-connector';
import { withJson } from '#test/support/broken-connector';
import {
  attemptOf,
  isCreate,
  json,
  orderIn,
  problem,
  refusing,
  replace,
  telling,
  type Breaking,
} from './parts-fixture.ts';

const duplicate = (body: Json, name: string): void => {
  const list = body[name] as unknown[];
  list.push(list[0]);
};

const health =
  (when: (headers: Readonly<Record<string, string>>) => boolean): Breaking =>
  () => ({
    stranger: (call) =>
      call.operationId === 'getHealth' && when(call.headers) ? json({ status: 'up', methods: [] }, call) : null,
  });

/** Repairs what a create has sent, so that what is wrong with it goes through. */
const mending =
  (mend: NonNullable<Breakage['before']>): Breaking =>
  () => ({
    before: (call) => {
      if (isCreate(call)) mend(call);
    },
  });

const changeOrder = (change: (order: Json) => void): Breaking =>
  mending((call) => {
    if (orderIn(call) !== null) withJson(call, change);
  });

const formOf =
  (operationId: string): Breaking =>
  () => ({
    after: (call, { headers }) => {
      if (call.operationId === operationId) headers['x-request-id'] = 'another';
    },
  });

/** By the check that finds it. */
export const brokenAnswers: Readonly<Record<string, Breaking>> = {
  capabilities_sane: telling('getCapabilities', (body) => duplicate(body, 'payments')),
  balances_by_currency: telling('listBalances', (body) => duplicate(body, 'balances')),
  health_told: telling('getHealth', (body) => {
    body['status'] = 'down';
  }),
  secret_missing: health(({ authorization }) => authorization === undefined),
  secret_wrong: health(({ authorization }) => authorization !== undefined),
  secret_before_body: () => ({ stranger: ({ operationId }) => (operationId === 'createPayout' ? 'waits' : null) }),
  path_unknown: refusing(null, 'route_not_found', 'attempt_not_found'),
  method_unknown: refusing(null, 'method_not_allowed', 'route_not_found'),
  attempt_malformed: () => ({
    after: (call, returned) => {
      if (isCreate(call) && /[A-Z]/.test(attemptOf(call))) replace(returned, problem('attempt_reused', call));
    },
  }),
  deadline_missing: mending(({ headers }) => {
    headers['x-timeout-ms'] ??= '15000';
  }),
  json_broken: () => ({
    after: (call, returned) => {
      if (isCreate(call) && orderIn(call) === null) replace(returned, problem('outcome_unknown', call));
    },
  }),
  field_missing: () => ({
    after: (call, returned) => {
      const order = isCreate(call) ? orderIn(call) : null;
      if (order === null || 'amount' in order || returned.status !== 400) return;
      withJson(returned, (body) => {
        body['errors'] = [{ path: '/body', code: 'required', message: 'is required' }];
      });
    },
  }),
  amount_malformed: changeOrder((order) => {
    if (order['amount'] === '1000') order['amount'] = '1000.00';
  }),
  media_type_unknown: mending(({ headers }) => {
    headers['content-type'] = 'application/json';
  }),
  body_too_large: changeOrder((order) => {
    delete order['padding'];
  }),
  field_unknown: () => ({
    instead: (call) =>
      isCreate(call) && 'a_field_of_tomorrow' in (orderIn(call) ?? {}) ? problem('invalid_request', call) : null,
  }),
  form_of_other_errors: () => ({
    after: (call, returned) => {
      if (call.operationId !== null) return;
      withJson(returned, (body) => {
        body['type'] = 'about:blank';
      });
    },
  }),
  ...Object.fromEntries(routes.map(({ operationId }) => [`form_of_${operationId}`, formOf(operationId)])),
};
