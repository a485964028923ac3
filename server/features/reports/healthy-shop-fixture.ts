import type { Database } from '#platform/database';
import { newId } from '#platform/ids';

const common = `shop_id, operation_id, api, merchant_operation_id, type, method, currency, expected_amount, client_id,
  body_digest, fx_rate, settlement_currency, tariff_percent, tariff_fixed, tariff_minimum`;
const values = (operationId: string, identifier: string, type = 'payment'): string =>
  `:shop, '${operationId}', 'v1', '${identifier}', '${type}', 'WT_RUB_C2C', 'RUB', 100, 'client', '\\x00', 0.0125,
   'USDT', 3, 0, 0`;

const asArray = (items: readonly string[]): string => `array[${items.map((item) => `'${item}'`).join(', ')}]`;

/** Lines as `account amount currency`. */
const post = (kind: string, operationId: string | null, ...lines: readonly string[]): string => {
  const columns = lines.map((line) => line.split(' '));
  const [accounts, amounts, currencies] = [0, 1, 2].map((at) => asArray(columns.map((column) => column[at] ?? '')));
  const subject = operationId === null ? 'null' : `'${operationId}'`;
  return `select ledger_post(:shop, '${newId()}', '${kind}', ${subject}, ${accounts}, ${currencies}, ${amounts}::numeric[]);`;
};

const eventOf = (operationId: string, status: 'completed' | 'cancelled', delivery: string): string => {
  const eventId = newId();
  return `insert into events (shop_id, event_id, operation_id, api, sequence, type, data, dispatched_at)
      values (:shop, '${eventId}', '${operationId}', 'v1', 1, 'operation.${status}', '{"status": "${status}"}', now());
    insert into webhook_deliveries (shop_id, event_id, endpoint_id, status, finished_at, last_error)
      values (:shop, '${eventId}', '${newId()}', ${delivery});`;
};

const receipt = (operationId: string, attemptId: string, amount: number): string =>
  `insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic)
    values (:shop, '${operationId}', '${newId()}', '${attemptId}', ${amount}, now(), false);`;

/** A cancellation that waits for its create, one that came while a provider worked, and one of an accepted payment. */
const cancellations = (): string => {
  const [waiting, overtaken, cancelled, voided, issued] = Array.from({ length: 5 }, () => newId<string>()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  return `
    insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status)
      values (:shop, '${waiting}', 'v1', 'waiting', 'payment', 'tombstone');
    insert into operations (${common}, status, cancel_reason, attempt_id, number_encrypted, number_digest, expires_at,
        settlement_amount, commission_amount, event_sequence, finished_at) values
      (${values(overtaken, 'overtaken')}, 'cancelled', 'merchant', null, null, null, null, 0, 0, 1, now()),
      (${values(cancelled, 'cancelled')}, 'cancelled', 'merchant', '${issued}', '\\x00', '\\x00', now(), 0, 0, 1, now());
    insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, amount, state) values
      (:shop, '${voided}', '${overtaken}', 'sandbox-1', 1, 100, 'voided'),
      (:shop, '${issued}', '${cancelled}', 'sandbox-1', 1, 100, 'accepted');
    insert into sandbox_orders (shop_id, attempt_id, provider_id, amount, state) values
      (:shop, '${voided}', 'sandbox-1', 100, 'voided'), (:shop, '${issued}', 'sandbox-1', 100, 'voided');
    ${eventOf(overtaken, 'cancelled', `'delivered', now(), null`)}
    ${eventOf(cancelled, 'cancelled', `'delivered', now(), null`)}`;
};

/** A payment of 100 RUB completed at 0.0125 with 10 more in suspense, one pending, one cancelled and one refused. */
const payments = (): string => {
  const [completed, pending, cancelled, refused, paid, open, failed, declined] = Array.from({ length: 8 }, () =>
    newId<string>(),
  ) as [string, string, string, string, string, string, string, string];
  return `
    insert into operations (${common}, status, attempt_id, actual_amount, recorded_amount, settlement_amount,
        commission_amount, event_sequence, finished_at)
      values (${values(completed, 'paid')}, 'completed', '${paid}', 100, 1.25, 1.2125, 0.0375, 1, now());
    insert into operations (${common}, status, attempt_id, settlement_amount, commission_amount)
      values (${values(pending, 'open')}, 'pending', '${open}', 1.2125, 0.0375);
    insert into operations (${common}, status, cancel_reason, attempt_id, settlement_amount, commission_amount,
        event_sequence, finished_at)
      values (${values(cancelled, 'failed')}, 'cancelled', 'declined', '${failed}', 0, 0, 1, now());
    insert into operations (${common}, status, settlement_amount, commission_amount)
      values (${values(refused, 'refused')}, 'rejected', 1.2125, 0.0375);
    insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, amount, state, paid_amount,
        booked_amount, suspense_amount) values
      (:shop, '${paid}', '${completed}', 'sandbox-1', 1, 100, 'accepted', 110, 100, 10),
      (:shop, '${open}', '${pending}', 'sandbox-1', 1, 100, 'accepted', 0, 0, 0),
      (:shop, '${failed}', '${cancelled}', 'sandbox-1', 1, 100, 'accepted', 0, 0, 0),
      (:shop, '${declined}', '${refused}', 'sandbox-1', 1, 100, 'declined', 0, 0, 0);
    insert into sandbox_orders (shop_id, attempt_id, provider_id, amount, state) values
      (:shop, '${paid}', 'sandbox-1', 100, 'paid'), (:shop, '${open}', 'sandbox-1', 100, 'accepted'),
      (:shop, '${failed}', 'sandbox-1', 100, 'voided');
    ${post(
      'payment_settled',
      completed,
      'clearing:sandbox-1 -100 RUB',
      'exchange 100 RUB',
      'exchange -1.25 USDT',
      'available 1.2125 USDT',
      'commission 0.0375 USDT',
    )}
    ${post('surplus', completed, 'clearing:sandbox-1 -10 RUB', 'suspense 10 RUB')}
    ${receipt(completed, paid, 100)}
    ${eventOf(completed, 'completed', `'delivered', now(), null`)}
    ${eventOf(cancelled, 'cancelled', `'dead', now(), 'http_500'`)}`;
};

const reserve = (operationId: string): string =>
  post('payout_reserved', operationId, 'available -1.2875 USDT', 'reserved 1.2875 USDT');

/**
 * A payout of 100 RUB completed in two legs, the first of which was declined once and the second paid 10 too much, 4 of
 * them credited and 1 written off; one pending, and one cancelled that was in an operator's hands.
 */
const payouts = (): string => {
  const [completed, pending, cancelled, declined, first, second, open, resolved] = Array.from({ length: 8 }, () =>
    newId<string>(),
  ) as [string, string, string, string, string, string, string, string];
  return `
    insert into operations (${common}, status, actual_amount, recorded_amount, settlement_amount, commission_amount,
        event_sequence, finished_at)
      values (${values(completed, 'sent', 'payout')}, 'completed', 100, 1.25, 1.2875, 0.0375, 1, now());
    insert into operations (${common}, status, settlement_amount, commission_amount)
      values (${values(pending, 'sending', 'payout')}, 'pending', 1.2875, 0.0375);
    insert into operations (${common}, status, cancel_reason, settlement_amount, commission_amount, event_sequence,
        finished_at)
      values (${values(cancelled, 'not sent', 'payout')}, 'cancelled', 'failed', 0, 0, 1, now());
    insert into attempts (shop_id, attempt_id, operation_id, provider_id, type, leg, position, amount, state, check_at,
        reported_state, paid_amount, booked_amount, suspense_amount, suspense_settled, resolved_by) values
      (:shop, '${declined}', '${completed}', 'sandbox-1', 'payout', 1, 1, 60, 'declined', null, null, 0, 0, 0, 0, null),
      (:shop, '${first}', '${completed}', 'sandbox-2', 'payout', 1, 2, 60, 'accepted', null, 'paid', 60, 60, 0, 0, null),
      (:shop, '${second}', '${completed}', 'sandbox-1', 'payout', 2, 1, 40, 'accepted', null, 'paid', 50, 40, 10, 5, null),
      (:shop, '${open}', '${pending}', 'sandbox-1', 'payout', 1, 1, 100, 'accepted', now(), null, 0, 0, 0, 0, null),
      (:shop, '${resolved}', '${cancelled}', 'sandbox-1', 'payout', 1, 1, 100, 'voided', null, 'failed', 0, 0, 0, 0,
        'cli:anna');
    insert into sandbox_orders (shop_id, attempt_id, provider_id, type, amount, state) values
      (:shop, '${first}', 'sandbox-2', 'payout', 60, 'paid'), (:shop, '${second}', 'sandbox-1', 'payout', 40, 'paid'),
      (:shop, '${open}', 'sandbox-1', 'payout', 100, 'accepted'),
      (:shop, '${resolved}', 'sandbox-1', 'payout', 100, 'accepted');
    ${post('deposit', null, 'funding -100 USDT', 'available 100 USDT')}
    ${[completed, pending, cancelled].map(reserve).join('\n')}
    ${post(
      'payout_settled',
      completed,
      'reserved -1.2875 USDT',
      'commission 0.0375 USDT',
      'exchange 1.25 USDT',
      'exchange -100 RUB',
      'clearing:sandbox-2 60 RUB',
      'clearing:sandbox-1 40 RUB',
    )}
    ${post('payout_released', cancelled, 'reserved -1.2875 USDT', 'available 1.2875 USDT')}
    ${post('surplus', completed, 'clearing:sandbox-1 10 RUB', 'suspense -10 RUB')}
    ${post(
      'suspense_credited',
      completed,
      'suspense 4 RUB',
      'exchange -4 RUB',
      'exchange 0.05 USDT',
      'available -0.0515 USDT',
      'commission 0.0015 USDT',
    )}
    ${post('suspense_written_off', completed, 'suspense 1 RUB', 'write_off -1 RUB')}
    ${receipt(completed, first, 60)}
    ${receipt(completed, second, 40)}
    ${eventOf(completed, 'completed', `'delivered', now(), null`)}
    ${eventOf(cancelled, 'cancelled', `'delivered', now(), null`)}`;
};

/** A shop in which nothing is wrong, and of everything something. */
export const healthyShop = async (database: Database): Promise<string> => {
  const shop = newId<string>();
  await database.raw((payments() + cancellations() + payouts()).replaceAll(':shop', `'${shop}'`));
  return shop;
};
