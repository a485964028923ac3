/**
 * Providers took these legs on. One by one by key and in the order of ids, so that no plan walks and no two steps
 * wait for each other in a circle. One may have been decided meanwhile.
 */
export const noteLegsAccepted = /* sql */ `
create or replace function note_legs_accepted(p_shops uuid[], p_attempts uuid[], p_claims integer[], p_poll interval)
returns void language plpgsql as $$
declare
  answered record;
begin
  for answered in
    select * from unnest(p_shops, p_attempts, p_claims) as legs (shop, attempt, claim) order by attempt
  loop
    update attempts set state = 'accepted', checks = 0, check_at = now() + p_poll, updated_at = now()
    where shop_id = answered.shop and attempt_id = answered.attempt and claim = answered.claim
      and state in ('sending', 'unknown');
  end loop;
end $$
`;
