/** When the operation came to its end; null while it may still need its number. */
export const operationEndedAt = /* sql */ `
create or replace function operation_ended_at(p_status text, p_finished_at timestamptz, p_updated_at timestamptz)
returns timestamptz language sql immutable as $$
  select case when p_status in ('completed', 'cancelled', 'rejected') then coalesce(p_finished_at, p_updated_at) end
$$
`;
