/** Which of these creates of one shop are not open any more. One by one by key, so that no plan walks through all operations. */
export const findDecidedCreates = /* sql */ `
create or replace function find_decided_creates(p_shop uuid, p_creates jsonb)
returns table (operation_id uuid) language plpgsql as $$
declare
  asked record;
begin
  for asked in select * from jsonb_to_recordset(p_creates) as creates (operation_id uuid) loop
    return query
      select o.operation_id from operations o
      where o.shop_id = p_shop and o.operation_id = asked.operation_id and o.status <> 'creating';
  end loop;
end $$
`;
