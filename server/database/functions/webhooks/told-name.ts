/**
 * The name by which merchants are told of an event, null when they are not: `p_names` has it by API and type. A type that is not
 * in there goes by its own name.
 */
export const toldName = /* sql */ `
create or replace function told_name(p_names jsonb, p_api text, p_type text) returns text language sql immutable as $$
  select case when p_names #> array[p_api, p_type] is null then p_type else p_names #>> array[p_api, p_type] end
$$
`;
