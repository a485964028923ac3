/**
 * Whether a file may be uploaded for the payment now: 'begun', and its row is there; 'same_file': it was before;
 * 'wrong_state'; 'not_found'; 'too_many': several of this payment are on their way already.
 */
export const beginReceipt = /* sql */ `
create or replace function begin_receipt(
  p_shop uuid, p_api text, p_operation uuid, p_file uuid, p_digest bytea, p_size integer, p_storage text
) returns text language plpgsql as $$
declare
  moment constant timestamptz := now();
  payment operations;
begin
  select * into payment from operations
  where shop_id = p_shop and operation_id = p_operation and api = p_api;
  if not found or payment.status in ('tombstone', 'creating', 'rejecting', 'rejected') then
    return 'not_found';
  end if;
  if exists (select from receipt_files
    where shop_id = p_shop and operation_id = p_operation and digest = p_digest and state = 'recorded')
  then
    return 'same_file';
  end if;
  if payment.type <> 'payment' or payment.status <> 'awaiting_confirmation' or payment.receipt_file_id is not null
    or payment.is_expiring or payment.expires_at <= moment
  then
    return 'wrong_state';
  end if;
  -- Those that a dead process left behind do not count for long.
  if (select count(*) from receipt_files
    where shop_id = p_shop and operation_id = p_operation and state = 'storing'
      and uploaded_at > moment - interval '1 minute') >= 5
  then
    return 'too_many';
  end if;
  insert into receipt_files (shop_id, file_id, operation_id, digest, size_bytes, storage)
  values (p_shop, p_file, p_operation, p_digest, p_size, p_storage);
  return 'begun';
end $$
`;
