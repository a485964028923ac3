/**
 * The id of the key that encrypted or digested. What is sealed begins with a zero and the version of its format; a
 * digest, and what was sealed before there were versions, with the length of the id.
 */
export const sealedBy = /* sql */ `
create or replace function sealed_by(p_sealed bytea) returns text language sql immutable as $$
  select encode(case get_byte(p_sealed, 0) when 0 then substring(p_sealed from 4 for get_byte(p_sealed, 2))
    else substring(p_sealed from 2 for get_byte(p_sealed, 0)) end, 'escape')
$$
`;
