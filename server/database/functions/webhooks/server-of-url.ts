/** Stands for the server of a URL, its scheme, host and port: what hangs there hangs for all URLs of that server. */
export const serverOfUrl = /* sql */ `
create or replace function server_of_url(p_url text) returns uuid language sql immutable as $$
  select md5(lower(coalesce(substring(p_url, '^[^:]+://[^/?#]*'), p_url)))::uuid
$$
`;
