/** Ids made before the moment sort below it, later ones above. */
export const idBound = /* sql */ `
create or replace function id_bound(p_time timestamptz) returns uuid language sql stable as $$
  select (left(stamp, 8) || '-' || right(stamp, 4) || '-7000-8000-000000000000')::uuid
  from (select lpad(to_hex(floor(extract(epoch from p_time) * 1000)::bigint), 12, '0')) as hex (stamp)
$$
`;
