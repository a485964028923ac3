/** A fact that came before the provider's own answer waits on its attempt until the create is decided. */
export const recordPendingReport = /* sql */ `
create or replace function record_pending_report(
  p_shop uuid, p_attempt uuid, p_state text, p_total numeric, p_evidence jsonb
) returns boolean language plpgsql as $$
declare
  moment constant timestamptz := now();
begin
  update attempts set
    reported_state = case when greatest(paid_amount, p_total) > 0 then 'paid' else p_state end,
    evidence = case when p_total > paid_amount then p_evidence else evidence end,
    paid_amount = greatest(paid_amount, p_total), is_fact_pending = true, updated_at = moment
  where shop_id = p_shop and attempt_id = p_attempt and state = 'sending';
  return found;
end $$
`;
