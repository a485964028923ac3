/** Nothing was learned of a leg that is unknown or accepted: it is looked up again in a while, if no other has claimed it. */
export const putOffLeg = /* sql */ `
create or replace function put_off_leg(p_shop uuid, p_attempt uuid, p_claim integer, p_state text, p_least_seconds integer)
returns void language plpgsql as $$
declare
  moment constant timestamptz := now();
begin
  update attempts set state = p_state, check_at = next_look(created_at, moment, p_least_seconds),
    updated_at = case when p_state = 'unknown' then moment else updated_at end
  where shop_id = p_shop and attempt_id = p_attempt and claim = p_claim
    and (p_state = 'unknown' and state in ('sending', 'unknown')
      or p_state = 'accepted' and state = 'accepted' and reported_state is null);
end $$
`;
