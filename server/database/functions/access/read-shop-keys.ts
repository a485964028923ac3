/** Whether these keys of one shop still open, and what they open: one row for each that there is. */
export const readShopKeys = /* sql */ `
create or replace function read_shop_keys(p_shop uuid, p_keys jsonb)
returns table (place integer, is_revoked boolean, settlement_currency text) language plpgsql as $$
declare
  asked record;
begin
  for asked in select * from jsonb_to_recordset(p_keys) as keys (place integer, key_id uuid) loop
    return query
      select asked.place, k.revoked_at is not null, s.settlement_currency
      from api_keys k join shops s on s.shop_id = k.shop_id
      where k.shop_id = p_shop and k.key_id = asked.key_id;
  end loop;
end $$
`;
