/**
 * Payouts with their reserves and legs, many in one step. Operations go in first, by identifier, and balances are
 * locked after them, by shop: groups wait for each other in one order, and a settlement, which holds its operation
 * when it waits for a balance, is never waited for by a group that holds that balance.
 */
export const createPayouts = /* sql */ `
create or replace function create_payouts(p_payouts jsonb, p_legs jsonb)
returns table (operation uuid, outcome text) language plpgsql as $$
declare
  inserted uuid[];
  reserved uuid[] := '{}';
  of_shop record;
begin
  with fresh as (
    insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status, method, currency,
      expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
      tariff_fixed, tariff_minimum, settlement_amount, commission_amount, number_encrypted, number_digest, holder_name,
      bankname, bankname_details, annotations_encrypted)
    select shop_id, operation_id, api, merchant_operation_id, 'payout', 'pending', method, currency,
      expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
      tariff_fixed, tariff_minimum, settlement_amount, commission_amount, number_encrypted, number_digest, holder_name,
      bankname, bankname_details, annotations_encrypted
    from jsonb_to_recordset(p_payouts) as asked (shop_id uuid, operation_id uuid, api text,
      merchant_operation_id text, method text, currency text, expected_amount numeric, client_id text,
      client_ip text, body_digest bytea, fx_source text, fx_rate numeric, settlement_currency text,
      tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric, settlement_amount numeric,
      commission_amount numeric, number_encrypted bytea, number_digest bytea, holder_name text, bankname text,
      bankname_details text, annotations_encrypted bytea)
    order by shop_id, api, merchant_operation_id
    on conflict (shop_id, api, merchant_operation_id) where is_identifier_held do nothing
    returning operation_id
  )
  select coalesce(array_agg(operation_id), '{}') into inserted from fresh;
  for of_shop in
    select shop_id, settlement_currency, array_agg(operation_id order by operation_id) as operations,
      array_agg(transaction_id order by operation_id) as transactions,
      array_agg(settlement_amount order by operation_id) as amounts
    from jsonb_to_recordset(p_payouts) as asked (shop_id uuid, operation_id uuid, transaction_id uuid,
      settlement_currency text, settlement_amount numeric)
    where operation_id = any(inserted)
    group by shop_id, settlement_currency order by shop_id, settlement_currency
  loop
    reserved := reserved || ledger_reserve(
      of_shop.shop_id, of_shop.settlement_currency, of_shop.operations, of_shop.transactions, of_shop.amounts);
    -- Nobody has seen it and no provider was asked: it never was.
    delete from operations
    where shop_id = of_shop.shop_id and operation_id = any(of_shop.operations) and operation_id <> all(reserved);
  end loop;
  insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, type, leg, amount, currency, state,
    check_at)
  select shop_id, attempt_id, operation_id, provider_id, 1, 'payout', leg, amount, currency, 'queued', now()
  from jsonb_to_recordset(p_legs) as part (shop_id uuid, attempt_id uuid, operation_id uuid, provider_id text,
    leg smallint, amount numeric, currency text)
  where operation_id = any(reserved);
  return query
    select operation_id, case
      when operation_id = any(reserved) then 'created' when operation_id = any(inserted) then 'insufficient'
      else 'held' end
    from jsonb_to_recordset(p_payouts) as asked (operation_id uuid);
end $$
`;
