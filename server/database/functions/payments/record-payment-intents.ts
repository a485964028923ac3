/**
 * The intents of one shop's payments, each with its first attempt, which is on record before any provider is asked. Answers
 * the places of those that are recorded: operations_by_identifier and operations_by_idempotency_key decide who was first. Rows go in by identifier, so two
 * batches with identifiers in common wait for each other in one order and never deadlock.
 */
export const recordPaymentIntents = /* sql */ `
create or replace function record_payment_intents(p_shop uuid, p_intents jsonb)
returns table (place integer, recorded_at timestamptz) language plpgsql as $$
#variable_conflict use_column
declare
  moment constant timestamptz := now();
begin
  return query
    with asked as (
      select * from jsonb_to_recordset(p_intents) as intent (place integer, operation_id uuid, api text,
        merchant_operation_id text, method text, currency text, expected_amount numeric, client_id text,
        client_ip text, body_digest bytea, fx_source text, fx_rate numeric, settlement_currency text,
        tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric, settlement_amount numeric,
        commission_amount numeric, annotations_encrypted bytea, client_encrypted bytea, idempotency_key_digest bytea,
        webhook_url text, lease_ms integer, attempt_id uuid, provider_id text)
    ), intent as (
      insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status, method, currency,
        expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
        tariff_fixed, tariff_minimum, settlement_amount, commission_amount, annotations_encrypted, client_encrypted,
        idempotency_key_digest, webhook_url, leased_until)
      select p_shop, operation_id, api, merchant_operation_id, 'payment', 'creating', method, currency,
        expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
        tariff_fixed, tariff_minimum, settlement_amount, commission_amount, annotations_encrypted, client_encrypted,
        idempotency_key_digest, webhook_url, moment + lease_ms * interval '1 millisecond'
      from asked order by api, merchant_operation_id
      on conflict do nothing
      returning operation_id
    ), first as (
      insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, amount, currency)
      select p_shop, asked.attempt_id, asked.operation_id, asked.provider_id, 1, asked.expected_amount, asked.currency
      from asked join intent using (operation_id)
    )
    select asked.place, moment from asked join intent using (operation_id);
end $$
`;
