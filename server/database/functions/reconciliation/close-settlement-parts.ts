/**
 * Closes a shop's parts of lines that name several attempts, and posts those that are matched. A part that another file has settled
 * since it was looked at is not worth what it was, and waits for an operator.
 */
export const closeSettlementParts = /* sql */ `
create or replace function close_settlement_parts(p_shop uuid, p_step jsonb) returns void language plpgsql as $$
declare
  step record;
  part record;
  due numeric;
  outcome_now text;
begin
  select * into step from jsonb_to_record(p_step) as given (
    file_id uuid, provider_id text, transaction_id uuid, parts jsonb);
  perform from settlement_turns where shop_id = p_shop and provider_id = step.provider_id for update;
  for part in select * from jsonb_to_recordset(step.parts) as given (
    line integer, attempt_id uuid, outcome text, amount numeric, fee numeric, difference numeric)
  loop
    select w.worth - coalesce((
        select sum(m.cleared_amount) from settlement_matches m
        where m.shop_id = p_shop and m.attempt_id = part.attempt_id), 0)
    into due from worth_of_attempts(p_shop, array[part.attempt_id]) as w;
    outcome_now := case when part.outcome = 'matched' and part.amount = due then 'matched' else 'amount' end;
    update settlement_matches set outcome = outcome_now, amount = part.amount, fee = part.fee,
      difference_amount = part.difference,
      cleared_amount = case when outcome_now = 'matched' then part.amount else 0 end,
      transaction_id = case when outcome_now = 'matched' then step.transaction_id end
    where shop_id = p_shop and attempt_id = part.attempt_id and file_id = step.file_id and line = part.line
      and outcome is null;
  end loop;
  perform post_reconciled(p_shop, step.provider_id, 'reconciled', step.transaction_id, array(
    select given.attempt_id from jsonb_to_recordset(step.parts) as given (attempt_id uuid)));
end $$
`;
