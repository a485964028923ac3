/**
 * Providers took these legs of one shop on; answers the places of those that were not decided meanwhile. One by one by
 * key and in the order of ids, so that no plan walks and no two steps wait for each other in a circle.
 */
export const noteAcceptedLegs = /* sql */ `
create or replace function note_accepted_legs(p_shop uuid, p_legs jsonb)
returns table (place integer) language plpgsql as $$
declare
  moment constant timestamptz := now();
  answered record;
begin
  for answered in
    select *, moment + make_interval(secs => poll_seconds) as poll_at
    from jsonb_to_recordset(p_legs) as legs (place integer, attempt_id uuid, claim integer, poll_seconds integer)
    order by legs.attempt_id
  loop
    update attempts set state = 'accepted', checks = 0, check_at = answered.poll_at, updated_at = moment
    where shop_id = p_shop and attempt_id = answered.attempt_id and claim = answered.claim
      and state in ('sending', 'unknown');
    if found then
      place := answered.place;
      return next;
    end if;
  end loop;
end $$
`;
