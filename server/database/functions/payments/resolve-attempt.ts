/**
 * An operator decides about an attempt in its provider's place: its order is void, or brought `p_paid`, which waits on the attempt
 * as any report does. Nothing is asked of the provider any more. False when it was decided meanwhile.
 */
export const resolveAttempt = /* sql */ `
create or replace function resolve_attempt(
  p_shop uuid, p_operation uuid, p_attempt uuid, p_paid numeric, p_entry uuid, p_actor text, p_evidence text
) returns boolean language plpgsql as $$
declare
  seen attempts;
begin
  perform from operations where shop_id = p_shop and operation_id = p_operation for update;
  select * into seen from attempts
  where shop_id = p_shop and attempt_id = p_attempt and type = 'payment' and check_at is not null for update;
  if not found then return false; end if;
  insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
  values (p_entry, p_shop, p_actor, 'payment.resolved', p_operation::text,
    jsonb_build_object('attempt_id', p_attempt, 'state', seen.state, 'paid_amount', seen.paid_amount::text),
    jsonb_build_object('attempt_id', p_attempt, 'paid_amount', p_paid::text, 'evidence', p_evidence));
  update attempts set
    resolved_by = p_actor, paid_amount = greatest(paid_amount, p_paid), is_fact_pending = is_fact_pending or p_paid > 0,
    reported_state = case when p_paid > 0 then 'paid' else reported_state end
  where shop_id = p_shop and attempt_id = p_attempt;
  perform void_attempt(p_shop, p_operation, p_attempt);
  return true;
end $$
`;
