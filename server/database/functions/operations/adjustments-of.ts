/**
 * What its shop got or was charged for an operation after its end. The ledger is the record: an adjustment is the
 * transaction by which money in suspense was credited. A set, so that it is planned with the statement that reads it.
 */
export const adjustmentsOf = /* sql */ `
create or replace function adjustments_of(p_shop uuid, p_operation uuid) returns table (
  created_at timestamptz, adjustment_id uuid, adjustment jsonb
) language sql stable as $$
  select t.created_at, t.transaction_id, jsonb_build_object(
    'adjustment_id', t.transaction_id,
    'kind', case when sum(p.amount) filter (where p.account = 'suspense') < 0 then 'credit' else 'charge' end,
    'amount', abs(coalesce(sum(p.amount) filter (where p.account = 'suspense'), 0))::text,
    'settlement_amount', abs(coalesce(sum(p.amount) filter (where p.account = 'available'), 0))::text,
    'commission_amount', abs(coalesce(sum(p.amount) filter (where p.account = 'commission'), 0))::text,
    'created_at', t.created_at
  )
  from ledger_transactions t join ledger_postings p using (shop_id, transaction_id)
  where t.shop_id = p_shop and t.operation_id = p_operation and t.kind = 'suspense_credited'
  group by t.transaction_id, t.created_at
$$
`;
