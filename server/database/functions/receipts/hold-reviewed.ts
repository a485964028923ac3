/** The payment whose file this is, if the file is the one under review; it is held afterwards. */
export const holdReviewed = /* sql */ `
create or replace function hold_reviewed(p_shop uuid, p_file uuid) returns operations language plpgsql as $$
declare
  payment operations;
begin
  select o.* into payment from operations o
  where o.shop_id = p_shop
    and o.operation_id = (select f.operation_id from receipt_files f where f.shop_id = p_shop and f.file_id = p_file)
  for update;
  if payment.receipt_file_id is distinct from p_file then return null; end if;
  return payment;
end $$
`;
