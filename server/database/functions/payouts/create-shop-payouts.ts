/** Where the asked payouts are read from: a list of one shop, or a list for each of several. */
type Asked = {
  /** The shop of a row, in a query over the asked payouts. */
  readonly shop: string;
  /** The shop of `one`, what a loop over the asked payouts has in hand. */
  readonly shopOfOne: string;
  /** Asked payouts as rows of these columns. */
  readonly rows: (columns: string) => string;
};

/** Columns of an operation that are as they were asked for. */
const copied = `method, currency,
      expected_amount, client_id, client_ip, body_digest, fx_source, fx_rate, settlement_currency, tariff_percent,
      tariff_fixed, tariff_minimum, settlement_amount, commission_amount, number_encrypted, number_digest, holder_name,
      bankname, bankname_details, annotations_encrypted, client_encrypted, details_encrypted, idempotency_key_digest,
      webhook_url`;

const askedColumns = `operation_id uuid, api text,
      merchant_operation_id text, method text, currency text, expected_amount numeric, client_id text,
      client_ip text, body_digest bytea, fx_source text, fx_rate numeric, settlement_currency text,
      tariff_percent numeric, tariff_fixed numeric, tariff_minimum numeric, settlement_amount numeric,
      commission_amount numeric, number_encrypted bytea, number_digest bytea, holder_name text, bankname text,
      bankname_details text, annotations_encrypted bytea, client_encrypted bytea, details_encrypted bytea,
      idempotency_key_digest bytea, webhook_url text, event_type text`;

/**
 * What both functions do. Operations go in first, by shop and identifier, and balances are locked after them, by shop:
 * batches wait for each other in one order, and a settlement, which holds its operation when it waits for a balance, is never
 * waited for by a batch that holds that balance.
 */
export const payoutSteps = ({ shop, shopOfOne, rows }: Asked): string => /* sql */ `
#variable_conflict use_column
declare
  moment constant timestamptz := now();
  inserted uuid[];
  is_told boolean;
  reserved uuid[] := '{}';
  one record;
  accepted operations;
begin
  with fresh as (
    insert into operations (shop_id, operation_id, api, merchant_operation_id, type, status, ${copied}, event_sequence)
    select ${shop} as shop, operation_id, api, merchant_operation_id, 'payout', 'pending', ${copied}, num_nonnulls(event_type)
    from ${rows(askedColumns)}
    order by shop, api, merchant_operation_id
    on conflict do nothing
    returning operation_id, event_sequence
  )
  select coalesce(array_agg(operation_id), '{}'), coalesce(max(event_sequence), 0) > 0 into inserted, is_told from fresh;
  for one in
    select ${shop} as shop, settlement_currency, array_agg(operation_id order by operation_id) as operations,
      array_agg(transaction_id order by operation_id) as transactions,
      array_agg(settlement_amount order by operation_id) as amounts
    from ${rows('operation_id uuid, transaction_id uuid, settlement_currency text, settlement_amount numeric')}
    where operation_id = any(inserted)
    group by shop, settlement_currency order by shop, settlement_currency
  loop
    reserved := reserved || ledger_reserve(
      ${shopOfOne}, one.settlement_currency, one.operations, one.transactions, one.amounts);
    if not one.operations <@ reserved then
      -- No other transaction has seen it and no provider was asked: it never was.
      delete from operations
      where shop_id = ${shopOfOne} and operation_id = any(one.operations) and operation_id <> all(reserved);
    end if;
  end loop;
  -- One that is leased from the beginning is what a claim makes of one that is queued.
  insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, type, leg, amount, currency, state,
    claim, check_at)
  select ${shop}, part.attempt_id, asked.operation_id, part.provider_id, 1, 'payout', part.leg, part.amount,
    asked.currency, case when part.lease_seconds is null then 'queued' else 'sending' end,
    num_nonnulls(part.lease_seconds), moment + coalesce(part.lease_seconds, 0) * interval '1 second'
  from ${rows('operation_id uuid, currency text, legs jsonb')}
    cross join lateral jsonb_to_recordset(asked.legs) as part (attempt_id uuid, provider_id text, leg smallint,
      amount numeric, lease_seconds integer)
  where asked.operation_id = any(reserved);
  if is_told then
    for one in
      select ${shop} as shop, operation_id, event_id, event_type
      from ${rows('operation_id uuid, event_id uuid, event_type text')}
      where event_type is not null and operation_id = any(reserved)
    loop
      select * into accepted from operations where shop_id = ${shopOfOne} and operation_id = one.operation_id;
      perform outbox_record(one.event_id, accepted, one.event_type);
    end loop;
  end if;
  return query
    select asked.place, case
      when asked.operation_id = any(reserved) then 'created' when asked.operation_id = any(inserted) then 'insufficient'
      else 'held' end, moment
    from ${rows('place integer, operation_id uuid')};
end`;

/**
 * Payouts of one shop with their reserves and legs, many in one step; answers for each place 'created', 'held' or
 * 'insufficient'. Planned once for all calls: a plan for the values of one costs more than its statements, and none walks.
 */
export const createShopPayouts = /* sql */ `
create or replace function create_shop_payouts(p_shop uuid, p_payouts jsonb)
returns table (place integer, outcome text, created_at timestamptz)
language plpgsql set plan_cache_mode = force_generic_plan as $$${payoutSteps({
  shop: 'p_shop',
  shopOfOne: 'p_shop',
  rows: (columns) => `jsonb_to_recordset(p_payouts) as asked (${columns})`,
})} $$
`;
