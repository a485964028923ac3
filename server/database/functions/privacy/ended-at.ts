/** When the operation came to its end; null while it may still need its number. */
export const endedAt = /* sql */ `
create or replace function ended_at(p_operation operations) returns timestamptz language sql stable as $$
  select case when p_operation.status in ('completed', 'cancelled', 'rejected')
    then coalesce(p_operation.finished_at, p_operation.updated_at) end
$$
`;
