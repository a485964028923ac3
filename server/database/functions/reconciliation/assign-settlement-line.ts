/**
 * An operator says of which attempt a line is that names none. It counts from then on like a line that had named it: matched and posted
 * where it is what is due, a mismatch of the attempt otherwise. False: it was assigned before.
 */
export const assignSettlementLine = /* sql */ `
create or replace function assign_settlement_line(p_shop uuid, p_step jsonb) returns boolean language plpgsql as $$
declare
  step record;
  worth_now record;
  cleared numeric;
  is_cleared boolean;
begin
  select * into step from jsonb_to_record(p_step) as given (
    file_id uuid, line integer, provider_id text, attempt_id uuid, amount numeric, fee numeric, transaction_id uuid,
    entry_id uuid, actor text, reason text);
  insert into settlement_turns (shop_id, provider_id) values (p_shop, step.provider_id)
  on conflict (shop_id, provider_id) do nothing;
  perform from settlement_turns where shop_id = p_shop and provider_id = step.provider_id for update;
  select * into worth_now from worth_of_attempts(p_shop, array[step.attempt_id]);
  select coalesce(sum(m.cleared_amount), 0), coalesce(bool_or(m.transaction_id is not null), false) into cleared, is_cleared
  from settlement_matches m where m.shop_id = p_shop and m.attempt_id = step.attempt_id;
  insert into settlement_matches (shop_id, attempt_id, file_id, line, operation_id, provider_id, direction, currency,
    amount, fee, outcome, difference_amount, cleared_amount, transaction_id)
  values (p_shop, step.attempt_id, step.file_id, step.line, worth_now.operation_id, step.provider_id, worth_now.direction,
    worth_now.currency, step.amount, step.fee,
    case when step.amount = worth_now.worth - cleared then 'matched'
      when worth_now.worth = cleared and is_cleared then 'duplicate' else 'amount' end,
    step.amount - worth_now.worth + cleared,
    case when step.amount = worth_now.worth - cleared then step.amount else 0 end,
    case when step.amount = worth_now.worth - cleared then step.transaction_id end)
  on conflict (shop_id, attempt_id, file_id, line) do nothing;
  if not found then return false; end if;
  update settlement_matches set resolution = 'found'
  where shop_id = p_shop and attempt_id = step.attempt_id and line = 0 and resolution is null;
  perform post_reconciled(p_shop, step.provider_id, 'reconciled', step.transaction_id, array[step.attempt_id]);
  insert into audit_log (entry_id, shop_id, actor, action, subject, after)
  values (step.entry_id, p_shop, step.actor, 'reconciliation.assigned', worth_now.operation_id::text,
    jsonb_build_object('attempt_id', step.attempt_id, 'file_id', step.file_id, 'line', step.line,
      'amount', step.amount::text, 'currency', worth_now.currency, 'reason', step.reason));
  return true;
end $$
`;
