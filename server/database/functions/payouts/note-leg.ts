/**
 * A leg becomes what its caller decided from the leg, and from whether it was the last open one of its payout, as it saw
 * them. False when they are not so any more, and nothing is written: while the operation is held no other leg is decided,
 * so two that end at the same time do not each take the other for open. An entry of the audit log is written where an
 * operator has decided.
 */
export const noteLeg = /* sql */ `
create or replace function note_leg(p_shop uuid, p_step jsonb) returns boolean language plpgsql as $$
declare
  moment timestamptz := now();
  step record;
  is_last boolean;
begin
  select * into step from jsonb_to_record(p_step) as given (
    operation_id uuid, attempt_id uuid, status text, is_last boolean, seen jsonb, state text, reported_state text, paid_amount numeric,
    returned_amount numeric, evidence jsonb, is_open boolean, is_fact_pending boolean, resolved_by text,
    counted numeric, entry_id uuid, entry_before jsonb, entry_after jsonb);
  perform from operations
  where shop_id = p_shop and operation_id = step.operation_id and status = step.status for update;
  if not found then return false; end if;
  select not exists (
    select from attempts
    where shop_id = p_shop and operation_id = step.operation_id and attempt_id <> step.attempt_id and check_at is not null
  ) into is_last;
  if is_last <> step.is_last then return false; end if;
  update attempts set
    state = step.state, reported_state = step.reported_state, paid_amount = step.paid_amount,
    returned_amount = step.returned_amount, evidence = step.evidence, resolved_by = step.resolved_by,
    is_fact_pending = step.is_fact_pending, check_at = case when step.is_open then check_at end, updated_at = moment
  where shop_id = p_shop and attempt_id = step.attempt_id
    and jsonb_build_array(claim, state, reported_state, paid_amount::text, returned_amount::text, suspense_amount::text)
      = step.seen;
  if not found then return false; end if;
  if step.counted <> 0 then
    update operations set actual_amount = actual_amount + step.counted, updated_at = moment
    where shop_id = p_shop and operation_id = step.operation_id;
  end if;
  if step.entry_id is not null then
    insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
    values (step.entry_id, p_shop, step.resolved_by, 'payout.resolved', step.operation_id::text, step.entry_before,
      step.entry_after);
  end if;
  return true;
end $$
`;
