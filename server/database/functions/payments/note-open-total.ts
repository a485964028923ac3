/**
 * Money of an order that is still open: no effect yet, but its last word may be told without it. What was paid so far
 * is shown while the payment is under way, so the total of an open order is the payment's. False when the attempt or
 * its operation was decided meanwhile.
 */
export const noteOpenTotal = /* sql */ `
create or replace function note_open_total(
  p_shop uuid, p_attempt uuid, p_total numeric
) returns boolean language plpgsql as $$
declare
  moment constant timestamptz := now();
begin
  perform from operations join attempts using (shop_id, operation_id)
  where shop_id = p_shop and attempts.attempt_id = p_attempt
    and operations.status in ('creating', 'pending', 'awaiting_confirmation', 'manual_check')
  for no key update of operations;
  if not found then return false; end if;
  update attempts set
    -- Before the acceptance it may still turn out to belong to no payment; what waits for its effect goes on waiting.
    is_fact_pending = state = 'sending' or is_fact_pending and reported_state is not null,
    paid_amount = greatest(paid_amount, p_total), updated_at = moment
  where shop_id = p_shop and attempt_id = p_attempt and state in ('sending', 'accepted');
  if not found then return false; end if;
  update operations o set actual_amount = a.paid_amount, updated_at = moment from attempts a
  where a.shop_id = p_shop and a.attempt_id = p_attempt and o.shop_id = p_shop and o.operation_id = a.operation_id
    and o.attempt_id = p_attempt and o.status in ('pending', 'awaiting_confirmation', 'manual_check')
    and o.actual_amount <> a.paid_amount;
  return true;
end $$
`;
