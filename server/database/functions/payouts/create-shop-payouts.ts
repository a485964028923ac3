/**
 * Payouts of one shop with their reserves and legs, many in one step; answers for each place 'created', 'held' or
 * 'insufficient'. Operations go in first, by identifier, and balances are locked after them; shops follow each other by
 * their ids: batches wait for each other in one order, and a settlement, which holds its operation when it waits for a
 * balance, is never waited for by a batch that holds that balance.
 */
export const createShopPayouts = /* sql */ `
create or replace function create_shop_payouts(p_shop uuid, p_payouts jsonb)
returns table (place integer, outcome text, created_at timestamptz) language plpgsql as $$
#variable_conflict use_column
declare
  moment constant timestamptz := now();
  inserted uuid[];
  reserved uuid[] := '{}';
  of_currency record;
  told record;
  accepted operations;
begin
  with fresh as (
    insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status, method, currency,
      expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
      tariff_fixed, tariff_minimum, settlement_amount, commission_amount, number_encrypted, number_digest, holder_name,
      bankname, bankname_details, annotations_encrypted, client_encrypted, details_encrypted, idempotency_key_digest,
      webhook_url, event_sequence)
    select p_shop, operation_id, api, merchant_operation_id, 'payout', 'pending', method, currency,
      expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
      tariff_fixed, tariff_minimum, settlement_amount, commission_amount, number_encrypted, number_digest, holder_name,
      bankname, bankname_details, annotations_encrypted, client_encrypted, details_encrypted, idempotency_key_digest,
      webhook_url, num_nonnulls(event_type)
    from jsonb_to_recordset(p_payouts) as asked (operation_id uuid, api text,
      merchant_operation_id text, method text, currency text, expected_amount numeric, client_id text,
      client_ip text, body_digest bytea, fx_source text, fx_rate numeric, settlement_currency text,
      tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric, settlement_amount numeric,
      commission_amount numeric, number_encrypted bytea, number_digest bytea, holder_name text, bankname text,
      bankname_details text, annotations_encrypted bytea, client_encrypted bytea, details_encrypted bytea,
      idempotency_key_digest bytea, webhook_url text, event_type text)
    order by api, merchant_operation_id
    on conflict do nothing
    returning operation_id
  )
  select coalesce(array_agg(operation_id), '{}') into inserted from fresh;
  for of_currency in
    select settlement_currency, array_agg(operation_id order by operation_id) as operations,
      array_agg(transaction_id order by operation_id) as transactions,
      array_agg(settlement_amount order by operation_id) as amounts
    from jsonb_to_recordset(p_payouts) as asked (operation_id uuid, transaction_id uuid,
      settlement_currency text, settlement_amount numeric)
    where operation_id = any(inserted)
    group by settlement_currency order by settlement_currency
  loop
    reserved := reserved || ledger_reserve(
      p_shop, of_currency.settlement_currency, of_currency.operations, of_currency.transactions, of_currency.amounts);
    if not of_currency.operations <@ reserved then
      -- No other transaction has seen it and no provider was asked: it never was.
      delete from operations
      where shop_id = p_shop and operation_id = any(of_currency.operations) and operation_id <> all(reserved);
    end if;
  end loop;
  insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, type, leg, amount, currency, state,
    check_at)
  select p_shop, part.attempt_id, asked.operation_id, part.provider_id, 1, 'payout', part.leg, part.amount,
    asked.currency, 'queued', moment
  from jsonb_to_recordset(p_payouts) as asked (operation_id uuid, currency text, legs jsonb)
    cross join lateral jsonb_to_recordset(asked.legs) as part (attempt_id uuid, provider_id text, leg smallint,
      amount numeric)
  where asked.operation_id = any(reserved);
  if p_payouts @? '$[*] ? (@.event_type != null)' then
    for told in
      select operation_id, event_id, event_type from jsonb_to_recordset(p_payouts) as asked (operation_id uuid,
        event_id uuid, event_type text)
      where event_type is not null and operation_id = any(reserved)
    loop
      select * into accepted from operations where shop_id = p_shop and operation_id = told.operation_id;
      perform outbox_record(told.event_id, accepted, told.event_type);
    end loop;
  end if;
  return query
    select asked.place, case
      when asked.operation_id = any(reserved) then 'created' when asked.operation_id = any(inserted) then 'insufficient'
      else 'held' end, moment
    from jsonb_to_recordset(p_payouts) as asked (place integer, operation_id uuid);
end $$
`;
