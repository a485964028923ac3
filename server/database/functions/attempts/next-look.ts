/**
 * When an attempt that stays open is looked into next: after a quarter of the time for which it has been, so that looks come after
 * seconds, then minutes, hours and days. Immutable, as an interval of seconds means the same in every time zone.
 */
export const nextLook = /* sql */ `
create or replace function next_look(p_since timestamptz, p_now timestamptz, p_least_seconds integer)
returns timestamptz language sql immutable as $$
  select p_now + least(greatest(extract(epoch from p_now - p_since) / 4, p_least_seconds), 86400) * interval '1 second'
$$
`;
