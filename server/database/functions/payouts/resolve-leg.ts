/**
 * An operator decides about a leg whose provider does not say. Answers as note_leg_fact does, or 'decided',
 * 'sending' while a process has it in hand, or 'less_than_noted' where its provider has told of more.
 */
export const resolveLeg = /* sql */ `
create or replace function resolve_leg(
  p_shop uuid, p_attempt uuid, p_actor text, p_paid numeric, p_entry uuid
) returns text language plpgsql as $$
declare
  open_leg attempts;
begin
  select * into open_leg from attempts where shop_id = p_shop and attempt_id = p_attempt and type = 'payout';
  if not found then return 'unknown_attempt'; end if;
  perform from operations where shop_id = p_shop and operation_id = open_leg.operation_id for update;
  select * into open_leg from attempts where shop_id = p_shop and attempt_id = p_attempt for update;
  if open_leg.check_at is null then return 'decided'; end if;
  if open_leg.state = 'sending' and open_leg.check_at > now() then return 'sending'; end if;
  if p_paid < open_leg.paid_amount - open_leg.returned_amount then return 'less_than_noted'; end if;
  insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
  values (p_entry, p_shop, p_actor, 'payout.resolved', open_leg.operation_id::text,
    jsonb_build_object('attempt_id', p_attempt, 'leg', open_leg.leg, 'state', open_leg.state),
    jsonb_build_object('attempt_id', p_attempt, 'leg', open_leg.leg, 'paid_amount', p_paid::text));
  update attempts set resolved_by = p_actor,
    state = case when p_paid = 0 and state <> 'accepted' then 'voided' else 'accepted' end,
    reported_state = case when p_paid = 0 then 'failed' else 'paid' end, check_at = null, updated_at = now()
  where shop_id = p_shop and attempt_id = p_attempt;
  return note_leg_fact(p_shop, p_attempt, case when p_paid = 0 then 'failed' else 'paid' end, p_paid, 0, null);
end $$
`;
