/** How a provider answered an attempt; the caller holds the operation. */
export const endAttempt = /* sql */ `
create or replace function end_attempt(p_shop uuid, p_attempt uuid, p_state text, p_reason text) returns void
language plpgsql as $$
declare
  moment constant timestamptz := now();
begin
  update attempts set state = p_state, decline_reason = p_reason, updated_at = moment,
    check_at = case when p_state = 'unknown' then moment end
  where shop_id = p_shop and attempt_id = p_attempt and state = 'sending';
end $$
`;
