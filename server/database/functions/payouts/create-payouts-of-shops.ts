/**
 * As create_shop_payouts, for several shops: operations go in by shop and identifier, and balances are locked after them, by
 * shop. One insert for all of them: a call for each shop would be twice the work.
 */
export const createPayoutsOfShops = /* sql */ `
create or replace function create_payouts_of_shops(p_shops uuid[], p_payouts jsonb[])
returns table (place integer, outcome text, created_at timestamptz) language plpgsql as $$
#variable_conflict use_column
declare
  moment constant timestamptz := now();
  inserted uuid[];
  reserved uuid[] := '{}';
  one record;
  told record;
  accepted operations;
begin
  with fresh as (
    insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status, method, currency,
      expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
      tariff_fixed, tariff_minimum, settlement_amount, commission_amount, number_encrypted, number_digest, holder_name,
      bankname, bankname_details, annotations_encrypted, client_encrypted, details_encrypted, idempotency_key_digest,
      webhook_url, event_sequence)
    select shop, operation_id, api, merchant_operation_id, 'payout', 'pending', method, currency,
      expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
      tariff_fixed, tariff_minimum, settlement_amount, commission_amount, number_encrypted, number_digest, holder_name,
      bankname, bankname_details, annotations_encrypted, client_encrypted, details_encrypted, idempotency_key_digest,
      webhook_url, num_nonnulls(event_type)
    from unnest(p_shops, p_payouts) as of_shop (shop, payouts)
      cross join lateral jsonb_to_recordset(of_shop.payouts) as asked (operation_id uuid, api text,
      merchant_operation_id text, method text, currency text, expected_amount numeric, client_id text,
      client_ip text, body_digest bytea, fx_source text, fx_rate numeric, settlement_currency text,
      tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric, settlement_amount numeric,
      commission_amount numeric, number_encrypted bytea, number_digest bytea, holder_name text, bankname text,
      bankname_details text, annotations_encrypted bytea, client_encrypted bytea, details_encrypted bytea,
      idempotency_key_digest bytea, webhook_url text, event_type text)
    order by shop, api, merchant_operation_id
    on conflict do nothing
    returning operation_id
  )
  select coalesce(array_agg(operation_id), '{}') into inserted from fresh;
  for one in
    select shop, settlement_currency, array_agg(operation_id order by operation_id) as operations,
      array_agg(transaction_id order by operation_id) as transactions,
      array_agg(settlement_amount order by operation_id) as amounts
    from unnest(p_shops, p_payouts) as of_shop (shop, payouts)
      cross join lateral jsonb_to_recordset(of_shop.payouts) as asked (operation_id uuid, transaction_id uuid,
      settlement_currency text, settlement_amount numeric)
    where operation_id = any(inserted)
    group by shop, settlement_currency order by shop, settlement_currency
  loop
    reserved := reserved || ledger_reserve(
      one.shop, one.settlement_currency, one.operations, one.transactions, one.amounts);
    if not one.operations <@ reserved then
      -- No other transaction has seen it and no provider was asked: it never was.
      delete from operations
      where shop_id = one.shop and operation_id = any(one.operations) and operation_id <> all(reserved);
    end if;
  end loop;
  insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, type, leg, amount, currency, state,
    check_at)
  select shop, part.attempt_id, asked.operation_id, part.provider_id, 1, 'payout', part.leg, part.amount,
    asked.currency, 'queued', moment
  from unnest(p_shops, p_payouts) as of_shop (shop, payouts)
      cross join lateral jsonb_to_recordset(of_shop.payouts) as asked (operation_id uuid, currency text, legs jsonb)
    cross join lateral jsonb_to_recordset(asked.legs) as part (attempt_id uuid, provider_id text, leg smallint,
      amount numeric)
  where asked.operation_id = any(reserved);
  for told in
    select shop, operation_id, event_id, event_type
    from unnest(p_shops, p_payouts) as of_shop (shop, payouts)
      cross join lateral jsonb_to_recordset(of_shop.payouts) as asked (operation_id uuid, event_id uuid, event_type text)
    where of_shop.payouts @? '$[*] ? (@.event_type != null)' and event_type is not null and operation_id = any(reserved)
  loop
    select * into accepted from operations where shop_id = told.shop and operation_id = told.operation_id;
    perform outbox_record(told.event_id, accepted, told.event_type);
  end loop;
  return query
    select asked.place, case
      when asked.operation_id = any(reserved) then 'created' when asked.operation_id = any(inserted) then 'insufficient'
      else 'held' end, moment
    from unnest(p_shops, p_payouts) as of_shop (shop, payouts)
      cross join lateral jsonb_to_recordset(of_shop.payouts) as asked (place integer, operation_id uuid);
end $$
`;
