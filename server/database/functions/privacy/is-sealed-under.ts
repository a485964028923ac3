/** Whether it is sealed as it would be now, with that key: bound to its purpose and row. */
export const isSealedUnder = /* sql */ `
create or replace function is_sealed_under(p_sealed bytea, p_key text) returns boolean language sql immutable as $$
  select get_byte(p_sealed, 0) = 0 and get_byte(p_sealed, 1) = 2 and sealed_by(p_sealed) = p_key
$$
`;
