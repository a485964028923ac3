/**
 * An operator decides about what the lines of an attempt say, all that are open together. `told` and `due` are what the operator saw:
 * 'changed' when they are not so any more. 'under_way': the operation has not ended, so nothing is beyond it yet.
 */
export const resolveMismatch = /* sql */ `
create or replace function resolve_mismatch(p_shop uuid, p_step jsonb) returns text language plpgsql as $$
declare
  step record;
  item attempts;
  concerned record;
  seen record;
  due_now numeric;
begin
  select * into step from jsonb_to_record(p_step) as given (
    attempt_id uuid, provider_id text, way text, told numeric, due numeric, transaction_id uuid, surplus_id uuid,
    surplus_entry_id uuid, entry_id uuid, actor text, reason text);
  perform from settlement_turns where shop_id = p_shop and provider_id = step.provider_id for update;
  select operation_id into item.operation_id from attempts where shop_id = p_shop and attempt_id = step.attempt_id;
  select status, currency into concerned from operations
  where shop_id = p_shop and operation_id = item.operation_id for update;
  select * into item from attempts where shop_id = p_shop and attempt_id = step.attempt_id for update;
  select w.worth - coalesce((
      select sum(m.cleared_amount) from settlement_matches m
      where m.shop_id = p_shop and m.attempt_id = step.attempt_id), 0)
  into due_now from worth_of_attempts(p_shop, array[step.attempt_id]) as w;
  select coalesce(sum(m.amount), 0) as told, count(*) as rows, min(m.outcome) as kind, min(m.file_id::text) as file_id,
    jsonb_agg(jsonb_build_object('file_id', m.file_id, 'line', m.line, 'amount', m.amount::text)) as lines
  into seen from settlement_matches m
  where m.shop_id = p_shop and m.attempt_id = step.attempt_id and m.outcome <> 'matched' and m.resolution is null;
  if seen.rows = 0 or seen.told <> step.told or due_now is distinct from step.due then return 'changed'; end if;
  if step.way = 'dismissed' then
    update settlement_matches set resolution = 'dismissed'
    where shop_id = p_shop and attempt_id = step.attempt_id and outcome <> 'matched' and resolution is null;
  elsif step.way = 'accepted' then
    -- One of the lines takes all that is due off the clearing account, and the rest only bring their own.
    update settlement_matches m set resolution = 'accepted', transaction_id = step.transaction_id,
      cleared_amount = case when (m.file_id, m.line) = (
          select f.file_id, f.line from settlement_matches f
          where f.shop_id = p_shop and f.attempt_id = step.attempt_id and f.outcome <> 'matched' and f.resolution is null
          order by f.file_id, f.line limit 1)
        then due_now else 0 end
    where m.shop_id = p_shop and m.attempt_id = step.attempt_id and m.outcome <> 'matched' and m.resolution is null;
    perform post_reconciled(p_shop, step.provider_id, 'reconciliation_accepted', step.transaction_id, array[step.attempt_id]);
  else
    if concerned.status in ('creating', 'pending', 'awaiting_confirmation', 'manual_check') then return 'under_way'; end if;
    if post_surplus(p_shop, step.attempt_id,
      item.booked_amount + item.returned_amount + item.suspense_amount + step.told - step.due, step.surplus_id,
      step.surplus_entry_id) <> step.told - step.due
    then raise exception 'Surplus is what the lines say beyond what is due.' using errcode = 'check_violation'; end if;
    update settlement_matches set resolution = 'suspended', transaction_id = step.transaction_id, cleared_amount = amount
    where shop_id = p_shop and attempt_id = step.attempt_id and outcome <> 'matched' and resolution is null;
    perform post_reconciled(p_shop, step.provider_id, 'reconciled', step.transaction_id, array[step.attempt_id]);
  end if;
  insert into audit_log (entry_id, shop_id, actor, action, subject, after)
  values (step.entry_id, p_shop, step.actor, 'reconciliation.' || step.way, item.operation_id::text,
    jsonb_build_object('attempt_id', step.attempt_id, 'kind', seen.kind, 'told', step.told::text, 'due', step.due::text,
      'currency', concerned.currency, 'lines', seen.lines, 'reason', step.reason));
  return 'done';
end $$
`;
